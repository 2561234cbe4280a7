/** Results of a run that did not start: wrong settings, or a fault in Assay. */

import { packageVersion } from '../contract/root.ts';
import { type Results, VERDICTS } from '../engine/words/types.ts';
import { SUITED } from './installed/suited.ts';
import type { StartedBy } from './invocation.ts';
import { withoutSecretSettings } from './without-secrets.ts';

/** The options shown in such results. */
interface Wanted {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly reference?: boolean;
  readonly only?: string | readonly string[];
  readonly started?: StartedBy;
}

/** Results if nothing was sent because of these problems with the command line: exit code 2. */
export function problemResults(
  problems: readonly string[],
  notices: readonly string[],
  options: Wanted,
  only: readonly string[],
): Results {
  return { ...emptyResults(options, only), conclusion: 'incomplete', exitCode: 2, gate: problems, notices, problems };
}

/** The same for problems with the settings. The invocation names their file; values may be wrong or secret, and are left out. */
export function settingProblemResults(
  problems: readonly string[],
  notices: readonly string[],
  options: Wanted,
  only: readonly string[],
): Results {
  const results = problemResults(problems, notices, options, only);
  return {
    ...results,
    run: {
      ...results.run,
      invocation: options.started?.envFile === undefined ? {} : { envFile: options.started.envFile },
    },
  };
}

/** Results if there was nothing to test: exit code 0, with the reason. */
export function idleResults(why: string, options: Wanted): Results {
  return { ...emptyResults(options, []), conclusion: 'incomplete', exitCode: 0, gate: [why] };
}

/** Results after an internal error: exit code 4. Secrets of the settings are redacted in the message. */
export function faultResults(fault: unknown, options: Wanted | undefined): Results {
  const said = withoutSecretSettings(fault instanceof Error ? fault.message : String(fault), options?.env ?? {});
  return {
    ...emptyResults(options, [options?.only ?? []].flat()),
    conclusion: 'invalid',
    exitCode: 4,
    gate: [`Internal error: ${said}`],
  };
}

function emptyResults(
  options: Wanted | undefined,
  only: readonly string[],
): Omit<Results, 'conclusion' | 'exitCode' | 'gate'> {
  const now = new Date().toISOString();
  return {
    format: 'assay-results/1',
    conclusions: {},
    counts: Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])) as Results['counts'],
    verified: {},
    requirements: [],
    notPlanned: [],
    notConfigured: [...SUITED],
    residue: [],
    notices: [],
    run: { id: '', startedAt: now, endedAt: now, seed: 0, only, interrupted: false, requests: 0 },
    suite: { name: 'assay', version: packageVersion(), contracts: {} },
    target: { reference: options?.reference ?? false, interfaces: {}, allowCreate: [], notOffered: [] },
  };
}
