/** Contexts and jobs that are used alternately: each keeps what is its own, at every call. */
import { isDeepStrictEqual } from 'node:util';
import { configured, decidable, restsOn } from '../../../src/engine/words/deciding.ts';
import { asked, check, every } from '../../../src/engine/words/suite.ts';
import { memberOf } from '../../../src/files/json-value.ts';
import type { Exchange } from '../../../src/wire/types.ts';
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
  type Step,
  spokeWithoutTls,
} from '../scenario.ts';

const stepsOf = (exchange: Exchange | undefined, call: string): readonly Step[] =>
  (reportOf(exchange)?.steps ?? []).filter((step) => step.call === call);

export const ownCredentials = check({
  needs: [asked(credentialsInTurn), asked(ways)],
  decides: ['client-library/Context/own-credential'],
  judge({ credentialsInTurn: { inTurn: exchange }, ways }, report) {
    const row = 'client-library/Context/own-credential';
    const other = otherWay(ways);
    const made = stepsOf(exchange, 'Context');
    const checks = stepsOf(exchange, 'whoami');
    // A library may have asked when it made the context, and remember.
    const seen = checks.map((step, at) =>
      [...new Set([made[at % 2], step].flatMap(requestsOf).map(({ credential }) => credential))].join(' and '),
    );
    const own = [usableWay(ways), other ?? usableWay(ways), usableWay(ways)].map((way) => WAYS[way].credential);
    const arrived = checks.length > 2 && !seen.includes('');
    const open = decidable(report, row, exchange, [
      restsOn(other, 'no two credentials can be used'),
      restsOn(arrived, checks.map(failureOf).find(Boolean) ?? 'an identity check did not arrive'),
    ]);
    if (open) report.holds(row, isDeepStrictEqual(seen, own), own.join(', then '), seen.join(', then '), exchange);
  },
});

export const ownJobs = check({
  needs: [asked(jobsInTurn)],
  decides: ['client-library/submit/own-job'],
  judge({ jobsInTurn: { inTurn: exchange } }, report) {
    const row = 'client-library/submit/own-job';
    const posts = stepsOf(exchange, 'submit').map((step) =>
      requestsOf(step).find((each) => each.method === 'POST' && pathOf(each) === '/jobs'),
    );
    const sources = posts.map((post) => filesOf(post?.body)?.flatMap((file) => memberOf(file, 'sources')));
    const known = describedTransfers(2).map(({ source }) => source);
    const swapped = sources.map((each) => known.findIndex((source) => isDeepStrictEqual(each, [source])));
    // Sources that are changed on the way are the row of the source.
    const got = `transfers ${swapped.map((at) => at + 1).join(', then ')}`;
    if (
      decidable(
        report,
        row,
        exchange,
        restsOn(swapped.length > 1 && !swapped.includes(-1), 'two jobs of one transfer each were not submitted'),
      )
    )
      report.holds(row, isDeepStrictEqual(swapped, [0, 1]), 'the first job, then the second', got, exchange);
  },
});

function filesOf(body: string | undefined): readonly unknown[] | undefined {
  const files = memberOf(parsed(body), 'files');
  return Array.isArray(files) ? files : undefined;
}

export const ownStatus = check({
  needs: [asked(statusInTurn)],
  decides: ['client-library/get_job_status/own-job'],
  judge({ statusInTurn: { inTurn: exchange } }, report) {
    const row = 'client-library/get_job_status/own-job';
    const ids = callsOf(exchange).flatMap(({ call, args }) => (call === 'get_job_status' ? [String(args?.[1])] : []));
    const steps = stepsOf(exchange, 'get_job_status');
    const came = steps.map((step) => {
      const outcome = cameOf(step);
      return 'returned' in outcome ? memberOf(outcome.returned.value, 'job_id') : undefined;
    });
    const asked = ids.length > 2 && !hung(reportOf(exchange)) && came.every((id) => typeof id === 'string');
    const open = decidable(report, row, exchange, [
      restsOn(asked, steps.map(failureOf).find(Boolean) ?? 'two jobs could not be asked for'),
      restsOn(
        came.some((id) => ids.includes(String(id))),
        'the returned identifiers are none of those that were asked for',
      ),
    ]);
    if (open)
      report.holds(row, isDeepStrictEqual(came, ids), `jobs ${ids.join(', ')}`, `jobs ${came.join(', ')}`, exchange);
  },
});

export const eachCall = check({
  needs: [asked(turning), asked(verifying)],
  decides: ['client-library/Context/verify-true-each-call'],
  judge({ turning: { turned: exchange }, verifying }, report) {
    const row = 'client-library/Context/verify-true-each-call';
    const steps = reportOf(exchange)?.steps ?? [];
    const before = steps.slice(0, TURNED).flatMap(requestsOf);
    const after = steps.slice(TURNED).filter((step) => requestsOf(step).some(({ server }) => server === 'turning'));
    const expected = 'no request after the server began to show an untrusted certificate';
    const open = decidable(report, row, exchange, [
      configured(usableVerify(verifying), 'a refusal proves nothing: no trusted server was accepted either'),
      restsOn(before.length > 0 && !hung(reportOf(exchange)), 'no identity check arrived before'),
    ]);
    if (open)
      report.holds(
        row,
        after.length === 0,
        expected,
        `requests by ${after.map(({ call }) => call).join(', ')}`,
        exchange,
      );
  },
});

/** Over the whole run: nothing was said without TLS. */
export const overTls = check({
  needs: [every(turning)],
  decides: ['client-library/Context/tls'],
  judge(_, report) {
    const row = 'client-library/Context/tls';
    const steps = report.exchanges.flatMap((exchange) =>
      (reportOf(exchange)?.steps ?? []).map((step) => ({ exchange, step })),
    );
    const plain = steps.find(({ step }) => spokeWithoutTls(step));
    const shown = plain ?? steps.find(({ step }) => requestsOf(step).length > 0);
    if (shown)
      report.holds(
        row,
        plain === undefined,
        'requests over TLS',
        `${shown.step.call} spoke HTTP without TLS`,
        shown.exchange,
      );
  },
});
