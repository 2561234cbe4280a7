/** `assay serve`: the references for developers of clients; each request that arrives is judged. */

import type { Result } from '../../engine/types.ts';
import { SERVED, type Served } from '../../host/client-side.ts';
import { ServeError, serveReferences } from '../../host/serve.ts';
import { printable } from '../../report/printable.ts';
import { renderTerminal } from '../../report/terminal.ts';
import { nearest } from '../../target/nearest.ts';
import type { Exchange } from '../../wire/types.ts';
import { type Context, UsageError } from '../context.ts';

export interface ServeCommandOptions {
  readonly fault?: string;
  readonly variant?: readonly string[];
  readonly once?: readonly string[];
  readonly out?: string;
  readonly json?: boolean;
}

/** Serves until Ctrl-C, or until every operation of `--once` was seen. Exit code of the gate over what the client sent. */
export async function serveCommand(context: Context, names: readonly string[], options: ServeCommandOptions): Promise<number> {
  const interfaces = names.map(servedName);
  const ending = new AbortController();
  const end = () => ending.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  const say = options.json ? context.remark : context.answer;
  try {
    const results = await serveReferences({
      interfaces,
      ...(options.fault !== undefined && { fault: options.fault }),
      ...(options.variant && { variants: options.variant }),
      ...(options.once && { once: options.once.flatMap((once) => once.split(',')) }),
      ...(options.out !== undefined && { out: options.out }),
      signal: ending.signal,
      started: (settings, further) => {
        say(`Serving ${interfaces.join(', ')} with throw-away credentials. Settings for a client:`);
        for (const [name, value] of Object.entries(settings)) say(`  ${name}=${value}`);
        for (const [name, value] of Object.entries(further)) say(`  ${name}: ${value}`);
        say(options.once ? `Waiting for ${options.once.join(', ')}; Ctrl-C ends.\n` : 'Ctrl-C ends, and tells what was seen.\n');
      },
      arrived: (exchange, findings) => say(told(exchange, findings)),
    });
    context.answer(
      options.json
        ? JSON.stringify(results, null, 2)
        : renderTerminal(results, { width: context.width, colour: context.colour, ...(options.out !== undefined && { directory: options.out }) }),
    );
    return results.exitCode;
  } catch (error) {
    if (error instanceof ServeError) throw new UsageError(error.message);
    throw error;
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, end);
  }
}

function servedName(name: string): Served {
  const found = SERVED.find((one) => one === name);
  if (found !== undefined) return found;
  const near = nearest(name, SERVED);
  throw new UsageError(`${name} is not served${near ? `; did you mean ${near}?` : ''}. There are ${SERVED.join(', ')}.`);
}

/** One request in a line, and beneath it what is wrong with it. */
function told(exchange: Exchange, findings: readonly Result[]): string {
  const { pathname, search } = new URL(exchange.request.url);
  const status = exchange.outcome.kind === 'answer' ? exchange.outcome.status : 'no answer';
  const head = `${exchange.id} ${exchange.request.method} ${printable(`${pathname}${search}`)}  ${exchange.operation}, ${exchange.request.credential}, answered ${status}`;
  if (findings.length === 0) return `${head}  as documented`;
  const lines = findings.map(
    (finding) => `  ${finding.verdict.toUpperCase()} ${finding.id}\n    ${printable(finding.message ?? '')}\n    The document: ${finding.clause}`,
  );
  return [head, ...lines].join('\n');
}
