/** One line a request, as it is told while a run goes on. */
import type { Exchange } from '../wire/types.ts';
import { outcomeWord } from './message-text.ts';
import { printable } from './printable.ts';
import { pathOf } from './requests.ts';

/** Narrower than this, a line is not cut any further. */
const NARROWEST = 8;

/**
 * Id, credential, what came of it, how long it took, and the request; what it was for, where it was not simply asked as documented.
 * @param width columns; the path is cut to what is left of them
 */
export function storyLine(exchange: Exchange, width: number): string {
  const { id, lane, request, outcome, startedAt, endedAt, purpose, label, attempts } = exchange;
  const took = `${Math.round(endedAt - startedAt)} ms`;
  const before = `${id.padEnd(5)} ${lane.padEnd(11)} ${outcomeWord(outcome).padEnd(3)} ${took.padStart(8)}  `;
  const again = attempts.length > 1 ? `  ${attempts.length} attempts` : '';
  const why = purpose === 'documented' ? '' : `  (${purpose}${label === '' ? '' : `: ${label}`})`;
  const after = printable(`${again}${why}`);
  return `${before}${shortened(printable(`${request.method} ${pathOf(request.url)}`), width - before.length - after.length)}${after}`;
}

/** The beginning and the end of a text; what tells paths apart is often at their end. */
function shortened(text: string, room: number): string {
  const most = Math.max(NARROWEST, room);
  if (text.length <= most) return text;
  const end = Math.floor((most - 1) / 2);
  return `${text.slice(0, most - 1 - end)}…${text.slice(-end)}`;
}
