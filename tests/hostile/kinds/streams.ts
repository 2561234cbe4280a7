/** Responses that do not end, or are slow. */
import type { AnswerKind, Makes, Right } from './types.ts';

type Stream = (signal: AbortSignal, right: Right) => AsyncIterable<Uint8Array>;

/** Waits until the client has disconnected. */
export const forever = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Waits, at most until the client has disconnected. */
const pause = (ms: number, signal: AbortSignal) =>
  Promise.race([forever(signal), new Promise<void>((resolve) => setTimeout(resolve, ms).unref())]);

const silent: Stream = async function* (signal) {
  await forever(signal);
  yield new Uint8Array();
};

const endless = (chunk: Buffer, first = ''): Stream =>
  async function* (signal) {
    if (first !== '') yield Buffer.from(first);
    while (!signal.aborted) {
      yield chunk;
      // Lets other connections proceed.
      await new Promise(setImmediate);
    }
  };

const kind = (id: string, makes: Makes, stream: Stream, headers: [string, string][] = []): AnswerKind => ({
  id: `stream/${id}`,
  layer: 'stream',
  makes,
  spoil: (right) => ({ headers: [...right.response.headers, ...headers], body: (signal) => stream(signal, right) }),
});

export const STREAM_KINDS: AnswerKind[] = [
  kind('silence', 'unanswered', silent),
  kind('all-then-silence', 'unanswered', async function* (signal, { response }) {
    yield response.body;
    await forever(signal);
  }),
  kind('endless-elements', 'unanswered', endless(Buffer.from('{},'.repeat(20_000)), '[')),
  kind('endless-depth', 'unanswered', endless(Buffer.alloc(64 * 1024, '['))),
  kind('slow', 'unanswered', async function* (signal, { response }) {
    for (const byte of response.body) {
      if (signal.aborted) return;
      yield Buffer.from([byte]);
      await pause(300, signal);
    }
  }),
  kind('late', 'legal', async function* (signal, { response }) {
    await pause(100, signal);
    yield response.body;
  }),
  kind('pieces', 'legal', async function* (_, { response }) {
    for (let at = 0; at < response.body.length; at += 7) yield response.body.subarray(at, at + 7);
  }),
];
