/** Questions on a terminal. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Ask } from './questions.ts';

/** Ctrl-C or the end of the input. */
export class Abandoned extends Error {
  override readonly name = 'Abandoned';
}

/** Asks on a terminal until closed. Questions reject with Abandoned after Ctrl-C or Ctrl-D. */
export function openTerminal(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): { readonly ask: Ask; close(): void } {
  let hidden = false;
  const echo = new Writable({
    write(chunk: Buffer, _, done) {
      if (!hidden) output.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input, output: echo, terminal: true });
  const abort = new AbortController();
  for (const event of ['SIGINT', 'close'] as const) lines.once(event, () => abort.abort());
  return {
    close: () => lines.close(),
    async ask(question, secret = false) {
      if (abort.signal.aborted) throw new Abandoned();
      const answer = lines.question(question, { signal: abort.signal });
      // The question itself has been written.
      hidden = secret;
      try {
        return await answer;
      } catch (error) {
        throw abort.signal.aborted ? new Abandoned() : error;
      } finally {
        if (secret) {
          // The rest of a pasted secret with line breaks would show as the beginning of the next answer.
          lines.write(null, { ctrl: true, name: 'u' });
          output.write('\n');
        }
        hidden = false;
      }
    },
  };
}
