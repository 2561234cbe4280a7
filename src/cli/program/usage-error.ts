/** Messages about usage errors: what is wrong, what was meant, what to type. */
import type { Command, CommanderError } from 'commander';
import { capital } from '../../report/parts/tally.ts';
import { suggestion } from '../../settings/nearest.ts';
import { nameOf } from './command.ts';

/** Returns the lines of an error of commander: what is wrong, the nearest known word, and the command that helps. */
export function usageError({ message }: CommanderError, program: Command): string {
  const command = program.args.reduce((at, word) => at.commands.find((one) => one.name() === word) ?? at, program);
  const said = message
    .replace(/^error: /, '')
    .replace(/^command-argument value ('.*') is invalid for argument '([^']*)'\./, 'unknown $2 $1.')
    // Values are in double quotes, as in all other messages.
    .replace(/'([^']*)'/g, (_, word: string) => JSON.stringify(word));
  const wrong = `${capital(said)}${nearestTo(message, command, program)}`;
  return [
    wrong.replace(/[^.?]$/, '$&.'),
    `For usage and examples: ${['assay help', nameOf(command)].join(' ').trim()}`,
  ].join('\n');
}

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
