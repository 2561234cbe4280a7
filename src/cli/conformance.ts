/**
 * `npm run conformance`: `assay run`, against the embedded references if no interface is configured. `--allure` writes
 * an Allure report too, `--verbose` lists every requirement, `--strict` exits with 2 if no interface is configured.
 */
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../contract/root.ts';
import { InputError, messageOf } from '../files/read-file.ts';
import { LATEST, REPORTS } from '../run/directory/run-files.ts';
import { settingsFromFiles } from '../run/settings-source.ts';
import { runCommand } from './commands/deployments/run.ts';
import { reportCommand } from './commands/results/report.ts';
import { createContext, printFailure } from './context.ts';

/** A reader can start the command beside this script. */
const context = createContext(join(packageRoot(), 'bin', 'assay.mjs'));

/** Returns the exit code. Throws InputError. */
async function conformance(args: string[]) {
  const { allure, verbose, strict } = optionsOf(args);
  const { configured } = await settingsFromFiles(process.env, process.cwd());
  if (strict && !configured)
    throw new InputError(
      'No interface is configured, and --strict is given: no test was run. For a list: assay list settings',
    );
  // A development dependency.
  const pages = allure ? await import('./allure-report.ts') : undefined;
  const latest = () => realpath(join(REPORTS, LATEST)).catch(() => undefined);
  const before = await latest();
  const code = await runCommand(context, {
    ...(!configured && { reference: true }),
    ...(verbose && { verbose }),
  });
  const run = await latest();
  // A run that sent no request is not the latest one.
  if (pages && run !== undefined && run !== before) {
    const [results, page] = [join(run, 'allure-results'), join(run, 'allure.html')];
    await reportCommand(context, run, { to: [`allure=${results}`] });
    await pages.generateAllureReport(results, page, 'Assay');
    context.answer(`Allure report: ${page}`);
  }
  return code;
}

function optionsOf(args: string[]) {
  const option = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({ args, options: { allure: option, verbose: option, strict: option } }).values;
  } catch (error) {
    throw new InputError(messageOf(error));
  }
}

// An end of the process before the end of the run must not look like a success.
process.exitCode = 4;
process.exitCode = await conformance(process.argv.slice(2)).catch((error: unknown) =>
  printFailure(error, context, false),
);
