/** Judges the reads of the transfer service. */

import { extendsDistinguishedName, sameDistinguishedName } from '../../../src/records/distinguished-name.ts';
import {
  answersTo,
  type Columns,
  check,
  configured,
  decidable,
  type Exchange,
  expectArray,
  isObject,
  jsonOf,
  judgeForms,
  mediaTypeOf,
  placedOrigins,
  preview,
  type Reporter,
  remembered,
  restsOn,
  sent,
  settingsIn,
  statusOf,
  succeeded,
} from '../../words.ts';
import { whyNotDelegated } from '../handshake.ts';
import { settingsOf } from '../known-settings.ts';
import { afterDelegating, NOT_SIGNED } from '../probes/delegating.ts';
import { A_FINISHED_JOB, identity, isFinalState, listJobs, readListedJob } from '../probes/reading.ts';
import { listByOrganisation } from '../probes/refusing.ts';

export const BY_STATE = 'transfer/job/job_finished/by-state';
const NAMES = 'transfer/identity/dn/with-certificate';
const SCOPES = 'transfer/identity/voms_cred/with-token';
const TAKES_VO = 'transfer/list-jobs/accepts-vo-name';
const FILTERS = 'transfer/list-jobs/vo-name-filters';

/** Maximum number of states, and of names of members, that are observed per listing. */
const MOST_OBSERVED = 20;

/** Members of the identity object agree with each other. */
export const identifying = check({
  needs: [identity],
  decides: [NAMES, SCOPES],
  judge({ identity }, report) {
    report.observe('transfer/gap/media-types', mediaTypeOf(identity.exchange) || 'none', identity.exchange);
    for (const exchange of answersTo('identity', report)) {
      const caller: Caller = report.answered(exchange).members(0);
      if (report.lane === 'certificate') judgeNames(report, caller, exchange);
      else judgeScopes(report, caller, exchange);
    }
  },
});

/** Members of the identity object that were not contradicted: what is there has its documented type. */
interface Caller {
  readonly user_dn?: string;
  readonly dn?: readonly string[];
  readonly voms_cred?: readonly string[];
  readonly oauth2_scope?: string;
}

/** Whether a name is that of a presented proxy, which acts for a user. */
export function isProxyOf({ settings }: Pick<Reporter, 'settings'>, name: string, user: string): boolean {
  const { proxyDns = [] } = settingsOf(settings);
  return proxyDns.some((proxy) => sameDistinguishedName(proxy, name)) && extendsDistinguishedName(name, user);
}

/** `dn` contains the user's identity and, if a proxy was presented, the proxy's; `user_dn` is not the latter. */
function judgeNames(report: Reporter<typeof NAMES>, { user_dn: user, dn: names }: Caller, exchange: Exchange) {
  if (user === undefined || names === undefined) return;
  const holder = names.find((name) => isProxyOf(report, user, name));
  if (holder !== undefined) {
    const expected = `the user's identity in user_dn, such as ${preview(holder)} in dn`;
    const got = `the name of the presented proxy: ${preview(user)}`;
    return void report.assert(NAMES, false, expected, got, exchange, '/user_dn');
  }
  const { proxyDns: proxies = [] } = settingsOf(report.settings);
  const hasUser = names.some((name) => sameDistinguishedName(name, user));
  const hasProxy = names.some(
    (name) => extendsDistinguishedName(name, user) || proxies.some((proxy) => sameDistinguishedName(name, proxy)),
  );
  const also = proxies.length > 0 ? " and the proxy's name, which extends it" : '';
  const expected = `an array that contains ${preview(user)}${also}`;
  report.assert(NAMES, hasUser && (hasProxy || proxies.length === 0), expected, names, exchange, '/dn');
}

/** Each entry of `voms_cred` is one of the words in `oauth2_scope`. */
function judgeScopes(
  report: Reporter<typeof SCOPES>,
  { voms_cred: groups = [], oauth2_scope: scope }: Caller,
  exchange: Exchange,
) {
  if (scope === undefined || groups.length === 0) return;
  const scopes = scope.split(' ');
  const odd = groups.find((one) => !scopes.includes(one));
  report.assert(
    SCOPES,
    odd === undefined,
    `only scopes that oauth2_scope lists, separated by spaces (${scope ? preview(scope) : 'none'})`,
    preview(odd),
    exchange,
    '/voms_cred',
  );
}

/** Listed jobs that have finished have a time. */
export const listing = check({
  needs: [listJobs],
  also: [readListedJob],
  decides: [BY_STATE],
  judge({ listJobs }, report) {
    for (const exchange of answersTo('list-jobs', report))
      judgeFinished(report, exchange, () =>
        report.noData(BY_STATE, `no listed job is in a state known to be final; ${A_FINISHED_JOB}`, exchange),
      );
    const { json } = listJobs;
    const names = Array.isArray(json) ? [...namesIn(json)] : [];
    const extra = names.filter((name) => !report.contract.requirements.has(`transfer/job/${name}`));
    for (const name of extra.slice(0, MOST_OBSERVED))
      report.observe('transfer/gap/extra-members', name, listJobs.exchange);
  },
});

/**
 * Jobs in a state known to be final have a time in `job_finished`, not before `submit_time`; states are observed.
 * @param otherwise called if no job is in such a state
 */
