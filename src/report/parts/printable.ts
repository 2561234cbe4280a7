/** Escapes text from targets for a terminal or a log. */

import { RUNNER_COMMAND } from '../../engine/repeat/shell.ts';
import { escaped, visible } from '../../engine/words/visible.ts';

/** One line in which every character shows, and that no runner of CI obeys. */
export function printable(text: string): string {
  return visible(text).replace(RUNNER_COMMAND, escaped);
}
