/**
 * The settings of a command, read and made ready: from its options, the settings file and the environment, or those of
 * the references.
 */

import { redactorFor } from '../engine/send/started-run.ts';
import { InputError, refuseIf } from '../files/read-file.ts';
import { readClaimOptions } from '../run/claims/claim-options.ts';
import { settingsOfAssay, startReferences } from '../run/installed/references.ts';
import { makeReady, type ReadyOrProblems, settingsOf } from '../run/ready.ts';
import { type SettingsSource, settingsFromFiles } from '../run/settings-source.ts';
import type { Environment } from '../settings/types.ts';
import type { Context } from './context.ts';
import type { Options } from './program/options.ts';
import { settingsOfCommand } from './setting-options.ts';

/**
 * Reads the named settings file, or `.env` in the working directory if present. Environment variables override it.
 * Options for settings override both. Throws InputError if the file cannot be read.
 */
export async function givenSettings(
  context: Context,
  options: { readonly envFile?: string; readonly depth?: string; readonly reference?: true },
): Promise<SettingsSource> {
  const settings = await settingsFromFiles(process.env, process.cwd(), options.envFile, settingsOfCommand(options));
  context.environment = settings.env;
  return settings;
}

export type MadeReady = Extract<ReadyOrProblems, { ok: true }> & {
  /** All settings, those of the references included. */
  readonly env: Environment;
  /** A context whose output is without secrets. */
  readonly context: Context;
};

/**
 * Returns what `use` does with the target of the settings, or with the embedded references, which are stopped
 * afterwards. Throws InputError if the settings have problems, with these and then the notices about the settings.
 */
export async function withReadySettings<T>(
  context: Context,
  options: Options,
  use: (made: MadeReady) => Promise<T>,
): Promise<T> {
  const { env: given, places: givenPlaces, file } = await givenSettings(context, options);
  const { env, problems, interfaces, places } = readClaimOptions(options, given, givenPlaces);
  refuseIf(problems);
  const references = options.reference ? await startReferences({ tested: interfaces }) : undefined;
  try {
    const every = references ? { ...references.env, ...settingsOfAssay(env) } : env;
    const all = interfaces ? settingsOf(interfaces, every) : every;
    const made = await makeReady(all, places, file);
    if (!made.ok)
      throw new InputError([
        ...made.problems,
        // A misspelt name may be the reason of a problem.
        ...made.warnings.map((one) => `Notice: ${one}`),
      ]);
    const redactor = redactorFor(made);
    return await use({
      ...made,
      env: all,
      context: { ...context, answer: (text) => context.answer(redactor.text(text)) },
    });
  } finally {
    await references?.close();
  }
}