export function judgeFinished(
  report: Reporter,
  exchange: Exchange,
  otherwise: (states: readonly string[]) => void,
): void {
  const jobs = report.answered(exchange);
  const { states, valid, finished, odd } = finishingIn(jobs);
  for (const state of [...states].slice(0, MOST_OBSERVED)) report.observe('transfer/gap/job-states', state, exchange);
  const none = jobs.length > 0 && valid === jobs.length && ![...states].some(isFinalState);
  if (none) otherwise([...states]);
  if (finished === 0) return;
  report.assert(
    BY_STATE,
    odd === undefined,
    'a timestamp in job_finished of a finished job that is not before its submit_time',
    `${odd?.got} in a job whose job_state is ${JSON.stringify(odd?.state)}`,
    exchange,
    `${exchange.operation === 'list-jobs' ? `/${odd?.index}` : ''}/job_finished`,
  );
}

/** Milliseconds by which the clocks of two hosts of a service may differ. */
const CLOCKS_DIFFER = 60_000;

/**
 * Reads a listing of jobs, once, because a long listing is judged several times. Returns:
 * - `states`: the states of the jobs;
 * - `valid`: the number of jobs with a valid state;
 * - `finished`: the number of jobs in a state known to be final, with a valid `job_finished`;
 * - `odd`: the first of these whose `job_finished` is null or before its `submit_time`.
 */
const finishingIn = remembered((jobs: Columns) => {
  const states = new Set<string>();
  let [valid, finished] = [0, 0];
  let odd: { readonly index: number; readonly state: string; readonly got: string } | undefined;
  for (let index = 0; index < jobs.length; index += 1) {
    const state = jobs.value(index, 'job_state') as string | undefined;
    if (state === undefined) continue;
    valid += 1;
    states.add(state);
    const time = isFinalState(state) ? jobs.value(index, 'job_finished') : undefined;
    if (time === undefined) continue;
    finished += 1;
    const submitted = jobs.value(index, 'submit_time');
    if (time === null) odd ??= { index, state, got: 'null' };
    else if (Date.parse(String(time)) < Date.parse(String(submitted)) - CLOCKS_DIFFER)
      odd ??= { index, state, got: `${String(time)}, with the submit_time ${String(submitted)},` };
  }
  return { states, valid, finished, odd };
});

/** Names of members of jobs. */
const namesIn = remembered((jobs: readonly unknown[]) => {
  const names = new Set<string>();
  for (const job of jobs) if (isObject(job)) for (const name in job) names.add(name);
  return names;
});

/** The listing takes `vo_name`, and then lists that organisation's jobs. */
export const listingByOrganisation = check({
  needs: [listJobs, sent(listByOrganisation)],
  decides: [TAKES_VO, FILTERS],
  judge({ listJobs, listByOrganisation: { byOrganisation: exchange } }, report, decides) {
    if (exchange === undefined) {
      for (const requirement of decides)
        report.undecided(requirement, 'settings', 'neither GET /whoami nor TRANSFER_VO names a virtual organisation');
      return;
    }
    if (!succeeded(exchange)) {
      const expected = 'a listing with vo_name to be accepted, because one without it was accepted';
      return judgeForms(report, TAKES_VO, [exchange], expected);
    }
    const jobs = listedJobs(exchange);
    const plain = restsOn(
      jobs ?? listedJobs(listJobs.exchange),
      'the plain listing is not a JSON array of objects either',
    );
    if (!decidable(report, TAKES_VO, exchange, plain)) return;
    expectArray(report, TAKES_VO, { exchange });
    // A job without an organisation does not test the filter.
    const naming = (jobs ?? []).flatMap(({ vo_name: vo }, index) => (typeof vo === 'string' ? [{ vo, index }] : []));
    const wanted = exchange.params['vo_name'];
    const odd = naming.find(({ vo }) => vo !== wanted);
    // A service may not know the organisation of a setting. One that it or a job names is known.
    const fromSetting = placedOrigins(exchange).some(({ origin }) => settingsIn(origin).includes('TRANSFER_VO'));
    const all = listedJobs(listJobs.exchange) ?? [];
    const isKnown = [...(jobs ?? []), ...all].some(({ vo_name: vo }) => vo === wanted);
    const known = configured(!fromSetting || isKnown, `no listed job belongs to ${preview(wanted)}; check TRANSFER_VO`);
    const doubtful = odd !== undefined || (jobs?.length === 0 && all.length > 0);
    if (doubtful && !decidable(report, FILTERS, exchange, known)) return;
    if (naming.length === 0) return;
    report.assert(
      FILTERS,
      odd === undefined,
      `only jobs whose vo_name is ${preview(wanted)}`,
      preview(odd?.vo),
      exchange,
      `/${odd?.index}/vo_name`,
    );
  },
});

/** The handshake of a delegation is observed. */
export const delegatingFirst = check({
  needs: [afterDelegating],
  lanes: ['certificate'],
  decides: [],
  judge({ delegate: { before, ...steps } }, report) {
    if (before && whyNotDelegated(before) === undefined)
      report.observe('transfer/gap/delegation-handshake', 'not needed: a credential is delegated', before);
    for (const [step, exchange] of Object.entries(steps)) {
      if (exchange === undefined) continue;
      const notSigned = exchange.notes?.[NOT_SIGNED];
      const answer = statusOf(exchange) ?? 'no response';
      report.observe(
        'transfer/gap/delegation-handshake',
        `${step}: ${answer}${notSigned === undefined ? '' : `, not signed: ${notSigned}`}`,
        exchange,
      );
    }
  },
});

function listedJobs(exchange: Exchange) {
  const { json } = jsonOf(exchange);
  return Array.isArray(json) && json.every(isObject) ? json : undefined;
}
