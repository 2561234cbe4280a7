/** Progress of a run on stderr: on a terminal, one line that is rewritten in place; with --verbose, one per request. */
import { credentialWords } from '../../engine/words/derived/credential-kinds.ts';
import type { RunEvent } from '../../engine/words/types.ts';
import type { Exchange } from '../../wire/types.ts';
import { lineOf, outcomeWord, printable } from '../parts/report-input.ts';
import { number, shortened } from '../parts/tally.ts';

const LEGEND = `In parentheses:
  credential  a request with an invalid credential, or none
  closing     a valid request, to see whether the service still works
  cleanup     a request that removes an object
  other       a request that differs from the document on purpose
id    lane        outcome time  request`;

/** Returns to the start of a terminal's line and clears it. */
export const CLEAR_LINE = '\r\u001b[K';

/** The terminal of stderr. */
interface Screen {
  /** Whether a line can be rewritten. */
  readonly interactive: boolean;
  readonly stderrWidth: number;
  remark(text: string): void;
}

/** Shows progress from now on; with `verbose`, one line per request. */
export function showProgress(context: Screen, verbose = false) {
  let requests = 0;
  const began = performance.now();
  let shown = false;
  const rewrite = (text: string) => {
    if (!context.interactive || verbose) return;
    shown = true;
    process.stderr.write(`${CLEAR_LINE}${printable(text).slice(0, context.stderrWidth - 1)}`);
  };
  rewrite('starting');
  return {
    on(event: RunEvent) {
      if (event.type === 'judged') rewrite('judging');
      if (event.type !== 'answered') return;
      requests += 1;
      const { request } = event.exchange;
      if (verbose && requests === 1) context.remark(LEGEND);
      if (verbose)
        context.remark(storyLine(event.exchange, context.interactive ? context.stderrWidth : Number.POSITIVE_INFINITY));
      rewrite(`${passed(began)}, ${number(requests, 'request')}: ${lineOf(request).join(' ')}`);
    },
    end() {
      if (shown) process.stderr.write(CLEAR_LINE);
      shown = false;
    },
  };
}

/** Returns the time since the start: `0:07`. */
function passed(began: number) {
  const seconds = Math.floor((performance.now() - began) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * Returns the id, credential, outcome, duration and request; also the purpose, unless it is a documented request.
 * @param width in columns; the path is truncated to fit
 */
function storyLine(exchange: Exchange, width: number) {
  const { id, lane, request, outcome, startedAt, endedAt, purpose, label, attempts } = exchange;
  const took = `${Math.round(endedAt - startedAt)} ms`;
  const before = `${id.padEnd(5)} ${lane.padEnd(11)} ${outcomeWord(outcome).padEnd(3)} ${took.padStart(8)}  `;
  const again = attempts.length > 1 ? `  ${attempts.length} attempts` : '';
  const isRefusal = purpose === 'refusal';
  const [sort, what] = isRefusal ? ['credential', credentialWords(request.credential)] : [purpose, label];
  const why = purpose === 'documented' ? '' : `  (${sort}${what === '' ? '' : `: ${what}`})`;
  const after = printable(`${again}${why}`);
  return `${before}${shortened(printable(lineOf(request).join(' ')), Math.max(8, width - before.length - after.length - 1))}${after}`;
}
