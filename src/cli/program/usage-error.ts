/** Messages about usage errors: what is wrong, what was meant, what to type. */
import type { Command, CommanderError } from 'commander';
import { INTERFACES } from '../../../suites/index.ts';
import { shellWord } from '../../engine/repeat/shell.ts';
import { capital } from '../../report/parts/tally.ts';
import { nearest, notKnown, suggestion } from '../../settings/nearest.ts';
import { optionOwners } from './all.ts';
import { nameOf } from './command.ts';

/** An option in a message of commander: its name, and the name of its value. */
const OPTION = String.raw`option '(?:-\w, )?(--[\w-]+)(?: <(.*?)>)?'`;

/** Returns a command with its arguments. */
const formOf = (command: Command) =>
  ['assay', nameOf(command), ...command.registeredArguments.map((one) => one.name().toUpperCase())].join(' ');

/** Messages of commander without `error: `, and what is printed instead. */
const WORDINGS: readonly (readonly [
  pattern: RegExp,
  wording: (found: readonly string[], command: Command) => string,
])[] = [
  [
    new RegExp(`^${OPTION} argument missing`),
    ([, name, value = '']) => `${name} needs a value: ${name} ${value.toUpperCase()}`,
  ],
  [
    new RegExp(`^${OPTION} argument '(.*)' is invalid. Allowed choices are (.*)\\.$`, 's'),
    ([, name, , value, choices = '']) =>
      `${name} must be ${choices.replace(/, ([^,]*)$/, ' or $1')} (got ${JSON.stringify(value)})`,
  ],
  [
    /^command-argument value '(.*)' is invalid for argument '(.*)'\. Allowed choices are (.*)\.$/s,
    ([, value = '', subject = '', choices = '']) => notKnown(subject, value, choices.split(', ')),
  ],
  [
    new RegExp(`^required ${OPTION}`),
    ([, name, value = ''], command) => `${name} is missing: ${formOf(command)} ${name} ${value.toUpperCase()}`,
  ],
  [new RegExp(`^${OPTION} cannot be used with ${OPTION}`), ([, one, , other]) => `give ${one} or ${other}, not both`],
  [
    /^unknown option '([^=]*?)(=.*)?'$/s,
    ([, name = '', value = ''], command) =>
      value !== '' && command.options.some(({ long }) => long === name)
        ? `${name} takes no value (got ${JSON.stringify(name + value)})`
        : `${['assay', nameOf(command)].join(' ').trim()} has no option ${JSON.stringify(name + value)}`,
  ],
  [/^missing required argument/, (_, command) => `an argument is missing: ${formOf(command)}`],
  [
    /^too many arguments.* Expected (\d+ arguments?)/,
    ([, most = ''], command) =>
      `assay ${nameOf(command)} takes ${most.replace('0 arguments', 'no argument')} (got ${command.args.map((word) => JSON.stringify(word)).join(', ')})${narrowed(command, Number.parseInt(most, 10))}`,
  ],
];

/** Suggests `--only` for arguments beyond the first `most` that begin ids, if the command has that option. */
function narrowed(command: Command, most: number) {
  if (!command.options.some(({ long }) => long === '--only')) return '';
  const names = INTERFACES.map(({ name }) => name);
  if (!command.args.slice(most).every((word) => names.includes(word.replace(/\/.*/, '')))) return '';
  const words = command.args.map(shellWord);
  return `. To select requirements: ${['assay', nameOf(command), ...words.slice(0, most), '--only', words.slice(most)].join(' ')}`;
}

/** Returns the lines of an error of commander: what is wrong, the nearest known word, and the command that helps. */
export async function usageError({ message }: CommanderError, program: Command): Promise<string> {
  const command = program.args.reduce((at, word) => at.commands.find((one) => one.name() === word) ?? at, program);
  // Commander reports missing options before unknown ones.
  const unknown = /^error: required /.test(message) ? command.args.find((word) => /^-./.test(word)) : undefined;
  const error = unknown === undefined ? message.replace(/^error: /, '') : `unknown option '${unknown}'`;
  const [own] = WORDINGS.flatMap(([pattern, wording]) => {
    const found = pattern.exec(error);
    return found ? [wording(found, command)] : [];
  });
  // Values are in double quotes, as in all other messages.
  const said = own ?? error.replace(/'([^']*)'/g, (_, word: string) => JSON.stringify(word));
  const wrong = `${said.startsWith('assay ') ? said : capital(said)}${await nearestTo(error, command, program)}`;
  return [
    /[.?]$|: assay [^.]*$/.test(wrong) ? wrong : `${wrong}.`,
    `For usage and examples: ${['assay help', nameOf(command)].join(' ').trim()}`,
  ].join('\n');
}

/** Returns the nearest known word for an unknown command or option, whether the help shows it or not. */
async function nearestTo(error: string, command: Command, program: Command) {
  const [, kind, word = '', value] = /unknown (command|option) '([^'=]+)(=)?/.exec(error) ?? [];
  const commands = command.commands.map((one) => one.name());
  const options = [...command.options, ...program.options].map(({ long }) => long ?? '');
  if (value !== undefined && options.includes(word)) return '';
  const inFile = options.find((option) => option === `${word}-file`);
  if (inFile !== undefined) return `; secrets are read from files: ${inFile} FILE`;
  const known = [...commands, ...options, '--help'];
  if (kind !== 'option') return suggestion(word, known, kind ? `. Commands: ${commands.join(', ')}.` : '');
  const owners = await optionOwners();
  const of = (option: string) => new Intl.ListFormat('en-GB').format(owners.get(option) ?? []);
  const own = suggestion(word, known, '');
  const files = command.options.filter(({ flags, long }) => flags.includes('file>') && long !== '--env-file');
  if (/^--out(put)?$/.test(word) && files.length === 1)
    return `. To name the file: ${files[0]?.flags.replace(/<.*>/, (value) => value.slice(1, -1).toUpperCase())}`;
  if (word === '--interface' && options.includes('--only')) return '. To select an interface: --only INTERFACE';
  if (owners.has(word)) return `${own || '.'} ${word} is an option of ${of(word)}`;
  const elsewhere = own === '' ? nearest(word, [...owners.keys()]) : undefined;
  return elsewhere ? `; did you mean ${elsewhere} (of ${of(elsewhere)})?` : own;
}
