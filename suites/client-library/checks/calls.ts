/** Judges the call whoami and the reading of a job. */
import { isDeepStrictEqual } from 'node:util';
import {
  arrives,
  check,
  type Exchange,
  memberOf,
  objectIn,
  preview,
  type Reporter,
  restsOn,
  sent,
} from '../../words.ts';
import { WAY_NAMES, WAYS } from '../calls.ts';
import type { ArrivedRequest } from '../endpoint.ts';
import { madeIn, madeOf, namedIn, subjectsOf, type Used } from '../made.ts';
import { identity, jobStatus } from '../probes/calls.ts';
import { contextNeeds, type Tried, usableWay, works } from '../probes/contexts.ts';
import {
  brokeHandshake,
  cameOf,
  failureOf,
  hung,
  PRESENTED,
  parsed,
  pathOf,
  presentedIn,
  requestsOf,
  returnedWords,
  type Step,
  stepOf,
  targetOf,
  wasMade,
} from '../scenario.ts';
import { beside, isUsable } from './due.ts';
import { state } from './offering.ts';

/** A documented call: the statement on the request that it sends, and what judges its result. */
interface Documented {
  readonly call: string;
  readonly sends: string;
  /** Returns the request in words. */
  expected(about: unknown): string;
  /** Returns the request among those of the given steps; the last step makes the call. */
  request(steps: readonly Step[], about: unknown): ArrivedRequest | undefined;
  judge(exchange: Exchange | undefined, step: Step | undefined, request: ArrivedRequest | undefined): void;
  /** Whether another requirement already judges that the request of this call is missing. */
  excused?(step: Step, about: unknown): boolean;
}

/**
 * Judges a call of an exchange, and the same call elsewhere: it sends its request with the credential of its context,
 * and returns.
 */
export function judgeCalls(
  report: Reporter,
  exchange: Exchange | undefined,
  tried: Tried,
  documented: Documented,
): void {
  const { call, sends, expected, request, judge, excused } = documented;
  /** States whether the documented request arrived: `found`, or undefined if it did not. */
  const requested = (by: Exchange | undefined, step: Step | undefined, about: unknown, found?: ArrivedRequest) => {
    const failure = failureOf(step);
    const others = requestsOf(step).map(({ method, target }) => `${method} ${target}`);
    const unless = [
      restsOn(wasMade(step, by), failure ?? `${call} returned, but another call of the exchange did not`),
      // The document does not specify which TLS and which authorities a library supports: no request could be sent.
      arrives(!brokeHandshake(step), `the TLS handshake failed${failure ? `: ${failure}` : `, but ${call} returned`}`),
    ];
    state(report, `client-library/${call}/${sends}`, by, {
      ...(!found && { unless }),
      ok: found !== undefined,
      expected: expected(about),
      got: others.slice(0, 3).join(', ') || (failure ?? 'no request'),
    });
  };
  // A library may have sent the request before for this context, and remember the response.
  const { about, sofar = [] } = madeOf(call, [exchange])[0] ?? {};
  const step = stepOf(exchange, call);
  const found = request(sofar, about);
  requested(exchange, step, about, found);
  judgeCredentials(report, call, exchange, found, tried);
  judge(exchange, step, found);
  for (const made of beside(report, call, exchange, tried)) {
    const own = request(failureOf(made.step) === undefined ? made.sofar : [made.step], made.about);
    if (own) judge(made.exchange, made.step, own);
    // A submission that returned has submitted a job, with any context.
    else if (
      (made.due || (call === 'submit' && failureOf(made.step) === undefined)) &&
      !excused?.(made.step, made.about)
    )
      requested(made.exchange, made.step, made.about);
  }
}

/**
 * States that a call returned the object that the service sent, except for one member; returns its members if it is an
 * object.
 */
function expectObject(
  report: Reporter,
  requirement: string,
  exchange: Exchange | undefined,
  step: Step | undefined,
  answer: string | undefined,
  but?: string,
) {
  const came = cameOf(step);
  const sent = objectIn(parsed(answer));
  const returned = 'returned' in came ? objectIn(came.returned.value) : undefined;
  const kept = Object.fromEntries(Object.entries(sent ?? {}).filter(([name]) => name !== but));
  const difference = returned && differenceFrom(kept, returned);
  state(report, requirement, exchange, {
    unless:
      'failure' in came
        ? restsOn(sent && !hung(exchange), came.failure)
        : restsOn(sent || !returned, 'not comparable: the documented request did not arrive'),
    ok: returned !== undefined && !difference,
    expected: 'the object that the service sent',
    got: 'failure' in came ? came.failure : returnedWords(came.returned),
    ...difference,
  });
  return returned;
}

/**
 * Returns the first difference: a member that was sent and that the returned value lacks, or has with another value.
 */
function differenceFrom(
  sent: Readonly<Record<string, unknown>>,
  returned: Readonly<Record<string, unknown>>,
): { readonly expected: string; readonly got: string; readonly at: string } | undefined {
  for (const [name, value] of Object.entries(sent)) {
    if (!Object.hasOwn(returned, name))
      return { expected: `the member ${name} that the service sent`, got: `no member ${name}`, at: `/${name}` };
    if (!isDeepStrictEqual(value, returned[name]) && !sameTime(value, returned[name]))
      return { expected: `${preview(value)}, as the service sent it`, got: preview(returned[name]), at: `/${name}` };
  }
  return undefined;
}

/**
 * Whether a time was returned as another Python type, which the document does not exclude: a datetime, a tuple or
 * seconds since 1970.
 */
