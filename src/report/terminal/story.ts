/** One line per request, printed during a run. */
import type { Exchange } from '../../wire/types.ts';
import { outcomeWord } from '../parts/message-text.ts';
import { printable } from '../parts/printable.ts';
import { pathOf } from '../parts/requests.ts';

/** Minimum width for truncating. */
const NARROWEST = 8;

/**
 * Id, credential, outcome, duration and request; also the purpose, unless it is a documented request.
 * @param width in columns; the path is truncated to fit
 */
export function storyLine(exchange: Exchange, width: number): string {
  const { id, lane, request, outcome, startedAt, endedAt, purpose, label, attempts } = exchange;
  const took = `${Math.round(endedAt - startedAt)} ms`;
  const before = `${id.padEnd(5)} ${lane.padEnd(11)} ${outcomeWord(outcome).padEnd(3)} ${took.padStart(8)}  `;
  const again = attempts.length > 1 ? `  ${attempts.length} attempts` : '';
  const what = purpose === 'refusal' ? request.credential : label;
  const why = purpose === 'documented' ? '' : `  (${purpose}${what === '' ? '' : `: ${what}`})`;
  const after = printable(`${again}${why}`);
  return `${before}${shortened(printable(`${request.method} ${pathOf(request.url)}`), width - before.length - after.length)}${after}`;
}

/** Truncates a text in the middle, because paths often differ only at their end. */
function shortened(text: string, room: number): string {
  const most = Math.max(NARROWEST, room);
  if (text.length <= most) return text;
  const end = Math.floor((most - 1) / 2);
  return `${text.slice(0, most - 1 - end)}…${text.slice(-end)}`;
}
