/** JSON texts that are nested so deep that reading them would cost far more than their bytes. */

import { CASE, CLOSES, endOfString, OPENS, QUOTE } from '../../files/bounded-json.ts';
import { ANSWER_BUDGET } from './answer-budget.ts';

/** Documented records are three levels deep. RFC 8259, section 9 lets a reader limit the depth. */
const MOST_LEVELS = ANSWER_BUDGET.depth;

/**
 * Returns the text itself if it is nested at most 256 levels deep; otherwise a copy without the deeper parts. Omitted
 * parts are not read; the parser decides whether the rest is JSON.
 */
export function shallowJson(text: Uint8Array): Uint8Array {
  // Only what is kept is copied: a text of megabytes may keep little.
  const kept: Uint8Array[] = [];
  let [begin, depth, deepest] = [0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] as number;
    if (byte === QUOTE) at = endOfString(text, at + 1);
    else if ((byte | CASE) === OPENS) {
      depth += 1;
      deepest = Math.max(deepest, depth);
      if (depth === MOST_LEVELS) kept.push(text.subarray(begin, at + 1));
    } else if ((byte | CASE) === CLOSES) {
      depth -= 1;
      if (depth === MOST_LEVELS - 1) begin = at;
    }
  }
  if (deepest <= MOST_LEVELS) return text;
  return Buffer.concat(depth < MOST_LEVELS ? [...kept, text.subarray(begin)] : kept);
}
