/** The API: one run from settings to results, which resolves in every case. */

import { AsyncResource } from 'node:async_hooks';
import { packageVersion } from '../contract/root.ts';
import type { Interface, Profile } from '../contract/types.ts';
import { invalid, withReasons, worstExitCode } from '../engine/account/exit-codes.ts';
import { type ConductedRun, conduct, type RunOptions, redacted } from '../engine/send/run.ts';
import { SelectionError, selectionOf } from '../engine/send/select.ts';
import type { Invocation, Results } from '../engine/words/types.ts';
import { objectIn } from '../files/json-value.ts';
import { InputError, messageOf, reasonOf, refuseIf } from '../files/read-file.ts';
import { describeTarget } from '../settings/describe.ts';
import type { Environment, Places } from '../settings/types.ts';
import { keepingStrayErrors } from '../wire/session/stray-errors.ts';
import type { Transport } from '../wire/types.ts';
import { type ClaimOptions, readClaimOptions } from './claims/claim-options.ts';
import {
  differencesFrom,
  keepAsBase,
  refuseUnwritable,
  removeEarlier,
  replacedByRuns,
  unwritable,
  withoutThisBase,
  writeRun,
} from './directory/run-files.ts';
import { type GateOptions, readGateOptions } from './gate-options.ts';
import { settingsOfAssay, startReferences } from './installed/references.ts';
import { SUITED } from './installed/suited.ts';
import { makeReady, selectedElsewhere, settingsOf } from './ready.ts';
import { resultsWithoutRun } from './results-without-run.ts';
import { transportFor } from './session.ts';
import { invocationOf, type StartedBy } from './settings-source.ts';
import { withoutSecretSettings } from './without-secrets.ts';

/** Options of the API. Neither `.env` nor `process.env` is read. */
export interface ConformanceOptions {
  /** Settings by name (see `assay list settings`). */
  readonly env: Environment;
  /** Whether to test the embedded references; then only the `ASSAY_…` settings of `env` count. */
  readonly reference?: boolean;
  /** Requirement id patterns, as for `--only`. */
  readonly only?: string | readonly string[];
  /** Directory for results.json, evidence and ledger; without it no file is written. */
  readonly out?: string;
  /** Interrupts the run: the run then cleans up and resolves with exitCode 130. */
  readonly signal?: AbortSignal;
}

/** Additional options for callers inside the package. */
export interface HostOptions
  extends ConformanceOptions,
    GateOptions,
    ClaimOptions,
    Pick<RunOptions, 'on' | 'requireComplete' | 'backoffMs' | 'runId'>,
    Pick<Invocation, 'fault' | 'variants'> {
  readonly places?: Places;
  /** Tests only this interface, even if the settings configure others. */
  readonly interface?: Interface;
  /** Transport for tests that call handlers in-process. */
  readonly transport?: Transport;
  /** The command line and the settings that came from the environment; default: all of `env`. */
  readonly started?: StartedBy;
}

/**
 * Runs the suite. Resolves with results for every outcome: settings errors (exitCode 2), aborts (130) and faults of
 * Assay itself (4) included.
 */
export async function runConformance(options: ConformanceOptions): Promise<Results> {
  const { env, out }: Partial<ConformanceOptions> = objectIn(options) ?? {};
  const problems = environmentProblems(env);
  const run = problems.length > 0 ? refusedRun({ env: {}, out }, problems) : hostRun(options);
  return (await run).results;
}

/** Returns the settings that are not texts: a caller in JavaScript can pass any value. */
function environmentProblems(env: unknown) {
  const values = objectIn(env);
  if (values === undefined) return ['env must be an object with settings by name, such as process.env.'];
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined || typeof value === 'string' ? [] : [`${name} must be a string, not a ${typeof value}.`],
  );
}

/** Results and, if requests were sent, their evidence. */
export interface HostOutcome {
  readonly results: Results;
  readonly conducted?: ConductedRun;
  readonly profile?: Profile;
  /** The internal error, if it prevented verdicts. */
  readonly fault?: unknown;
}

/** Like `runConformance`, with additional data for the command line and vitest. Never rejects. */
export async function hostRun(options: HostOptions): Promise<HostOutcome> {
  // Stray errors of the caller's listener are not those of the run, and are not intercepted.
  const on = options?.on && AsyncResource.bind(options.on);
  const internalError = (fault: unknown) =>
    `Internal error: ${withoutSecretSettings(messageOf(fault), options?.env ?? {})}`;
  return keepingStrayErrors(async (failure) => {
    const outcome = await Promise.race([outcomeOf(on ? { ...options, on } : options), failure]).catch(
      (fault: unknown) =>
        fault instanceof InputError
          ? refused(options, fault.problems)
          : { results: resultsWithoutRun(options ?? {}, { exitCode: 4, gate: [internalError(fault)] }), fault },
    );
    return kept(outcome, options ?? {});
  });
}

/** Writes and returns the outcome of a run that cannot begin: otherwise an earlier one would be taken for it. */
export const refusedRun = (options: HostOptions, problems: readonly string[]): Promise<HostOutcome> =>
  kept(refused(options, problems), options);

/** Returns the outcome if no request was sent, because of problems with the options or the settings. */
function refused(
  options: HostOptions,
  problems: readonly string[],
  notices: readonly string[] = [],
  invocation?: Invocation,
) {
  return { results: resultsWithoutRun(options, { exitCode: 2, gate: problems, problems, notices }, invocation) };
}

/** Throws InputError, so that no request is sent, if there are problems. */
function refuseAny(...found: readonly (string | false | undefined)[]) {
  refuseIf(found.filter((problem) => typeof problem === 'string'));
}

