/** Judges the identity check and the reading of a job. */
import { arrives, restsOn } from '../../../src/engine/words/deciding.ts';
import { asked, check } from '../../../src/engine/words/suite.ts';
import type { Reporter } from '../../../src/engine/words/types.ts';
import { memberOf, objectIn } from '../../../src/files/json-value.ts';
import { preview } from '../../../src/records/preview.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import type { ArrivedRequest } from '../endpoint.ts';
import { madeIn, namedIn, subjectsOf, type Used } from '../made.ts';
import { identity, jobStatus } from '../probes/calls.ts';
import { contextNeeds, type Tried, usableWay, type Ways, works } from '../probes/contexts.ts';
import { WAY_NAMES, WAYS } from '../probes/ways.ts';
import {
  brokeHandshake,
  callsOf,
  cameOf,
  failureOf,
  hung,
  lastRequest,
  parsed,
  pathOf,
  requestsOf,
  type Step,
  stepOf,
} from '../scenario.ts';
import { beside, isUsable } from './due.ts';
import { differenceFrom, returnedWords } from './results.ts';
import { state } from './statement.ts';

/** Says that a documented request arrived; undefined `found`: it did not. */
export function judgeRequested(
  report: Reporter,
  requirement: string,
  exchange: Exchange | undefined,
  call: string,
  expected: string,
  found: ArrivedRequest | undefined,
  step = stepOf(exchange, call),
): void {
  const failure = failureOf(step);
  const others = requestsOf(step).map(({ method, target }) => `${method} ${target}`);
  const made = step !== undefined && !('notMade' in step.outcome) && !hung(exchange);
  const unless = [
    restsOn(made, failure ?? `${call} returned, but another call did not`),
    // Which TLS and which authorities a library bears is not shown: nothing could be sent.
    arrives(!brokeHandshake(step), `the TLS handshake failed: ${failure ?? `${call} returned nevertheless`}`),
  ];
  const got = others.slice(0, 3).join(', ') || (failure ?? 'no request');
  state(report, requirement, exchange, { ...(!found && { unless }), held: found !== undefined, expected, got });
}

/** Says that a request came with the credential of its context. */
export function judgeCredential(
  report: Reporter,
  requirement: string,
  exchange: Exchange | undefined,
  request: ArrivedRequest | undefined,
  tried: Ways,
): void {
  const { credential } = WAYS[usableWay(tried)];
  state(report, requirement, exchange, {
    unless: restsOn(request, 'the documented request did not arrive'),
    held: request?.credential === credential && request.chained,
    expected: `the credential of the context, ${credential}`,
    got: `${request?.credential}${request?.chained ? '' : ' without the certificate that issued it'}`,
  });
}

/** Says that a call returned the object that the service sent, but for one member; gives its members where it is an object. */
function expectObject(
  report: Reporter,
  requirement: string,
  exchange: Exchange | undefined,
  step: Step | undefined,
  answer: string | undefined,
  but?: string,
): Readonly<Record<string, unknown>> | undefined {
  const came = cameOf(step);
  const sent = objectIn(parsed(answer));
  const expected = 'the object that the service sent';
  if ('failure' in came) {
    const unless = restsOn(sent && !hung(exchange), came.failure);
    state(report, requirement, exchange, { unless, held: false, expected, got: came.failure });
    return undefined;
  }
  const returned = objectIn(came.returned.value);
  if (returned === undefined) {
    state(report, requirement, exchange, { held: false, expected: 'an object', got: returnedWords(came.returned) });
    return undefined;
  }
  const kept = Object.fromEntries(Object.entries(sent ?? {}).filter(([name]) => name !== but));
  const difference = differenceFrom(kept, returned);
  const unless = restsOn(sent, 'not comparable: the documented request did not arrive');
  state(report, requirement, exchange, { unless, held: difference === undefined, expected, ...difference });
  return returned;
}

/** Says that requests of calls came with a credential of a context in their scene; which one is judged by another requirement. */
export function judgeCredentials(report: Reporter, requirement: string, call: string, tried: Tried): void {
  // If no credential arrives with any context, the calls tell of it.
  const anyWay = WAY_NAMES.some((way) => works(tried.ways, way));
  // First uses in the scenes of the ways are judged by the requirement on each way.
  const elsewhere = WAY_NAMES.flatMap((way) => tried.ways[way] ?? [])
    .flatMap(subjectsOf)
    .flat();
  const isJudged = ({ context, step }: Used): boolean =>
    step.call === call && (!anyWay || (isUsable(context, tried) && !elsewhere.includes(step)));
  for (const exchange of report.returned) {
    const made = madeIn(exchange);
    const own = [...new Set(made.flatMap(({ context }) => context.credential ?? []))];
    // One that the environment names is judged by another requirement.
    for (const { step } of own.length === 0 ? [] : made.filter(isJudged))
      for (const { credential, chained } of requestsOf(step).filter((each) => each.credential !== namedIn(exchange)))
        state(report, requirement, exchange, {
          held: own.includes(credential) && chained,
          expected: `the credential of the context: ${own.join(' or ')}`,
          got: `${credential}${chained ? '' : ' without the certificate that issued it'}`,
        });
  }
}

