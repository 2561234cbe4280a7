/** Messages about usage errors: what was given, what is possible, what to type. */
import type { Command, CommanderError } from 'commander';
import { number } from '../../report/parts/tally.ts';
import { notKnown, suggestion } from '../../settings/nearest.ts';
import { nameOf, ROWS } from './command.ts';

/** Returns the lines of an error of commander, which quotes first the option or argument that is wrong. */
export function usageError({ code, message }: CommanderError, program: Command): string {
  const command = program.args.reduce((at, word) => at.commands.find((one) => one.name() === word) ?? at, program);
  const name = `assay ${nameOf(command)}`;
  const [first = '', second = ''] = [...message.matchAll(/'([^']*)'/g)].map(([, text = '']) => text);
  const { examples = [], options = [], arguments: taken = [] } = ROWS.get(command) ?? {};
  const option = options.find(([form]) => form === first);
  const [, meaning = '', { values, choices = [], mandatory } = {}] =
    option ?? taken.find(([form]) => [first, second].includes(form.replace(/\W/g, ''))) ?? [];
  const possible = values?.().map(([word]) => word) ?? choices;
  const meant = `: ${meaning}.${possible.length > 0 ? ` Possible: ${possible.join(', ')}.` : ''}`;
  const problems: Readonly<Record<string, () => string>> = {
    'commander.missingArgument': () => `${name} needs <${first}>${meant}`,
    'commander.missingMandatoryOptionValue': () => `${name} needs ${first}${meant}`,
    'commander.optionMissingArgument': () => `${first} needs a value${option ? meant : '.'}`,
    'commander.invalidArgument': () =>
      option ? `${first}: ${notKnown('value', second, choices)}` : notKnown(second, first, choices),
    'commander.conflictingOption': () => `${longOf(first)} cannot be given together with ${longOf(second)}.`,
    'commander.excessArguments': () =>
      `${name} takes ${taken.length === 0 ? 'no argument' : number(taken.length, 'argument')}, but got: ${command.args.join(' ')}.`,
  };
  const problem = problems[code]?.();
  return [
    problem ??
      `${message.replace(/^error: (.)/, (_, letter) => letter.toUpperCase())}${nearestTo(message, command, program)}`,
    ...(problem !== undefined && (!option || mandatory) ? examples.slice(0, 1).map((line) => `Example: ${line}`) : []),
    `For usage and examples: ${['assay help', nameOf(command)].join(' ').trim()}`,
  ].join('\n');
}

/** Returns the long name of an option, from its form. */
const longOf = (form: string): string => /--[\w-]+/.exec(form)?.[0] ?? form;

/** Returns the nearest known word for an unknown command or option, whether the help shows it or not. */
function nearestTo(error: string, command: Command, program: Command): string {
  const [, kind, word = '', value] = /unknown (command|option) '([^'=]+)(=)?/.exec(error) ?? [];
  const commands = command.commands.map((one) => one.name());
  const options = [...command.options, ...program.options].map(({ long }) => long ?? '');
  if (value !== undefined && options.includes(word)) return `; ${word} takes no value`;
  const inFile = options.find((option) => option === `${word}-file`);
  if (inFile !== undefined) return `; secrets are read from files: ${inFile} FILE`;
  return suggestion(
    word,
    [...commands, ...options, '--help'],
    kind === 'command' ? `. Commands: ${commands.join(', ')}.` : '',
  );
}
