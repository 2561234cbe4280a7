/** Contexts and jobs that are used alternately: each keeps what is its own, at every call. */
import { isDeepStrictEqual } from 'node:util';
import { configured, restsOn } from '../../../src/engine/words/deciding.ts';
import { asked, every } from '../../../src/engine/words/suite.ts';
import { memberOf } from '../../../src/files/json-value.ts';
import { describedTransfers } from '../calls.ts';
import { credentialsInTurn, jobsInTurn, otherWay, statusInTurn, TURNED, turning } from '../probes/alternating.ts';
import { usableVerify, usableWay, verifying, WAYS, ways } from '../probes/contexts.ts';
import {
  callsOf,
  cameOf,
  failureOf,
  hung,
  parsed,
  pathOf,
  reportOf,
  requestsOf,
  spokeWithoutTls,
  stepsOf,
} from '../scenario.ts';
import { stating } from './statement.ts';

export const ownCredentials = stating(
  'client-library/Context/own-credential',
  [asked(credentialsInTurn), asked(ways)],
  ({ credentialsInTurn: { inTurn: exchange }, ways }) => {
    const other = otherWay(ways);
    const made = stepsOf(exchange, 'Context');
    const checks = stepsOf(exchange, 'whoami');
    // A library may have asked when it made the context, and remember.
    const seen = checks.map((step, at) =>
      [...new Set([made[at % 2], step].flatMap(requestsOf).map(({ credential }) => credential))].join(' and '),
    );
    const own = [usableWay(ways), other ?? usableWay(ways), usableWay(ways)].map((way) => WAYS[way].credential);
    const arrived = checks.length > 2 && !seen.includes('');
    const unless = [
      restsOn(other, 'no two credentials can be used'),
      restsOn(arrived, checks.map(failureOf).find(Boolean) ?? 'an identity check did not arrive'),
    ];
    const held = isDeepStrictEqual(seen, own);
    return [exchange, { unless, held, expected: own.join(', then '), got: seen.join(', then ') }];
  },
);

export const ownJobs = stating(
  'client-library/submit/own-job',
  [asked(jobsInTurn)],
  ({ jobsInTurn: { inTurn: exchange } }) => {
    const sources = stepsOf(exchange, 'submit').map((step) => {
      const post = requestsOf(step).find((each) => each.method === 'POST' && pathOf(each) === '/jobs');
      const files = memberOf(parsed(post?.body), 'files');
      return Array.isArray(files) ? files.flatMap((file) => memberOf(file, 'sources')) : undefined;
    });
    const known = describedTransfers(2).map(({ source }) => source);
    const swapped = sources.map((each) => known.findIndex((source) => isDeepStrictEqual(each, [source])));
    // Sources that are changed on the way are judged by the requirement on the source.
    const two = swapped.length > 1 && !swapped.includes(-1);
    return [
      exchange,
      {
        unless: restsOn(two, 'two jobs of one transfer each were not submitted'),
        held: isDeepStrictEqual(swapped, [0, 1]),
        expected: 'the first job, then the second',
        got: `transfers ${swapped.map((at) => at + 1).join(', then ')}`,
      },
    ];
  },
);

export const ownStatus = stating(
  'client-library/get_job_status/own-job',
  [asked(statusInTurn)],
  ({ statusInTurn: { inTurn: exchange } }) => {
    const ids = callsOf(exchange).flatMap(({ call, args }) => (call === 'get_job_status' ? [String(args?.[1])] : []));
    const steps = stepsOf(exchange, 'get_job_status');
    const came = steps.map((step) => {
      const outcome = cameOf(step);
      return 'returned' in outcome ? memberOf(outcome.returned.value, 'job_id') : undefined;
    });
    const whole = ids.length > 2 && !hung(exchange) && came.every((id) => typeof id === 'string');
    const unless = [
      restsOn(whole, steps.map(failureOf).find(Boolean) ?? 'two jobs could not be asked for'),
      restsOn(
        came.some((id) => ids.includes(String(id))),
        'the returned identifiers are none of those that were asked for',
      ),
    ];
    const held = isDeepStrictEqual(came, ids);
    return [exchange, { unless, held, expected: `jobs ${ids.join(', ')}`, got: `jobs ${came.join(', ')}` }];
  },
);

export const eachCall = stating(
  'client-library/Context/verify-true-each-call',
  [asked(turning), asked(verifying)],
  ({ turning: { turned: exchange }, verifying }) => {
    const steps = reportOf(exchange)?.steps ?? [];
    const before = steps.slice(0, TURNED).flatMap(requestsOf);
    const after = steps.slice(TURNED).filter((step) => requestsOf(step).some(({ server }) => server === 'turning'));
    return [
      exchange,
      {
        unless: [
          configured(usableVerify(verifying), 'a refusal proves nothing: no trusted server was accepted either'),
          restsOn(before.length > 0 && !hung(exchange), 'no identity check arrived before'),
        ],
        held: after.length === 0,
        expected: 'no request after the server began to show an untrusted certificate',
        got: `requests by ${after.map(({ call }) => call).join(', ')}`,
      },
    ];
  },
);

/** Over the whole run: nothing was said without TLS. */
export const overTls = stating('client-library/Context/tls', [every(turning)], (_, { exchanges }) => {
  const steps = exchanges.flatMap((exchange) => (reportOf(exchange)?.steps ?? []).map((step) => ({ exchange, step })));
  const plain = steps.find(({ step }) => spokeWithoutTls(step));
  const shown = plain ?? steps.find(({ step }) => requestsOf(step).length > 0);
  if (shown === undefined) return undefined;
  const got = `${shown.step.call} spoke HTTP without TLS`;
  return [shown.exchange, { held: plain === undefined, expected: 'requests over TLS', got }];
});