export const identifying = check({
  needs: [asked(identity), ...contextNeeds],
  decides: [
    'client-library/whoami/sends-get-whoami',
    'client-library/whoami/presents-credential',
    'client-library/whoami/returns-identity',
  ],
  judge({ identity: { checked: exchange }, ...tried }, report) {
    const [own] = subjectsOf(exchange);
    // A library may have asked when it made the context, and remember.
    const request = lastRequest(own, 'GET', '/whoami');
    judgeRequested(report, 'client-library/whoami/sends-get-whoami', exchange, 'whoami', 'GET /whoami', request);
    judgeCredential(report, 'client-library/whoami/presents-credential', exchange, request, tried.ways);
    const sent = request ?? requestsOf(own).findLast(({ answer }) => memberOf(parsed(answer), 'user_dn') !== undefined);
    const requirement = 'client-library/whoami/returns-identity';
    expectObject(report, requirement, exchange, stepOf(exchange, 'whoami'), sent?.answer);
    for (const { exchange: other, step, sofar, due } of beside(report, 'whoami', exchange, tried)) {
      const asked = failureOf(step) === undefined ? sofar : [step];
      const known = requestsOf(asked).findLast((each) => pathOf(each) === '/whoami');
      if (known) expectObject(report, requirement, other, step, known.answer);
      else if (due)
        judgeRequested(
          report,
          'client-library/whoami/sends-get-whoami',
          other,
          'whoami',
          'GET /whoami',
          undefined,
          step,
        );
    }
    judgeCredentials(report, 'client-library/whoami/presents-credential', 'whoami', tried);
  },
});

export const readingJob = check({
  needs: [asked(jobStatus), ...contextNeeds],
  decides: [
    'client-library/get_job_status/asks-for-the-job',
    'client-library/get_job_status/returns-job',
    'client-library/get_job_status/http-status',
    'client-library/get_job_status/presents-credential',
    'client-library/gap/job-status-path',
  ],
  judge({ jobStatus: { read: exchange }, ...tried }, report) {
    const call = 'get_job_status';
    const id = String(callsOf(exchange).find((each) => each.call === call)?.args?.[1]);
    const request = readingOf(stepOf(exchange, call), id);
    const expected = `a GET whose path or query names ${id}`;
    judgeRequested(report, 'client-library/get_job_status/asks-for-the-job', exchange, call, expected, request);
    judgeCredential(report, 'client-library/get_job_status/presents-credential', exchange, request, tried.ways);
    judgeCredentials(report, 'client-library/get_job_status/presents-credential', call, tried);
    if (request) {
      const path = names(pathOf(request), id) ? pathOf(request) : request.target;
      report.observe('client-library/gap/job-status-path', path.replace(id, '{job_id}'), exchange);
    }
    judgeJob(report, exchange, stepOf(exchange, call), request);
    for (const { exchange: other, step, sofar, about, due } of beside(report, call, exchange, tried)) {
      const asked = failureOf(step) === undefined ? sofar : [step];
      const read = readingOf(asked, String(about));
      if (read) judgeJob(report, other, step, read);
      // That another job is returned is judged by another requirement.
      else if (due && idOf(step) !== undefined && idOf(step) !== about) continue;
      else if (due) {
        const wanted = `a GET whose path or query names ${String(about)}`;
        judgeRequested(report, 'client-library/get_job_status/asks-for-the-job', other, call, wanted, undefined, step);
      }
    }
  },
});

/** The identifier of the job that a step returned. */
export function idOf(step: Step): unknown {
  const came = cameOf(step);
  return 'returned' in came ? memberOf(came.returned.value, 'job_id') : undefined;
}

/** The request that reads a job. */
const readingOf = (from: Step | readonly Step[] | undefined, id: string): ArrivedRequest | undefined =>
  requestsOf(from).findLast((each) => each.method === 'GET' && names(each.target, id));

function judgeJob(
  report: Reporter,
  exchange: Exchange | undefined,
  step: Step | undefined,
  request: ArrivedRequest | undefined,
): void {
  const requirement = 'client-library/get_job_status/returns-job';
  const job = expectObject(report, requirement, exchange, step, request?.answer, 'http_status');
  const status = job?.['http_status'];
  state(report, 'client-library/get_job_status/http-status', exchange, {
    unless: restsOn(job, 'get_job_status returned no object'),
    held: typeof status === 'string',
    expected: 'a member http_status, a string',
    got: status === undefined ? 'no member http_status' : preview(status),
    at: '/http_status',
  });
}

/** The path for reading one job is not shown: its identifier may stand anywhere. */
const names = (target: string, id: string): boolean => target.toLowerCase().includes(id.toLowerCase());
