/** How the command was started, so that the commands that it prints can be run as printed. */

import { basename, delimiter, dirname, join, relative, sep } from 'node:path';
import { shellWord } from '../engine/repeat/shell.ts';
import type { Environment } from '../settings/types.ts';

/** Commands of `assay`, in the order of its help. */
export const COMMANDS = [
  ...['init', 'doctor', 'plan', 'run', 'clean', 'fleet', 'merge'],
  ...['list', 'explain', 'open', 'report', 'judge', 'diff', 'history', 'baseline', 'completion'],
  ...['serve', 'certify', 'verify', 'selftest'],
];
// The word comes first in the expression, because that makes the search fast.
const COMMAND = new RegExp(
  `assay(?<=(?:^|[\\s\`(>])assay)(?<!npx\\s{1,40}assay)(?= (?:${[...COMMANDS, 'help', 'COMMAND', '\\[options\\]'].join('|')})(?![\\w-]))`,
  'gm',
);

interface Start {
  /** The script, as Node was given it. */
  readonly script: string;
  readonly directory: string;
  readonly env: Environment;
}

/** Returns the words that start Assay again from the same directory: `assay` if it is on the path. */
export function startedAs({ script, directory, env }: Start): string {
  // Only npm puts the commands of packages on the path of the programs that it starts.
  if (basename(script) === 'assay')
    return env['npm_command'] !== undefined || script.includes(join('node_modules', '.bin'))
      ? 'npx assay'
      : (env['PATH'] ?? '').split(delimiter).includes(dirname(script))
        ? 'assay'
        : shown(script, directory);
  if (script.includes(join('node_modules', 'assay', 'bin'))) return 'npx assay';
  // Not `node PATH`, because Node 20 would take --env-file for its own option.
  return script.endsWith(join('bin', 'assay.mjs')) ? shown(script, directory) : 'assay';
}

/** Returns a path in a form that a shell does not take for a command name: `./assay`, `bin/assay.mjs`. */
function shown(script: string, directory: string) {
  const path = relative(directory, script);
  const near = path.startsWith('..') ? script : path.includes(sep) ? path : `.${sep}${path}`;
  return shellWord(near);
}

/**
 * Returns a text for people with its commands in the form in which they were started, unless it already has this form.
 * JSON stays unchanged, because other programs read it on other machines.
 */
export function withCommands(text: string, start: string): string {
  return start === 'assay' || /^\s*[[{]/.test(text) ? text : text.replace(COMMAND, () => start);
}

/**
 * Returns the text of a file, which may be read on another machine, with commands that work wherever Assay is
 * installed.
 */
export const withAnyCommands = (text: string): string => withCommands(text, 'npx assay');
