/** Contexts and jobs that are used alternately: each keeps what is its own, at every call. */
import { configured, restsOn } from '../../../src/engine/words/deciding.ts';
import { asked, check, every } from '../../../src/engine/words/suite.ts';
import { memberOf } from '../../../src/files/json-value.ts';
import { preview } from '../../../src/records/preview.ts';
import { madeIn, madeOf, transfersIn } from '../made.ts';
import { mixed, TURNED, TURNED_BACK, turning, verifyingInTurn } from '../probes/alternating.ts';
import { usableVerify, verifying } from '../probes/contexts.ts';
import {
  cameOf,
  failureOf,
  hung,
  parsed,
  reportOf,
  requestsOf,
  type Step,
  spokeWithoutTls,
  stepsOf,
} from '../scenario.ts';
import { state, stating } from './statement.ts';

const OWN = {
  endpoint: 'client-library/Context/endpoint',
  credential: 'client-library/Context/own-credential',
  job: 'client-library/submit/own-job',
  status: 'client-library/get_job_status/own-job',
} as const;

/** Each context speaks to its own endpoint with its own credential; each call is about the job that it was given. */
export const ownership = check({
  needs: [asked(mixed)],
  decides: Object.values(OWN),
  judge({ mixed: { inTurn: exchange, lacking } }, report) {
    const made = madeIn(exchange);
    const arrived = made.flatMap(({ context, step }) =>
      requestsOf(step).map((request) => ({ context, step, request })),
    );
    const credentials = new Set(arrived.map(({ context }) => context.credential));
    const servers = new Set(arrived.map(({ context }) => context.server));
    const why = made.map(({ step }) => failureOf(step)).find(Boolean) ?? 'no request';
    for (const requirement of Object.values(OWN))
      if (servers.size < 2)
        report.undecided(requirement, 'target', `requests of two contexts did not arrive: ${why}`, exchange);
    for (const { context, step, request } of servers.size < 2 ? [] : arrived) {
      const own = (requirement: string, name: 'server' | 'credential') =>
        state(report, requirement, exchange, {
          held: request[name] === context[name],
          expected: `${step.call} with the ${name} of its context, ${context[name]}`,
          got: request[name],
        });
      own(OWN.endpoint, 'server');
      // A credential that no context has is judged by the requirement of the call.
      if (credentials.size > 1 && credentials.has(request.credential)) own(OWN.credential, 'credential');
    }
    if (credentials.size < 2)
      report.undecided(OWN.credential, 'target', 'no two credentials can be used', lacking ?? exchange);
    const jobs = madeOf('submit', [exchange]).flatMap(({ step, about }) =>
      sourcesIn(step).map((sources) => ({ sources, own: transfersIn(about).map(({ source }) => source) })),
    );
    const described: readonly unknown[] = jobs.flatMap(({ own }) => own);
    // Sources that are changed on the way are judged by the requirement on the source.
    const known = jobs.filter(({ sources }) => sources.every((one) => described.includes(one)));
    for (const { sources, own } of known)
      state(report, OWN.job, exchange, {
        unless: restsOn(known.length > 1, 'two jobs were not submitted'),
        held: sources.every((one) => own.some((source) => source === one)),
        expected: `the job with ${preview(own)}`,
        got: preview(sources),
      });
    const asked = madeOf('get_job_status', [exchange]);
    const ids = asked.map(({ about }) => about);
    for (const { step, about } of asked) {
      const came = cameOf(step);
      const id = 'returned' in came ? memberOf(came.returned.value, 'job_id') : undefined;
      if (!ids.includes(id) || new Set(ids).size < 2 || hung(exchange)) continue;
      state(report, OWN.status, exchange, { held: id === about, expected: `the job ${about}`, got: `the job ${id}` });
    }
  },
});

/** The sources of each submission that arrived in a step. */
const sourcesIn = (step: Step): readonly (readonly unknown[])[] =>
  requestsOf(step).flatMap(({ method, body }) => {
    const files = method === 'POST' ? memberOf(parsed(body), 'files') : undefined;
    return Array.isArray(files) ? [files.flatMap((file) => memberOf(file, 'sources'))] : [];
  });

export const eachCall = stating(
  'client-library/Context/verify-true-each-call',
  [asked(turning), asked(verifying)],
  ({ turning: { turned: exchange }, verifying }) => {
    const steps = reportOf(exchange)?.steps ?? [];
    const before = steps.slice(0, TURNED).flatMap(requestsOf);
    const after = steps
      .slice(TURNED, TURNED_BACK)
      .filter((step) => requestsOf(step).some(({ server }) => server === 'turning'));
    return [
      exchange,
      {
        unless: [
          configured(usableVerify(verifying), 'a refusal is not evidence: no trusted server was accepted either'),
          restsOn(before.length > 0 && !hung(exchange), 'no identity check arrived before'),
        ],
        held: after.length === 0,
        expected: 'no request after the server began to show an untrusted certificate',
        got: `requests by ${after.map(({ call }) => call).join(', ')}`,
      },
    ];
  },
);

/** A context that verifies does so beside one that does not, whichever was made first. */
export const eachContext = check({
  needs: [asked(verifyingInTurn), asked(verifying)],
  decides: ['client-library/Context/verify-true-each-call'],
  judge({ verifyingInTurn, verifying }, report) {
    for (const exchange of Object.values(verifyingInTurn)) {
      const checks = stepsOf(exchange, 'whoami');
      const strict = [checks[0], checks[2]];
      state(report, 'client-library/Context/verify-true-each-call', exchange, {
        unless: [
          configured(usableVerify(verifying), 'a refusal is not evidence: no trusted server was accepted either'),
          restsOn(requestsOf(verifying.untrusted).length === 0, 'a single context does not refuse the service either'),
          restsOn(strict.every((step) => step !== undefined) && !hung(exchange), 'the identity checks were not made'),
        ],
        held: strict.every((step) => requestsOf(step).length === 0),
        expected: 'no request of the context with verify=True beside one with verify=False',
        got: 'an identity check that arrived at the untrusted service',
      });
    }
  },
});

/** Over the whole run: nothing was said without TLS. */
export const overTls = stating('client-library/Context/tls', [every(turning)], (_, { exchanges }) => {
  const steps = exchanges.flatMap((exchange) => (reportOf(exchange)?.steps ?? []).map((step) => ({ exchange, step })));
  const plain = steps.find(({ step }) => spokeWithoutTls(step));
  const shown = plain ?? steps.find(({ step }) => requestsOf(step).length > 0);
  if (shown === undefined) return undefined;
  const got = `${shown.step.call} spoke HTTP without TLS`;
  return [shown.exchange, { held: plain === undefined, expected: 'requests over TLS', got }];
});
