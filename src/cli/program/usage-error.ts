/** Messages about usage errors: what is wrong, as commander says it, the nearest known word, and what to type. */
import type { Command, CommanderError } from 'commander';
import { capital } from '../../report/parts/tally.ts';
import { suggestion } from '../../settings/nearest.ts';
import { nameOf } from './command.ts';

/** Commands that other programs call differently. */
const MEANT: Readonly<Record<string, string>> = {
  ...{ test: 'run', check: 'doctor', validate: 'doctor', lint: 'doctor', config: 'init', setup: 'init' },
  ...{ ls: 'list', requirements: 'list requirements', settings: 'list settings' },
  ...{ show: 'explain', compare: 'diff', version: '--version' },
};

/** Options that other programs call differently; the first that the command has is meant. */
const OPTIONS_MEANT: Readonly<Record<string, readonly string[]>> = {
  ...{ '--output': ['--out', '--to', '--html'], '-o': ['--out', '--to', '--html'] },
  ...{ '--format': ['--report', '--to', '--json'], '--interface': ['--only'], '--filter': ['--only'] },
};

/** Options that an argument too many was probably meant as. */
const MEANT_AS: readonly (readonly [form: RegExp, option: string, advice: string])[] = [
  [/^https?:/, '--env-file', 'The address of a service is a setting, such as --transfer-url.'],
  [/\.env$/, '--env-file', 'To name a settings file: --env-file FILE.'],
  [/\//, '--only', 'To select requirements: --only ID.'],
];

/** Commander's words, and ours. */
const WORDS: readonly (readonly [said: RegExp, words: string])[] = [
  [/^command-argument value ('[^']*') is invalid for argument '(\w+)'\. Allowed choices are.*/, 'unknown $2 $1'],
  [/^option '(\S+) [^']*' argument ('[^']*') is invalid\. Allowed choices are.*/, 'unknown value $2 of $1'],
  [/^option '(\S+) (<.*>)' argument missing/, "option '$1' lacks its value $2"],
  [/^too many arguments for '(\w+)'\. Expected 0 .*/, "'$1' takes no argument"],
  [/^too many arguments for '(\w+)'\. Expected (\d+) arguments?.*/, "too many arguments for '$1', which takes $2"],
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
    const has = (option: string) => command.options.some(({ long }) => long === option);
    const [, , advice] = MEANT_AS.find(([form, option]) => form.test(word) && has(option)) ?? [];
    return `, but got ${JSON.stringify(word)}.${advice === undefined ? '' : ` ${advice}`}`;
  }
  const [, kind, word = ''] = /^unknown (command|option) '([^'=]+)/.exec(error) ?? [];
  if (kind === 'command') {
    if (command === program && Object.hasOwn(MEANT, word)) return `; did you mean ${MEANT[word]}?`;
    const commands = command.commands.map((one) => one.name());
    return suggestion(word, commands, `. Commands: ${commands.join(', ')}.`);
  }
  const known = ['--help', ...[...command.options, ...program.options].flatMap(({ long }) => long ?? [])];
  if (known.includes(word)) return error.includes('=') ? `; ${word} takes no value.` : ': write it after the command.';
  const meant = OPTIONS_MEANT[word]?.find((option) => known.includes(option));
  if (meant !== undefined) return `; did you mean ${meant}?`;
  const having = command.commands.filter(({ options }) => options.some(({ long }) => long === word));
  if (having.length > 0) return `: it is an option of ${having.map((one) => one.name()).join(', ')}.`;
  return kind === undefined ? '.' : suggestion(word, known);
}
