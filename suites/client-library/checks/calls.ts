/** Judges the identity check and the reading of a job. */
import { arrives, restsOn } from '../../../src/engine/words/deciding.ts';
import { asked, check, ifAsked } from '../../../src/engine/words/suite.ts';
import type { Reporter } from '../../../src/engine/words/types.ts';
import { memberOf, objectIn } from '../../../src/files/json-value.ts';
import { preview } from '../../../src/records/preview.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import type { ArrivedRequest } from '../endpoint.ts';
import { type Made, madeIn, madeOf } from '../made.ts';
import { mixed } from '../probes/alternating.ts';
import { identity, jobStatus } from '../probes/calls.ts';
import { usableWay, WAYS, type Ways, ways } from '../probes/contexts.ts';
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

/** Every call that returned in the run, beside the exchange that is judged first. */
export const returnedBeside = ({ returned }: Reporter, call: string, first: Exchange | undefined): readonly Made[] =>
  madeOf(
    call,
    returned.filter((each) => each !== first),
  ).filter(({ step }) => failureOf(step) === undefined);

/** Says that requests of a call with one of two contexts came with a credential of them; which one is judged by another requirement. */
export function judgeMixed(
  report: Reporter,
  requirement: string,
  { inTurn: exchange }: { readonly inTurn?: Exchange | undefined },
  call: string,
): void {
  const made = madeIn(exchange);
  const known = made.map(({ context }) => context.credential);
  for (const { step } of madeOf(call, [exchange]))
    for (const { credential, chained } of requestsOf(step))
      state(report, requirement, exchange, {
        held: known.includes(credential) && chained,
        expected: `the credential of the context: ${[...new Set(known)].join(' or ')}`,
        got: `${credential}${chained ? '' : ' without the certificate that issued it'}`,
      });
}

export const identifying = check({
  needs: [asked(identity), asked(ways), ifAsked(mixed)],
  decides: [
    'client-library/whoami/sends-get-whoami',
    'client-library/whoami/presents-credential',
    'client-library/whoami/returns-identity',
  ],
  judge({ identity: { checked: exchange }, ways, mixed }, report) {
    // A library may have asked when it made the context, and remember.
    const request = lastRequest(exchange, 'GET', '/whoami');
    judgeRequested(report, 'client-library/whoami/sends-get-whoami', exchange, 'whoami', 'GET /whoami', request);
    judgeCredential(report, 'client-library/whoami/presents-credential', exchange, request, ways);
    const sent =
      request ?? requestsOf(exchange).findLast(({ answer }) => memberOf(parsed(answer), 'user_dn') !== undefined);
    const requirement = 'client-library/whoami/returns-identity';
    expectObject(report, requirement, exchange, stepOf(exchange, 'whoami'), sent?.answer);
    for (const { exchange: other, step, sofar } of returnedBeside(report, 'whoami', exchange)) {
      const known = sofar.flatMap(requestsOf).findLast((each) => pathOf(each) === '/whoami');
      if (known) expectObject(report, requirement, other, step, known.answer);
    }
    judgeMixed(report, 'client-library/whoami/presents-credential', mixed, 'whoami');
  },
});

export const readingJob = check({
  needs: [asked(jobStatus), asked(ways), ifAsked(mixed)],
  decides: [
    'client-library/get_job_status/asks-for-the-job',
    'client-library/get_job_status/returns-job',
    'client-library/get_job_status/http-status',
    'client-library/get_job_status/presents-credential',
    'client-library/gap/job-status-path',
  ],
  judge({ jobStatus: { read: exchange }, ways, mixed }, report) {
    const call = 'get_job_status';
    const id = String(callsOf(exchange).find((each) => each.call === call)?.args?.[1]);
    const request = readingOf(stepOf(exchange, call), id);
    const expected = `a GET whose path or query names ${id}`;
    judgeRequested(report, 'client-library/get_job_status/asks-for-the-job', exchange, call, expected, request);
    judgeCredential(report, 'client-library/get_job_status/presents-credential', exchange, request, ways);
    judgeMixed(report, 'client-library/get_job_status/presents-credential', mixed, call);
    if (request) {
      const path = names(pathOf(request), id) ? pathOf(request) : request.target;
      report.observe('client-library/gap/job-status-path', path.replace(id, '{job_id}'), exchange);
    }
    judgeJob(report, exchange, stepOf(exchange, call), request);
    for (const { exchange: other, step, about } of returnedBeside(report, call, exchange)) {
      const read = readingOf(step, String(about));
      if (read) judgeJob(report, other, step, read);
    }
  },
});

/** The request that reads a job. */
const readingOf = (step: Step | undefined, id: string): ArrivedRequest | undefined =>
  requestsOf(step).findLast((each) => each.method === 'GET' && names(each.target, id));

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
