#!/usr/bin/env node
/** The command `assay`. Each command is loaded on demand, so that commands that send no request start quickly. */
import { writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { packageVersion } from '../contract/root.ts';
import { inOnePiece, JOINED } from '../report/parts/copied.ts';
import { createContext, printFailure, withoutSecrets, wrappedFor } from './context.ts';
import { addCommands } from './program/all.ts';

// Node takes half as long to require a CommonJS module as to import it.
const { Command, CommanderError, Help } = createRequire(import.meta.url)('commander') as typeof import('commander');

/**
 * The exit code until a command has ended. Node ends with 0 if no event is left to wait for, for example because a
 * module could not be read.
 */
const NOT_ENDED = 4;
let ended = false;
/** Time for pending output after an error. */
const GRACE_MS = 3_000;
process.exitCode = NOT_ENDED;
process.on('exit', (code) => {
  if (!ended && code === NOT_ENDED)
    writeSync(
      2,
      'Internal error: the process ended before the command had a result (exit code 4). Install Assay again, or raise the limit on open files (ulimit -n).\n',
    );
});

const context = createContext();

/** Sets the exit code. Pending output is written before the process ends. */
function endWith(code: number) {
  ended = true;
  process.exitCode = code;
}

/** Sets the exit code of a command without cutting off pending output. */
async function ending(command: () => Promise<number>) {
  try {
    endWith(await command());
  } catch (error) {
    endWith(await printFailure(error, context, program.opts<{ debug?: true }>().debug ?? false));
    // Handles that the command left open must not keep the process alive.
    setTimeout(() => process.exit(), GRACE_MS).unref();
  }
}

const program = new Command('assay')
  .description(
    'Test a ticket bridge (SOAP), a transfer service (REST), its client library or a data hub (REST, CDMI), or a client of one of them, against the document "Ticket Bridge, Transfer Job and Data Hub Interfaces".\n\nTo begin:\n    assay run --reference   try Assay without a deployment\n    assay init              configure a deployment\n    assay list requirements see what is tested',
  )
  .addHelpText('after', '\nFor a word, id or exit code that you do not know: assay explain WORD')
  .version(packageVersion(), '-V, --version', 'print the version')
  .helpOption('-h, --help', 'print help (-h of a command: the short one)')
  .option('--debug', 'print the stack trace of an internal error')
  .showSuggestionAfterError(false)
  .configureHelp({
    minWidthToWrap: 30,
    padWidth: (command, help) => Math.min(Help.prototype.padWidth(command, help), 32),
    // The description of a long option begins on the next line.
    formatItem(term, width, ...of) {
      const item = (name: string) => Help.prototype.formatItem.call(this, name, width, ...of);
      return term.length > width ? `  ${term}\n${item('')}` : item(term);
    },
    boxWrap(text, width) {
      const whole = inOnePiece(context.commands(text)).replace(/^ {2}.*/gm, (line) => line.replaceAll(' ', JOINED));
      return Help.prototype.boxWrap.call(this, whole, width).replaceAll(JOINED, ' ');
    },
  })
  .configureOutput({
    // Wrapped lines have their commands already.
    writeOut: (text) => void process.stdout.write(context.commands(text)),
    writeErr: context.remark,
    outputError: () => undefined,
  })
  .exitOverride();
const typed = process.argv.slice(2);
const [own = ''] = typed.join('\n').split(/^--$/m);
const words = own.split('\n').filter((word) => word !== '' && !word.startsWith('-'));
const asked = typed[0] === 'help' ? words.slice(1) : /^(-h|--help)$/m.test(own) ? words : [];
await addCommands(program, context, ending, asked.length > 0 ? asked : typed);

/**
 * Returns the arguments that print help: `help baseline init` is the help of that command. An unknown command is
 * returned by itself, which causes an error.
 */
function argumentsOf(words: readonly string[]) {
  const path: string[] = [];
  let at: Pick<typeof program, 'commands'> | undefined = program;
  for (const word of words) {
    if (at === undefined || at.commands.length === 0) break;
    path.push(word);
    at = at.commands.find((one) => one.name() === word);
  }
  return at === undefined ? path : [...path, '--help'];
}

process.on('uncaughtException', (error) => void ending(() => Promise.reject(error)).finally(() => process.exit()));

try {
  const args = asked.length > 0 ? argumentsOf(asked) : typed;
  await program.parseAsync(args, { from: 'user' });
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  const monitored = process.argv.includes('--monitor') || process.argv.includes('--monitor=nagios');
  if (error.message.startsWith('error: ')) {
    const { usageError } = await import('./program/usage-error.ts');
    const text = await withoutSecrets(usageError(error, program), context);
    // A monitoring system shows only stdout.
    if (monitored)
      context.answer((await import('../report/files/nagios.ts')).pluginText(3, text.split('\n')[0] ?? '', []));
    else context.remark(await wrappedFor(context, text));
  }
  // Help and version give 0; commander gives `help` the exit code that is set. All else is a usage error: 2, or 3 for a
  // monitoring plugin.
  const wanted = error.exitCode === 0 || (error.code === 'commander.help' && program.args.includes('help'));
  endWith(wanted ? 0 : monitored ? 3 : 2);
}
