/** Prepares interfaces from settings, or reports all problems. */

import type { Interface } from '../contract/types.ts';
import type { Ready } from '../engine/send/run.ts';
import { namesIn, readIfGiven } from '../files/read-file.ts';
import { checkNotOffered, readTarget } from '../settings/read.ts';
import { ASSAY } from '../settings/table.ts';
import { type Environment, inWords, type Places, type SettingProblem, type Target } from '../settings/types.ts';
import { authoritiesFrom } from '../wire/connect/certificate-authorities.ts';
import { loadKnownProfile } from './installed/known-profile.ts';
import { SETTINGS_TABLE } from './installed/settings-table.ts';
import { SUITED } from './installed/suited.ts';
import { descriptorOf, loadContract, loadSuite, offerings } from './installed/suites.ts';

export type ReadyOrProblems = Awaited<ReturnType<typeof makeReady>>;

/**
 * Reads settings, loads contracts with the profile, prepares credentials. Sends no request.
 * @param places the places of the settings, for problems with them; absent if the caller gave them as values
 * @param file the settings file that was read
 */
export async function makeReady(env: Environment, places?: Places, file = '.env') {
  const read = readTarget(SETTINGS_TABLE, env, places);
  const { warnings } = read;
  const lineOf = ({ setting, because: [name = ''] = [setting] }: SettingProblem) =>
    Number(places?.get(name)?.match(/:(\d+)$/)?.[1] ?? Infinity);
  const unready = (problems: readonly string[], unconfigured = false) => ({
    ...{ ok: false as const, problems, warnings },
    // No interface is configured; the problem then says what to do.
    unconfigured,
  });
  const refused = (problems: readonly SettingProblem[]) => {
    const sorted = problems.toSorted((one, other) => lineOf(one) - lineOf(other));
    return unready([...new Set(sorted.map((problem) => inWords(problem, places)))]);
  };
  if (!read.ok) return refused(read.problems);
  if (read.target.configured.length === 0)
    return unready(
      [
        `No interface is configured: no address in ${file} or the environment. To write a settings file: assay init; to name one: --env-file FILE. To try Assay without a deployment: assay run --reference`,
      ],
      true,
    );
  const { problems, ...made } = await prepared(read.target);
  return problems.length > 0 ? refused(problems) : { ok: true as const, ...made, warnings };
}

/** Returns the target with its profile, and its interfaces ready to send requests, or problems. */
async function prepared(given: Target) {
  const ofProfile: string[] = [];
  // Without a profile if it is invalid, so that the other settings are also checked.
  const profile = readIfGiven(ofProfile, given.profile, loadKnownProfile);
  const problems: SettingProblem[] = ofProfile.map((one) => ({
    setting: 'ASSAY_PROFILE',
    message: `ASSAY_PROFILE: ${one}`,
  }));
  const contracts = given.configured.map((name) => loadContract(name, profile));
  problems.push(...checkNotOffered(SETTINGS_TABLE, given.notOffered, offerings(SUITED.map((of) => loadContract(of)))));
  const own = new Set([...offerings(contracts), ...SETTINGS_TABLE.credentials]);
  const notOffered = [...given.notOffered, ...(profile?.notOffered ?? [])].filter((name) => own.has(name));
  const target = { ...given, notOffered: new Set(notOffered) };
  const ready: Ready[] = [];
  for (const contract of contracts) {
    const name = contract.interface;
    const suite = await loadSuite(name, contract);
    const prepared = await suite.prepare(target.values, contract, target.notOffered);
    problems.push(...prepared.problems);
    const { services, ca, certificate } = descriptorOf(name);
    const path = ca && target.values.text(ca);
    const authorities = ca && path ? authoritiesFrom(ca, path, problems) : undefined;
    const addresses = Object.fromEntries(services.map(({ name, address }) => [name, address]));
    const connection = { addresses, ca, authorities: authorities !== undefined, certificate: certificate?.cert };
    ready.push({ suite, contract, prepared, authorities, connection });
  }
  return { problems, target, ready, profile };
}

/** Returns the environment without the settings of other interfaces. */
export function settingsOf(tested: readonly Interface[], env: Environment): Environment {
  const kept = Object.entries(env).filter(([name]) =>
    [ASSAY, ...tested, undefined].includes(SETTINGS_TABLE.named(name)?.interface),
  );
  const required = env['ASSAY_INTERFACES']
    ?.split(',')
    .filter((name) => tested.includes(name.trim()) || !SUITED.includes(name.trim()));
  return { ...Object.fromEntries(kept), ...(required && { ASSAY_INTERFACES: required.join(',') }) };
}

/** Whether the environment is valid and configures other interfaces, but not this one. */
export function onlyOthersConfigured(of: Interface, env: Environment): boolean {
  const read = readTarget(SETTINGS_TABLE, env);
  return read.ok && read.target.configured.length > 0 && !read.target.configured.includes(of);
}

/** Returns the problem with `--only` if a pattern is about an interface that is not configured. */
export function selectedElsewhere(only: readonly string[], configured: readonly Interface[]): string | undefined {
  for (const pattern of namesIn(only)) {
    const named = SETTINGS_TABLE.interfaces.find((one) => one.interface === pattern.split('/')[0]);
    if (named !== undefined && !configured.includes(named.interface))
      return `--only ${JSON.stringify(pattern)} selects from ${named.interface}, which is not configured: set ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(named.configuredBy)}, or select from ${configured.join(', ')}.`;
  }
  return undefined;
}

/**
 * Whether a run of an interface cannot send a request: no setting configures it, or one has a problem. False if the
 * settings configure only others.
 */
export function cannotBegin(of: Interface, env: Environment): boolean {
  const read = readTarget(SETTINGS_TABLE, settingsOf([of], env));
  return !onlyOthersConfigured(of, env) && (!read.ok || read.target.configured.length === 0);
}
