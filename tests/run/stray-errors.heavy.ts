/** Errors thrown from socket events and timers at any moment of a run affect only the requests that are under way. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { numbersOf } from '../../reference/drawn/random.ts';
import { referenceOf } from '../../reference/index.ts';
import type { Results, Verdict } from '../../src/index.ts';
import { type HostOutcome, hostRun } from '../../src/run/run-conformance.ts';
import { LEDGER_FILE, openLedger, readLedger } from '../../src/wire/session/ledger.ts';
import { STRAY_ERROR } from '../../src/wire/session/stray-errors.ts';
import { temporaryFolder } from '../afterwards.ts';
import { deviationsFrom } from '../published-form.ts';
import { SHORT } from '../short.ts';
import { DISTURBANCES, disturbing, requestsSentBy } from './disturbing.ts';

const deviations = deviationsFrom('results');

/** Interfaces over HTTP; a run of one takes a second. */
const SERVED = ['transfer', 'data-hub', 'ticket-bridge'] as const;

async function runOf(of: string, out?: string) {
  const started = await referenceOf(of).start({});
  try {
    return await hostRun({
      env: { ...started.env, ASSAY_ALLOW_CREATE: 'all', ...SHORT[of] },
      backoffMs: 1,
      ...(out !== undefined && { out }),
    });
  } finally {
    await started.close();
  }
}

/** A run without a disturbance. */
interface Calm {
  results: Results;
  usual: Map<string, Verdict>;
  requests: number;
}

const calm = new Map<string, Calm>();
for (const of of SERVED) {
  const { made, requests } = await requestsSentBy(() => runOf(of));
  expect(made.results.exitCode, made.results.gate.join()).toBe(0);
  calm.set(of, {
    results: made.results,
    usual: new Map(made.results.requirements.map(({ id, verdict }) => [id, verdict])),
    requests,
  });
}

const next = numbersOf(5360);
/** Each disturbance of one interface in turn, and of the one with the shortest run, at a random moment. */
const MOMENTS = DISTURBANCES.flatMap((what, at) =>
  [SERVED[at % 2] ?? SERVED[0], SERVED[2]].map((of) => [of, what, next()] as const),
);
let struck = 0;

test.each(MOMENTS)('%s: %s at %d of the run', async (of, what, share) => {
  const { results: before, usual, requests } = calm.get(of) as Calm;
  const out = temporaryFolder();
  const outcome = await disturbing(what, Math.floor(share * requests), () => runOf(of, out));
  const { results } = outcome;
  const written: unknown = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8'));
  expect(written).toEqual(JSON.parse(JSON.stringify(results)));
  expect(deviations(written)).toEqual([]);
  expect(results.requirements.map(({ id }) => id).toSorted()).toEqual([...usual.keys()].toSorted());
  expect(openLedger({ directory: out }).pending()).toEqual([]);
  const left = readLedger(join(out, LEDGER_FILE)).lines.filter(({ state }) => state === 'residue');
  expect(results.residue.map(({ name }) => name)).toEqual(expect.arrayContaining(left.map(({ name }) => name)));
  // Additional residue may come from a request that was ended.
  const kinds = new Set(before.residue.map(({ kind }) => kind));
  expect(results.residue.filter(({ kind, why }) => !kinds.has(kind) && !why.startsWith('perhaps created'))).toEqual([]);
  const others = results.requirements.filter(({ id, verdict, basis }) => basis !== 'gap' && verdict !== usual.get(id));
  expect(others.filter(({ verdict }) => verdict !== 'inconclusive')).toEqual([]);
  const ended = endedRequests(outcome);
  expect(
    others.filter(({ exchanges, blame }) => blame !== 'infrastructure' && exchanges.some((id) => ended.has(id))),
  ).toEqual([]);
  expect([0, 3], results.gate.join('\n')).toContain(results.exitCode);
  if (ended.size === 0) expect(others).toEqual([]);
  else {
    struck += 1;
    expect(results.notices.join('\n')).toContain('A library threw an error outside of any request');
  }
});

test('many of them ended a request', () => {
  expect(struck).toBeGreaterThan(MOMENTS.length / 3);
});

/** Returns the ids of the exchanges that a stray error ended. */
function endedRequests({ conducted }: HostOutcome): Set<string> {
  const exchanges = conducted?.judgeables.flatMap(({ recording }) => recording.exchanges) ?? [];
  return new Set(
    exchanges
      .filter(({ attempts }) =>
        attempts.some(({ outcome }) => outcome.kind === 'failure' && outcome.code === STRAY_ERROR),
      )
      .map(({ id }) => id),
  );
}
