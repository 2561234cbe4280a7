/** Progress of a run on stderr: one line that is rewritten on a terminal, or a line a request where that was asked for. */
import type { RunEvent } from '../engine/types.ts';
import { printable } from '../report/printable.ts';
import { pathOf } from '../report/requests.ts';
import type { Context } from './context.ts';

const CLEAR_LINE = '\r\u001b[K';

/** A listener for the run's events; `end` clears the line. */
export function showProgress(context: Context, verbose: boolean): { on(event: RunEvent): void; end(): void } {
  let requests = 0;
  let step = '';
  let shown = false;
  const rewrite = (text: string): void => {
    if (!context.interactive || verbose) return;
    shown = true;
    process.stderr.write(`${CLEAR_LINE}${printable(text).slice(0, context.stderrWidth - 1)}`);
  };
  return {
    on(event) {
      if (event.type === 'probe-ended') step = `${event.done} of ${event.of} steps`;
      if (event.type === 'judged') rewrite('judging');
      if (event.type !== 'answered') return;
      requests += 1;
      const { id, lane, request, outcome, startedAt, endedAt, purpose } = event.exchange;
      if (verbose) {
        const came = outcome.kind === 'answer' ? String(outcome.status) : outcome.code;
        context.remark(
          printable(
            `${id.padEnd(5)} ${lane}  ${request.method} ${pathOf(request.url)}  ${came}  ${Math.round(endedAt - startedAt)} ms${purpose === 'documented' ? '' : `  (${purpose})`}`,
          ),
        );
      }
      rewrite(`${step === '' ? '' : `${step}, `}${requests} requests: ${request.method} ${pathOf(request.url)}`);
    },
    end() {
      if (shown) process.stderr.write(CLEAR_LINE);
      shown = false;
    },
  };
}