async function outcomeOf(given: HostOptions) {
  const gate = readGateOptions(given);
  const only = gate.only ?? [given.only ?? []].flat();
  const options = { ...given, only };
  const { base, out } = options;
  refuseAny(base !== undefined && out !== undefined && replacedByRuns(base, out));
  if (out !== undefined) refuseUnwritable(out);
  if (base !== undefined) refuseUnwritable(base, '--base');
  const claim = readClaimOptions(options, options.env, options.places);
  refuseIf([...gate.problems, ...claim.problems]);
  const tested = options.interface === undefined ? claim.interfaces : [options.interface];
  const references = options.reference ? await startReferences({ ...options, tested }) : undefined;
  try {
    const env = references ? { ...references.env, ...settingsOfAssay(claim.env) } : claim.env;
    const made = await makeReady(tested ? settingsOf(tested, env) : env, claim.places, options.started?.envFile);
    // Values may be wrong or secret, so only the settings file is named, and only if it contains all of them.
    if (!made.ok)
      return refused(
        options,
        made.problems,
        made.warnings,
        made.unconfigured || Object.keys(options.started?.options ?? {}).length > 0
          ? undefined
          : { envFile: options.started?.envFile },
      );
    const { target, ready, warnings } = made;
    const differing =
      gate.earlier &&
      differencesFrom(gate.earlier, {
        target: { reference: references !== undefined, ...describeTarget(target) },
        run: { only, depth: target.depth, invocation: { fault: options.started?.fault } },
        suite: { version: packageVersion() },
      });
    if (differing && differing.problems.length > 0)
      refuseAny(
        [
          ...differing.problems,
          base === undefined
            ? 'Correct the settings, or name another run.'
            : `Correct the settings. ${withoutThisBase(base)}`,
        ].join(' '),
      );
    refuseAny(tested === undefined && !references && selectedElsewhere(only, target.configured));
    if (gate.nothingToTest !== undefined)
      return { results: resultsWithoutRun({ ...options, only: [] }, gate.nothingToTest) };
    const firstBase =
      base === undefined || gate.earlier
        ? []
        : [
            `First run with --base ${base}: no run to compare with was found. If this run passes and is not narrowed by --only, it becomes the base run.`,
          ];
    const unselected = (options.fault?.split('@', 1) ?? [])
      .filter((id) => !selectionOf(only, ready)(id))
      .map((id) => `The fault contradicts ${id}, which --only does not select.`);
    const conducted = await conduct({
      ...options,
      ready,
      target,
      reference: references !== undefined,
      only,
      version: packageVersion(),
      known: claim.interfaces ?? SUITED,
      tryAgain: true,
      transport: (caFor) => options.transport ?? transportFor(target, caFor),
      notices: [...warnings, ...(references?.notices ?? []), ...firstBase, ...unselected],
      failOn: gate.failOn,
      heldAgainst: gate.heldAgainst && { ...gate.heldAgainst, notices: differing?.notices },
      plan: claim.plan,
      runId: claim.runId ?? options.runId,
      invocation: invocationOf(
        env,
        {
          ...(options.started ?? { environment: references ? claim.env : options.env }),
          statement: options.statement,
          fault: options.fault,
          variants: options.variants,
        },
        references !== undefined,
      ),
      directory: options.out,
    });
    return { results: withoutLeak(conducted), conducted, profile: made.profile };
  } catch (error) {
    if (error instanceof SelectionError) return refused(options, [error.message, ...(references?.notices ?? [])]);
    throw error;
  } finally {
    await references?.close();
  }
}

/** Writes the outcome to the directory, and the base, if possible. */
async function kept(outcome: HostOutcome, { out: directory, base }: Partial<HostOptions>) {
  if (directory === undefined || unwritable(directory) !== undefined) return outcome;
  let what = `the results and the evidence to ${JSON.stringify(directory)}`;
  try {
    removeEarlier(directory, outcome.conducted === undefined);
    await writeRun(directory, outcome.results, outcome.conducted, outcome.profile);
    what = `the base run to ${JSON.stringify(base)}`;
    if (base !== undefined) await keepAsBase(base, outcome.results);
    return outcome;
  } catch (error) {
    // The exit code is 4, unless one of higher precedence applies.
    const results = {
      ...outcome.results,
      exitCode: worstExitCode([outcome.results.exitCode, 4]),
      // The cause of an error that names the same directory.
      gate: withReasons(outcome.results, [`Cannot write ${what}: ${reasonOf((error as Error).cause ?? error)}.`]),
    };
    // The evidence may be too large for the disk, but the verdicts are small.
    await writeRun(directory, results).catch(() => undefined);
    return { ...outcome, results };
  }
}

/**
 * Returns results without secrets. A secret that can be removed becomes a notice; with any other secret, the results
 * are invalid.
 */
export function withoutLeak({ results, redactor }: Pick<ConductedRun, 'results' | 'redactor'>): Results {
  const secretsIn = (value: unknown) => redactor.findSecrets(Buffer.from(JSON.stringify(value) ?? ''));
  const found = secretsIn(results);
  if (found.length === 0) return results;
  const clean = redacted(results, redactor);
  if (secretsIn(clean).length > 0)
    return invalid(clean, [
      'A secret is in the results and could not be removed. Publish none of the files; delete them, and report this to the maintainers of Assay.',
    ]);
  return {
    ...clean,
    notices: [...clean.notices, `Warning: a secret (${found.join(', ')}) was removed from the results.`],
  };
}
