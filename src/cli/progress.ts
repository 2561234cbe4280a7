/** Progress of a run on stderr: one line, rewritten in place on a terminal, or one line per request with --verbose. */
import type { RunEvent } from '../engine/types.ts';
import { printable } from '../report/printable.ts';
import { pathOf } from '../report/requests.ts';
import { storyLine } from '../report/story.ts';
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
      if (event.type === 'moving') rewrite(`${step === '' ? '' : `${step}, `}${amountOf(event)}: ${event.method} ${pathOf(event.url)}`);
      if (event.type !== 'answered') return;
      requests += 1;
      const { request } = event.exchange;
      if (verbose) context.remark(storyLine(event.exchange, context.interactive ? context.stderrWidth : Number.POSITIVE_INFINITY));
      rewrite(`${step === '' ? '' : `${step}, `}${requests} requests: ${request.method} ${pathOf(request.url)}`);
    },
    end() {
      if (shown) process.stderr.write(CLEAR_LINE);
      shown = false;
    },
  };
}

/** Progress of a large body. */
function amountOf({ direction, octets, of }: Extract<RunEvent, { type: 'moving' }>): string {
  const mib = (amount: number) => Math.floor(amount / 2 ** 20);
  return `${direction} ${mib(octets)}${of === undefined ? '' : ` of ${mib(of)}`} MiB`;
}
