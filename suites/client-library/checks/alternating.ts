/** Contexts and jobs that are used alternately: each keeps what is its own, at every call. */

import { check, type Exchange, every, type Probe, preview, type Reporter, restsOn, sent } from '../../words.ts';
import { builtOf, madeIn, madeOf, namedIn } from '../made.ts';
import { mixed, TURNED, TURNED_BACK, turning, verifyingInTurn } from '../probes/alternating.ts';
import { reached, verifying } from '../probes/contexts.ts';
import { failureOf, hung, pathOf, reportOf, requestsOf, type Step, stepsOf } from '../scenario.ts';
import { idOf } from './calls.ts';
import { trustedIsAccepted } from './contexts.ts';
import { state } from './offering.ts';
import { isOwn, sourcesIn, sourcesOf } from './submissions.ts';

const OWN = {
  endpoint: 'client-library/Context/endpoint',
  credential: 'client-library/Context/own-credential',
  job: 'client-library/submit/own-job',
  status: 'client-library/get_job_status/own-job',
} as const;

/** Each context speaks to its own endpoint with its own credential; each call is about the job that it was given. */
export const ownership = check({
  needs: [sent(mixed)],
  decides: Object.values(OWN),
  judge({ mixed: { inTurn, lacking } }, report) {
    const used = madeIn(inTurn);
    const arrivals = used.filter(({ step }) => requestsOf(step).length > 0);
    const why = used.map(({ step }) => failureOf(step)).find(Boolean) ?? 'no request';
    if (new Set(arrivals.map(({ context }) => context.server)).size < 2)
      for (const requirement of Object.values(OWN))
        report.undecided(requirement, 'target', `requests of two contexts did not arrive: ${why}`, inTurn);
    if (new Set(arrivals.map(({ context }) => context.credential)).size < 2)
      report.undecided(
        OWN.credential,
        'target',
        'requests of two contexts with different credentials did not arrive',
        lacking ?? inTurn,
      );
    if (jobsIn(inTurn).length < 2)
      report.undecided(OWN.job, 'target', 'fewer than two jobs were submitted', lacking ?? inTurn);
    for (const exchange of report.returned) {
      judgeOwner(report, exchange);
      judgeOwnJobs(report, exchange);
    }
  },
});

const PREPOSITION = { server: 'to', credential: 'with' } as const;

/** Judges that each request arrived at the endpoint of its context, with the credential of that context. */
function judgeOwner(report: Reporter, exchange: Exchange) {
  const arrived = madeIn(exchange).flatMap(({ context, step }) =>
    requestsOf(step).map((request) => ({ context, step, request })),
  );
  const credentials = new Set(arrived.map(({ context }) => context.credential));
  const servers = new Set(arrived.map(({ context }) => context.server));
  for (const { context, step, request } of servers.size < 2 ? [] : arrived) {
    const own = (requirement: string, name: 'server' | 'credential') =>
      state(report, requirement, exchange, {
        ok: request[name] === context[name],
        expected: `a request of ${step.call} ${PREPOSITION[name]} the ${name} of its context (${context[name]})`,
        got: `a request ${PREPOSITION[name]} another ${name} (${request[name]})`,
      });
    own(OWN.endpoint, 'server');
    // A credential that no context has, and that of the environment, are judged by other requirements.
    const judged = credentials.has(request.credential) && request.credential !== namedIn(exchange);
    if (credentials.size > 1 && judged) own(OWN.credential, 'credential');
  }
}

/** Returns submissions with described sources only. Another requirement judges sources changed on the way. */
function jobsIn(exchange: Exchange | undefined) {
  const described = builtOf('new_job', [exchange]).flatMap(({ about }) => sourcesOf(about));
  return madeOf('submit', [exchange]).filter(({ step }) => sourcesIn(step)?.every((one) => described.includes(one)));
}

/** Each of several jobs is submitted, and read, as itself. */
function judgeOwnJobs(report: Reporter, exchange: Exchange) {
  const jobs = jobsIn(exchange);
  for (const made of jobs.length > 1 ? jobs : [])
    state(report, OWN.job, exchange, {
      // Further transfers of other jobs do not count here: the job already contained them before its submission.
      ok: isOwn(made),
      expected: `the job with ${preview(sourcesOf(made.about))}`,
      got: preview(sourcesIn(made.step)),
    });
  const sent = madeOf('get_job_status', [exchange]);
  const ids = sent.map(({ about }) => about);
  for (const { step, about } of sent) {
    const id = idOf(step);
    if (!ids.includes(id) || new Set(ids).size < 2 || hung(exchange)) continue;
    state(report, OWN.status, exchange, {
      ok: id === about,
      expected: `the job ${preview(about)}`,
      got: `the job ${preview(id)}`,
    });
  }
}

