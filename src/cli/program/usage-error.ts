/** Messages about usage errors: what is wrong, as commander says it, the nearest known word, and what to type. */
import type { Command, CommanderError } from 'commander';
import { OF_ASSAY } from '../../engine/repeat/reproduction.ts';
import { capital } from '../../report/parts/tally.ts';
import { nearest, suggestion } from '../../settings/nearest.ts';
import { optionOwners } from './all.ts';
import { nameOf } from './command.ts';

/** Errors of commander, and how they are said. */
const SAID: readonly (readonly [form: RegExp, said: string])[] = [
  [/^missing required argument '(\w+)'$/, 'missing argument <$1>'],
  [/^too many arguments for .*$/, 'unexpected argument'],
  [/^option '(?:-\w, )?(--\S+) (\S+)' argument missing$/, '$1 needs a value: $1 $2'],
  [
    /^option '(?:-\w, )?(--\S+) \S+' argument '(.*)' is invalid\. Allowed choices are /,
    "$1 '$2' is not known. Allowed: ",
  ],
  [
    /^command-argument value '(.*)' is invalid for argument '(\w+)'\. Allowed choices are /,
    "$2 '$1' is not known. Allowed: ",
  ],
];

/** Returns the lines of an error of commander: what is wrong, the nearest known word, and the command that helps. */
export async function usageError({ message }: CommanderError, program: Command): Promise<string> {
  const command = program.args.reduce((at, word) => at.commands.find((one) => one.name() === word) ?? at, program);
  // Commander reports missing options before unknown ones.
  const unknown = /^error: required /.test(message) ? command.args.find((word) => /^-./.test(word)) : undefined;
  const error = unknown === undefined ? message.replace(/^error: |\.$/g, '') : `unknown option '${unknown}'`;
  const plain = SAID.reduce((text, [form, words]) => text.replace(form, words), error);
  // Values are in double quotes, as in all other messages.
  const said = capital(plain.replace(/'([^']*)'/g, (_, word: string) => JSON.stringify(word)));
  return [
    `${said}${argumentsOf(command, error)}${await nearestTo(error, command, program)}`,
    `For usage and examples: ${['assay help', nameOf(command)].join(' ').trim()}`,
  ].join('\n');
}

/** Returns the arguments that an error is about: the values of a missing one, or those that are too many. */
function argumentsOf({ registeredArguments, args }: Command, error: string) {
  if (error.startsWith('too many'))
    return ` ${args
      .slice(registeredArguments.length)
      .map((word) => JSON.stringify(word))
      .join(' ')}`;
  const missing = registeredArguments.find((argument) => error === `missing required argument '${argument.name()}'`);
  return missing?.argChoices ? `: ${missing.argChoices.join(', ')}` : '';
}

/** Returns the nearest known word for an unknown command or option, whether the help shows it or not. */
async function nearestTo(error: string, command: Command, program: Command) {
  const [, kind, word = ''] = /^unknown (command|option) '([^'=]+)/.exec(error) ?? [];
  const commands = command.commands.map((one) => one.name());
  if (kind !== 'option') return kind ? suggestion(word, commands, `. Commands: ${commands.join(', ')}.`) : '.';
  const owners = await optionOwners();
  const ofCommand = [...owners].flatMap(([option, of]) => (of.includes(nameOf(command)) ? option : []));
  const own = [...ofCommand, ...program.options.map(({ long }) => long ?? '')];
  if (own.includes(word)) return `; ${word} takes no value.`;
  // `--timeout-ms` is the end of two settings; each has also a longer option.
  const ends = own.filter((one) => one.endsWith(word.slice(1)) && !one.startsWith(`--${OF_ASSAY}-`));
  const near = owners.has(word) ? undefined : ends.length > 1 ? ends.join(' or ') : nearest(word, [...own, '--help']);
  if (near !== undefined) return `; did you mean ${near}?`;
  const elsewhere = nearest(word, [...owners.keys()]);
  const commandsOf = (option: string) => new Intl.ListFormat('en-GB').format(owners.get(option) ?? []);
  return elsewhere === undefined ? '.' : `. ${elsewhere} is an option of ${commandsOf(elsewhere)}.`;
}
