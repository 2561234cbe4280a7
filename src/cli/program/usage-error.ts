/** Messages about usage errors: what is wrong, as commander says it, the nearest known word, and what to type. */
import type { Command, CommanderError } from 'commander';
import { capital } from '../../report/parts/tally.ts';
import { nearest, suggestion } from '../../settings/nearest.ts';
import { nameOf } from './command.ts';

/** Commands that other programs call differently. */
const COMMANDS_MEANT: ReadonlyMap<string, string> = new Map([
  ...([
    ['test', 'run'],
    ['check', 'doctor'],
    ['validate', 'doctor'],
    ['lint', 'doctor'],
    ['compare', 'diff'],
    ['version', '--version'],
  ] as const),
  ...([
    ['requirements', 'list requirements'],
    ['settings', 'list settings'],
    ['ls', 'list'],
    ['show', 'explain'],
    ['config', 'init'],
    ['setup', 'init'],
  ] as const),
]);

/** Options that other programs call differently; the first that the command has is meant. */
const OPTIONS_MEANT: Readonly<Record<string, readonly string[]>> = {
  ...{ '--output': ['--out', '--to', '--html'], '-o': ['--out', '--to', '--html'] },
  ...{ '--format': ['--report', '--to', '--json'], '--interface': ['--only'], '--filter': ['--only'] },
};

/** Commander's words, and ours. */
const WORDS: readonly (readonly [said: RegExp, words: string])[] = [
  [/^command-argument value ('[^']*') is invalid for argument '(\w+)'\. Allowed choices are.*/, 'unknown $2 $1'],
  [/^option '(\S+) [^']*' argument ('[^']*') is invalid\. Allowed choices are.*/, 'unknown value $2 of $1'],
  [/^option '(\S+) (<.*>)' argument missing/, "option '$1' lacks its value $2"],
];

/** Returns the lines of an error of commander: what is wrong, the nearest known word, and the command that helps. */
export function usageError({ message }: CommanderError, program: Command): string {
  const command = program.args.reduce((at, word) => at.commands.find((one) => one.name() === word) ?? at, program);
  // Commander reports missing options before unknown ones.
  const unknown = /^error: required /.test(message) ? command.args.find((word) => /^-./.test(word)) : undefined;
  const error = unknown === undefined ? message.replace(/^error: |\.$/g, '') : `unknown option '${unknown}'`;
  // Values are in double quotes, as in all other messages.
  const ours = WORDS.reduce((text, [said, words]) => text.replace(said, words), error);
  const said = capital(ours.replace(/'([^']*)'/g, (_, word: string) => JSON.stringify(word)));
  return [
    `${said}${nearestTo(error, command, program)}`,
    `For usage and examples: ${['assay help', nameOf(command)].join(' ').trim()}`,
  ].join('\n');
}

/**
 * Returns the nearest known word for an unknown command, option or choice, whether the help shows it or not, or the
 * first argument too many.
 */
function nearestTo(error: string, command: Command, program: Command) {
  const [, choice, choices = ''] = /'([^']*)' is invalid.* choices are (.+)/.exec(error) ?? [];
  if (choice) return `${suggestion(choice, choices.split(', '))} Known: ${choices}.`;
  if (error.startsWith('too many')) {
    const word = command.args.at(-1) ?? '';
    const last = JSON.stringify(word);
    if (/^https?:/.test(word)) return `: ${last}. The address of a service is a setting, such as --transfer-url.`;
    const selects = command.registeredArguments.length === 0 && command.options.some(({ long }) => long === '--only');
    return `: ${last}.${selects ? ' To select requirements or an interface: --only' : ''}`;
  }
  const [, kind, word = ''] = /^unknown (command|option) '([^'=]+)/.exec(error) ?? [];
  const commands = command.commands.map((one) => one.name());
  const other = command === program ? COMMANDS_MEANT.get(word) : undefined;
  if (kind === 'command' && other !== undefined) return `; did you mean ${other}?`;
  if (kind !== 'option') return kind ? suggestion(word, commands, `. Commands: ${commands.join(', ')}.`) : '.';
  const known = ['--help', ...[...command.options, ...program.options].flatMap(({ long }) => long ?? [])];
  if (known.includes(word)) return error.includes('=') ? `; ${word} takes no value.` : ': write it after the command.';
  if (word === '--dry-run') return '. To see what a run would send: assay plan';
  const meant = OPTIONS_MEANT[word] ?? OPTIONS_MEANT[nearest(word, Object.keys(OPTIONS_MEANT)) ?? ''];
  const one = meant?.find((name) => known.includes(name));
  const own = suggestion(word, known);
  return one !== undefined && (word in OPTIONS_MEANT || own === '.') ? `; did you mean ${one}?` : own;
}