const EACH_CALL = 'client-library/Context/verify-true-each-call';

export const eachCall = check({
  needs: [sent(turning), sent(verifying)],
  decides: [EACH_CALL],
  judge({ turning: { turned: exchange }, verifying }, report) {
    const steps = reportOf(exchange)?.steps ?? [];
    const before = steps.slice(0, TURNED).flatMap(requestsOf);
    const after = steps
      .slice(TURNED, TURNED_BACK)
      .filter((step) => requestsOf(step).some(({ server }) => server === 'turning'));
    state(report, EACH_CALL, exchange, {
      unless: [
        trustedIsAccepted(verifying),
        restsOn(before.length > 0 && !hung(exchange), 'no request arrived while the certificate was still trusted'),
      ],
      ok: after.length === 0,
      expected: 'no request after the server switched to an untrusted certificate',
      got: `requests by ${after.map(({ call }) => call).join(', ')}`,
    });
  },
});

/** A context that verifies does so even if another does not, whichever was made first. */
export const eachContext = check({
  needs: [sent(verifyingInTurn), sent(verifying)],
  decides: [EACH_CALL],
  judge({ verifyingInTurn, verifying }, report) {
    for (const exchange of Object.values(verifyingInTurn)) {
      const checks = stepsOf(exchange, 'whoami');
      const strict = [checks[0], checks[2]];
      state(report, EACH_CALL, exchange, {
        unless: [
          trustedIsAccepted(verifying),
          restsOn(
            !reached(verifying.untrusted),
            'a single context with verify=True does not reject the untrusted service either',
          ),
          restsOn(
            strict.every((step) => step !== undefined) && !hung(exchange),
            'whoami was not called with every context',
          ),
        ],
        ok: strict.every((step) => requestsOf(step).length === 0),
        expected: 'no request from the context with verify=True, even if another context has verify=False',
        got: 'a request of whoami that arrived at the untrusted service',
      });
    }
    for (const exchange of report.returned)
      for (const { context } of madeOf('Context', [exchange])) {
        const [before, after] = [context.steps.slice(0, 2), context.steps.slice(2)];
        const verifies = context.parameters['verify'] !== false && context.server === 'untrusted';
        const arrived = requestsOf(after).some(({ server }) => server === context.server);
        if (verifies && arrived && requestsOf(before).length === 0)
          state(report, EACH_CALL, exchange, {
            ok: false,
            expected: 'no request to the untrusted service from a later call',
            got: 'a request that arrived at the untrusted service',
          });
      }
  },
});

/** In the whole run: the first wrong item contradicts the requirement; if none is wrong, the first item upholds it. */
const never = <T>(
  requirement: string,
  last: Probe,
  allIn: (exchange: Exchange) => readonly T[],
  isOdd: (one: T) => boolean,
  expected: string,
  got: (one: T) => string,
) =>
  check({
    needs: [every(last)],
    decides: [requirement],
    judge(_, report) {
      const all = report.exchanges.flatMap((exchange) => allIn(exchange).map((one) => ({ exchange, one })));
      const odd = all.find(({ one }) => isOdd(one));
      const shown = odd ?? all[0];
      if (shown) state(report, requirement, shown.exchange, { ok: odd === undefined, expected, got: got(shown.one) });
    },
  });

/** Whether a connection without TLS arrived at a service that requires TLS. */
function spokeWithoutTls(from: Step): boolean {
  return from.arrivals.some(
    (arrival) => arrival.kind === 'failed-handshake' && arrival.code === 'ERR_SSL_HTTP_REQUEST',
  );
}

/** No request was sent without TLS. */
export const overTls = never(
  'client-library/Context/tls',
  turning,
  (exchange) =>
    (reportOf(exchange)?.steps ?? []).filter((step) => spokeWithoutTls(step) || requestsOf(step).length > 0),
  spokeWithoutTls,
  'requests over TLS',
  ({ call }) => `${call} spoke HTTP without TLS`,
);

/** Reading a job does not remove it. */
export const onlyReads = never(
  'client-library/get_job_status/cancels-no-job',
  mixed,
  (exchange) => requestsOf(stepsOf(exchange, 'get_job_status')),
  (request) => request.method === 'DELETE' && pathOf(request).startsWith('/jobs/'),
  'no DELETE of a job while one is read',
  ({ target }) => `DELETE ${target}`,
);

/** Certificates only: no request in the whole run carries a token. */
export const tokenless = never(
  'client-library/Context/sends-no-token',
  mixed,
  requestsOf,
  ({ headers }) => headers['authorization'] !== undefined,
  'no header Authorization',
  ({ headers }) => `Authorization: ${headers['authorization']}`,
);