function sameTime(sent: unknown, returned: unknown) {
  const parts =
    typeof sent === 'string' ? /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)$/.exec(sent)?.slice(1) : undefined;
  if (parts === undefined) return false;
  if (typeof returned === 'number') return returned === Date.parse(`${String(sent)}Z`) / 1000;
  if (Array.isArray(returned)) return isDeepStrictEqual(returned.slice(0, parts.length), parts.map(Number));
  const text = memberOf(returned, '$text');
  return typeof text === 'string' && text.replace(' ', 'T').startsWith(String(sent));
}

/**
 * States that the request of an exchange came with the credential of its context, and requests of other calls with the
 * credential of any context in their scenario. Another requirement judges which context it is.
 */
function judgeCredentials(
  report: Reporter,
  call: string,
  exchange: Exchange | undefined,
  request: ArrivedRequest | undefined,
  tried: Tried,
) {
  const came = (by: Exchange | undefined, own: readonly string[], found: ArrivedRequest | undefined) =>
    state(report, `client-library/${call}/presents-credential`, by, {
      unless: restsOn(found, 'the documented request did not arrive'),
      ok: found !== undefined && own.includes(found.credential) && found.chained,
      expected: `a request with the credential of the context: ${own.map((one) => PRESENTED[one]).join(' or ')}`,
      got: found && presentedIn(found),
    });
  came(exchange, [WAYS[usableWay(tried.ways)].credential], request);
  // If no credential arrives with any context, the requirements on calls report it.
  const anyWay = WAY_NAMES.some((way) => works(tried.ways, way));
  // The requirement on each way judges the first uses in the scenarios of the ways.
  const elsewhere = WAY_NAMES.flatMap((way) => tried.ways[way] ?? [])
    .flatMap(subjectsOf)
    .flat();
  const isJudged = ({ context, step }: Used) =>
    step.call === call && (!anyWay || (isUsable(context, tried) && !elsewhere.includes(step)));
  for (const exchange of report.returned) {
    const made = madeIn(exchange);
    const own = [...new Set(made.flatMap(({ context }) => context.credential ?? []))];
    // A credential that the environment names is judged by another requirement.
    for (const { step } of own.length === 0 ? [] : made.filter(isJudged))
      for (const each of requestsOf(step)) if (each.credential !== namedIn(exchange)) came(exchange, own, each);
  }
}

export const identifying = check({
  needs: [sent(identity), ...contextNeeds],
  decides: [
    'client-library/whoami/sends-get-whoami',
    'client-library/whoami/presents-credential',
    'client-library/whoami/returns-identity',
  ],
  judge({ identity: { checked }, ...tried }, report) {
    judgeCalls(report, checked, tried, {
      call: 'whoami',
      sends: 'sends-get-whoami',
      expected: () => 'GET /whoami',
      request: (steps) => requestsOf(steps).findLast((each) => each.method === 'GET' && pathOf(each) === '/whoami'),
      judge(exchange, step, request) {
        const sent =
          request ??
          requestsOf(subjectsOf(exchange)[0]).findLast(
            ({ answer }) => memberOf(parsed(answer), 'user_dn') !== undefined,
          );
        expectObject(report, 'client-library/whoami/returns-identity', exchange, step, sent?.answer);
      },
    });
  },
});

export const readingJob = check({
  needs: [sent(jobStatus), ...contextNeeds],
  decides: [
    'client-library/get_job_status/asks-for-the-job',
    'client-library/get_job_status/returns-job',
    'client-library/get_job_status/http-status',
    'client-library/get_job_status/presents-credential',
  ],
  judge({ jobStatus: { read }, ...tried }, report) {
    judgeCalls(report, read, tried, {
      call: 'get_job_status',
      sends: 'asks-for-the-job',
      expected: (about) => `a GET whose path or query names ${about === '{job}' ? 'the job' : preview(about)}`,
      request: (steps, about) =>
        requestsOf(steps).findLast((each) => each.method === 'GET' && names(targetOf(each), String(about))),
      judge(exchange, step, request) {
        const job = expectObject(
          report,
          'client-library/get_job_status/returns-job',
          exchange,
          step,
          request?.answer,
          'http_status',
        );
        const status = job?.['http_status'];
        state(report, 'client-library/get_job_status/http-status', exchange, {
          unless: restsOn(job, 'get_job_status returned no object'),
          ok: typeof status === 'string',
          expected: 'a member http_status, a string',
          got: status === undefined ? 'no member http_status' : preview(status),
          at: '/http_status',
        });
        if (exchange !== read || step !== stepOf(read, 'get_job_status') || !request) return;
        const id = String(madeOf('get_job_status', [read])[0]?.about);
        const path = names(pathOf(request), id) ? pathOf(request) : targetOf(request);
        report.observe('client-library/gap/job-status-path', path.replace(id, '{job_id}'), read);
      },
      // Another requirement judges whether another job is returned.
      excused: (step, about) => idOf(step) !== undefined && idOf(step) !== about,
    });
  },
});

/** Returns the identifier of the job that a step returned. */
export function idOf(step: Step): unknown {
  const came = cameOf(step);
  return 'returned' in came ? memberOf(came.returned.value, 'job_id') : undefined;
}

/**
 * Whether a target contains the identifier of a job: the document does not specify the path for reading a job, so the
 * identifier may be anywhere.
 */
const names = (target: string, id: string) => target.toLowerCase().includes(id.toLowerCase());
