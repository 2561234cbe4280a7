/**
 * The settings of a command, read and made ready: from its options, the settings file and the environment, or those of
 * the references.
 */

import { redactorFor } from '../engine/send/started-run.ts';
import { printable } from '../report/parts/report-input.ts';
import { readClaimOptions } from '../run/claims/claim-options.ts';
import { settingsOfAssay, startReferences } from '../run/installed/references.ts';
import { makeReady, type ReadyOrProblems, settingsOf } from '../run/ready.ts';
import { type SettingsSource, settingsFromFiles } from '../run/settings-source.ts';
import type { Environment } from '../settings/types.ts';
import { type Context, wrappedFor } from './context.ts';
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
  const { envFile, depth } = options;
  const settings = await settingsFromFiles(
    { ...process.env, ...(depth !== undefined && { ASSAY_DEPTH: depth }) },
    process.cwd(),
    envFile,
    settingsOfCommand(options),
  );
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
 * Calls `use` with the target of the settings, or with the embedded references. If the settings have problems, prints
 * them, then the notices about the settings, and returns 2; or `refuse` does. References are stopped afterwards.
 */
export async function withReadySettings(
  context: Context,
  options: Options,
  use: (made: MadeReady) => Promise<number>,
  refuse: (context: Context, problems: readonly string[], unconfigured?: boolean) => number | Promise<number> = refused,
): Promise<number> {
  const { env: given, places: givenPlaces, file } = await givenSettings(context, options);
  const { env, problems, interfaces, places } = readClaimOptions(options, given, givenPlaces);
  if (problems.length > 0) return refuse(context, problems);
  const references = options.reference ? await startReferences({ tested: interfaces }) : undefined;
  try {
    const every = references ? { ...references.env, ...settingsOfAssay(env) } : env;
    const all = interfaces ? settingsOf(interfaces, every) : every;
    const made = await makeReady(all, places, file);
    // A misspelt name may be the reason of a problem.
    if (!made.ok)
      return refuse(context, [...made.problems, ...made.warnings.map((one) => `Notice: ${one}`)], made.unconfigured);
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

export async function refused(context: Context, problems: readonly string[]) {
  for (const problem of problems) context.remark(await wrappedFor(context, printable(problem)));
  return 2;
}
