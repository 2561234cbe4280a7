/** Judges the identity check and the reading of a job. */

import { arrives, decidable, restsOn } from '../../../src/engine/words/deciding.ts';
import { asked, check } from '../../../src/engine/words/suite.ts';
import type { Reporter } from '../../../src/engine/words/types.ts';
import { memberOf, objectIn } from '../../../src/files/json-value.ts';
import { preview } from '../../../src/records/preview.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import type { ArrivedRequest } from '../endpoint.ts';
import { identity, jobStatus } from '../probes/calls.ts';
import { usableWay, WAYS, type Ways, ways } from '../probes/contexts.ts';
import {
  brokeHandshake,
  callsOf,
  cameOf,
  failureOf,
  hung,
  parsed,
  pathOf,
  reportOf,
  requestsOf,
  stepOf,
} from '../scenario.ts';
import { differenceFrom, returnedWords } from './results.ts';

/** Says that a documented request arrived; undefined `found`: it did not. */
export function judgeRequested(
  report: Reporter,
  row: string,
  exchange: Exchange | undefined,
  call: string,
  expected: string,
  found: ArrivedRequest | undefined,
): void {
  const recorded = reportOf(exchange);
  const step = stepOf(recorded, call);
  const others = requestsOf(step).map(({ method, target }) => `${method} ${target}`);
  const made = step !== undefined && !('notMade' in step.outcome) && !hung(recorded);
  const open =
    found ??
    decidable(report, row, exchange, [
      restsOn(made, failureOf(step) ?? `${call} returned, but another call did not`),
      // Which TLS and which authorities a library bears is not shown: nothing could be sent.
      arrives(!brokeHandshake(step), `the TLS handshake failed: ${failureOf(step) ?? `${call} returned nevertheless`}`),
    ]);
  if (open)
    report.holds(
      row,
      found !== undefined,
      expected,
      others.slice(0, 3).join(', ') || (failureOf(step) ?? 'no request'),
      exchange,
    );
}

/** Says that a request came with the credential of its context. */
export function judgeCredential(
  report: Reporter,
  row: string,
  exchange: Exchange | undefined,
  request: ArrivedRequest | undefined,
  tried: Ways,
): void {
  const { credential } = WAYS[usableWay(tried)];
  if (!decidable(report, row, exchange, restsOn(request, 'the documented request did not arrive'))) return;
  const got = `${request?.credential}${request?.chained ? '' : ' without the certificate that issued it'}`;
  report.holds(
    row,
    request?.credential === credential && request.chained,
    `the credential of the context, ${credential}`,
    got,
    exchange,
  );
}

/** Says that a call returned the object that the service sent, but for one member; gives its members where it is an object. */
function expectObject(
  report: Reporter,
  row: string,
  exchange: Exchange | undefined,
  call: string,
  answer: string | undefined,
  but?: string,
): Readonly<Record<string, unknown>> | undefined {
  const came = cameOf(stepOf(reportOf(exchange), call));
  const sent = objectIn(parsed(answer));
  if ('failure' in came) {
    if (decidable(report, row, exchange, restsOn(sent && !hung(reportOf(exchange)), came.failure)))
      report.holds(row, false, 'the object that the service sent', came.failure, exchange);
    return undefined;
  }
  const returned = objectIn(came.returned.value);
  if (returned === undefined) report.holds(row, false, 'an object', returnedWords(came.returned), exchange);
  else if (
    decidable(report, row, exchange, restsOn(sent, 'nothing to compare with: the documented request did not arrive'))
  ) {
    const difference = differenceFrom(
      Object.fromEntries(Object.entries(sent ?? {}).filter(([name]) => name !== but)),
      returned,
    );
    report.holds(
      row,
      difference === undefined,
      difference?.expected ?? 'the object that the service sent',
      difference?.got,
      exchange,
      difference?.at,
    );
  }
  return returned;
}

export const identifying = check({
  needs: [asked(identity), asked(ways)],
  decides: [
    'client-library/whoami/sends-get-whoami',
    'client-library/whoami/presents-credential',
    'client-library/whoami/returns-identity',
  ],
  judge({ identity: { checked: exchange }, ways }, report) {
    // A library may have asked when it made the context, and remember.
    const request = requestsOf(reportOf(exchange)).findLast(
      (each) => each.method === 'GET' && pathOf(each) === '/whoami',
    );
    judgeRequested(report, 'client-library/whoami/sends-get-whoami', exchange, 'whoami', 'GET /whoami', request);
    judgeCredential(report, 'client-library/whoami/presents-credential', exchange, request, ways);
    const sent =
      request ??
      requestsOf(reportOf(exchange)).findLast(({ answer }) => memberOf(parsed(answer), 'user_dn') !== undefined);
    expectObject(report, 'client-library/whoami/returns-identity', exchange, 'whoami', sent?.answer);
  },
});

export const readingJob = check({
  needs: [asked(jobStatus), asked(ways)],
  decides: [
    'client-library/get_job_status/asks-for-the-job',
    'client-library/get_job_status/returns-job',
    'client-library/get_job_status/http-status',
    'client-library/get_job_status/presents-credential',
    'client-library/gap/job-status-path',
  ],
  judge({ jobStatus: { read: exchange }, ways }, report) {
    const id = String(callsOf(exchange).find(({ call }) => call === 'get_job_status')?.args?.[1]);
    const request = requestsOf(stepOf(reportOf(exchange), 'get_job_status')).findLast(
      (each) => each.method === 'GET' && names(each.target, id),
    );
    judgeRequested(
      report,
      'client-library/get_job_status/asks-for-the-job',
      exchange,
      'get_job_status',
      `a GET whose path or query names ${id}`,
      request,
    );
    judgeCredential(report, 'client-library/get_job_status/presents-credential', exchange, request, ways);
    if (request)
      report.observe(
        'client-library/gap/job-status-path',
        (names(pathOf(request), id) ? pathOf(request) : request.target).replace(id, '{job_id}'),
        exchange,
      );
    const job = expectObject(
      report,
      'client-library/get_job_status/returns-job',
      exchange,
      'get_job_status',
      request?.answer,
      'http_status',
    );
    const row = 'client-library/get_job_status/http-status';
    const status = job?.['http_status'];
    const got = status === undefined ? 'no member http_status' : preview(status);
    if (decidable(report, row, exchange, restsOn(job, 'get_job_status returned no object')))
      report.holds(row, typeof status === 'string', 'a member http_status, a string', got, exchange, '/http_status');
  },
});

/** The path for reading one job is not shown: its identifier may stand anywhere. */
function names(target: string, id: string): boolean {
  return target.toLowerCase().includes(id.toLowerCase());
}
