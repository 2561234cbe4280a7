/**
 * Runs that are ended before a random request: the ledger names every object in the references, and `assay clean
 * --remove` removes it or gives the reason why not.
 */
import { join } from 'node:path';
import fc from 'fast-check';
import type { FileNode } from '../../../reference/data-hub/files.ts';
import { startDataHubReference } from '../../../reference/data-hub/start.ts';
import { createPki } from '../../../reference/pki/create-pki.ts';
import { startTicketBridgeReference } from '../../../reference/ticket-bridge/start.ts';
import { startTransferReference } from '../../../reference/transfer/start.ts';
import type { Handler } from '../../../reference/types.ts';
import { removeLeft } from '../../../src/cli/removal.ts';
import { makeReady } from '../../../src/run/ready.ts';
import { hostRun } from '../../../src/run/run-conformance.ts';
import { type LedgerLine, readLedger } from '../../../src/wire/session/ledger.ts';
import { deviationsFrom } from '../../published-form.ts';
import { Workplace } from '../command.ts';

const SEED = Number(process.env.INTERRUPTED_SEED ?? 20_261);
/** Number of runs that are killed; 75 % as many get a signal. INTERRUPTED_RUNS=50 is a thorough proof. */
const RUNS = Number(process.env.INTERRUPTED_RUNS ?? 4);
const SETTINGS = {
  ASSAY_ALLOW_CREATE: 'all',
  TRANSFER_CANCEL_WAIT_MS: '200',
  DATA_HUB_UPLOAD_BYTES: '65537',
  DATA_HUB_CHANGES_WAIT_MS: '200',
};

/** An object that a run created and that exists. */
interface Existing {
  kind: string;
  name: string;
  identifier?: string;
}

const pki = await createPki({ keys: 'ec' });

/** Starts all references, and lists the objects in them. `before` is called before the n-th request. */
async function world(before: (n: number) => void) {
  let requests = 0;
  let underWay = 0;
  const destinations = new Map<string, string>();
  const tokens: string[] = [];
  const around = (handler: Handler): Handler => {
    return async (request) => {
      requests += 1;
      before(requests);
      underWay += 1;
      try {
        const response = await handler(request);
        const made = request.method === 'POST' && response.status < 300;
        if (made && request.target === '/jobs') {
          const { job_id: id } = JSON.parse(String(response.body)) as { job_id: string };
          const { files } = JSON.parse(Buffer.from(request.body).toString()) as { files: { destinations: string[] }[] };
          destinations.set(id, files[0]?.destinations[0] ?? '');
        }
        if (made && request.target.endsWith('/tokens/named'))
          tokens.push((JSON.parse(Buffer.from(request.body).toString()) as { name: string }).name);
        return response;
      } finally {
        underWay -= 1;
      }
    };
  };
  const [bridge, transfer, hub] = await Promise.all([
    startTicketBridgeReference({ around }),
    startTransferReference({ around, pki }),
    startDataHubReference({ around, pki }),
  ]);
  const { state } = hub.reference;
  const filesBelow = (node: FileNode, path: string): string[] =>
    [...(node.children?.values() ?? [])].flatMap((child) => {
      const at = path === '' ? child.name : `${path}/${child.name}`;
      return child.children ? filesBelow(child, at) : child.way === 'seed' ? [] : [at];
    });
  const existing = (): Existing[] => [
    ...[...destinations]
      .filter(([id]) => transfer.reference.stateOf(id) !== 'CANCELED')
      .map(([identifier, name]) => ({ kind: 'jobs', name, identifier })),
    ...[...bridge.reference.tickets.values()].flatMap(({ id, subject, attachments }) => [
      { kind: 'tickets', name: subject, identifier: String(id) },
      ...attachments.map(({ name }) => ({ kind: 'attachments', name })),
    ]),
    ...filesBelow(state.files.root, '').map((name) => ({ kind: 'files', name })),
    ...[...state.shares.values()]
      .filter(({ made }) => made)
      .map(({ id, name }) => ({ kind: 'shares', name, identifier: id })),
    ...[...state.handles.values()]
      .filter(({ made }) => made)
      .map(({ id, facts }) => ({ kind: 'handles', name: String(facts.metadata), identifier: id })),
    ...tokens.map((name) => ({ kind: 'tokens', name })),
  ];
  return {
    env: { ...bridge.env, ...transfer.env, ...hub.env, ...SETTINGS },
    existing,
    requests: () => requests,
    /** Resolves when the references have answered every request that had arrived. */
    settled: async () => {
      for (let quiet = 0; quiet < 3; quiet = underWay === 0 ? quiet + 1 : 0)
        await new Promise((resolve) => setTimeout(resolve, 5));
    },
    newToken: async () => (await state.tokens.name()).token,
    close: () => Promise.all([bridge.close(), transfer.close(), hub.close()]),
  };
}

/** Returns whether a ledger line names an object, by its identifier or by a recognisable name. */
function names({ kind, name, identifier }: LedgerLine, object: Existing) {
  if (kind !== object.kind) return false;
  return (
    (identifier !== undefined && identifier === object.identifier) ||
    object.name.includes(name) ||
    name.includes(object.name)
  );
}

/** Returns the open entries in the ledger of a run. */
const leftIn = (out: string) => readLedger(join(out, 'ledger.jsonl')).lines.filter(({ state }) => state !== 'closed');

/** Returns the objects that no line names. */
const unnamedBy = (lines: LedgerLine[], existing: Existing[]) =>
  existing.filter((object) => !lines.some((line) => names(line, object)));

/** Ends a run by a signal before the n-th request. */
async function ended(n: number, signal: NodeJS.Signals) {
  const place = new Workplace();
  let kill: () => void = () => undefined;
  const all = await world((count) => count === n && kill());
  const started = place.start('run --out out --no-report', all.env);
  let at = performance.now();
  kill = () => {
    at = performance.now();
    started.child.kill(signal);
  };
  const end = await started.ended;
  const ms = performance.now() - at;
  await all.settled();
  return { place, all, end, ms, close: () => all.close() };
}

/** Number of requests of a whole run, and of those before the clean-up. */
let [total, working] = [0, 0];
/** Requests that a run may still send before it notices a signal. */
const MARGIN = 20;

test('before each request of a run, the ledger names everything that exists', async () => {
  const place = new Workplace();
  const out = place.path('out');
  const unnamed: string[] = [];
  const all = await world((n) => {
    const lines = leftIn(out);
    for (const { kind, name } of unnamedBy(lines, all.existing())) unnamed.push(`before request ${n}: ${kind} ${name}`);
  });
  const { results, conducted } = await hostRun({ env: all.env, out });
  expect({ unnamed, exitCode: results.exitCode }).toEqual({ unnamed: [], exitCode: 0 });
  total = all.requests();
  const sent = conducted?.judgeables.flatMap(({ recording }) => recording.exchanges) ?? [];
  working = total - sent.filter(({ purpose }) => purpose === 'cleanup').length;
  console.log(`a whole run: ${total} requests; seed ${SEED} (INTERRUPTED_SEED)`);
  await all.close();
});

/** Returns `count` moments, each as the number of a request. */
function moments(count: number, salt: number) {
  return fc.sample(fc.noBias(fc.integer({ min: 1, max: total - 1 })), { seed: SEED + salt, numRuns: count });
}

const seen = { objects: 0, kinds: new Set<string>(), interrupted: 0 };
test('runs that are killed: the ledger names everything that exists, and clean --remove removes it or says why not', async () => {
  for (const n of moments(RUNS, 1)) {
    const { place, all, end, close } = await ended(n, 'SIGKILL');
    const about = `killed before request ${n} of ${total}`;
    expect(end.code, `${about}, ended by itself: ${end.stderr}${end.stdout}`).toBe(null);
    const left = leftIn(place.path('out'));
    const existing = all.existing();
    expect(unnamedBy(left, existing), about).toEqual([]);
    const { DATA_HUB_AUTH_REFRESH_TOKEN: _, ...env } = all.env as Record<string, string>;
    const made = await makeReady({ ...env, DATA_HUB_TOKEN: await all.newToken() });
    if (!made.ok) throw new Error(made.problems.join(' '));
    const outcomes = await removeLeft(left, place.path('out'), made);
    const still = all.existing();
    for (const line of left) {
      if (outcomes.get(line.id) === 'removed')
        expect(
          still.filter((object) => names(line, object) && line.kind !== 'attachments'),
          `${about}: ${line.name}`,
        ).toEqual([]);
    }
    // Of the objects that can be removed, only jobs whose identifier never arrived remain.
    const unnamed = left.filter(({ kind, identifier }) => kind === 'jobs' && identifier === undefined);
    expect(
      unnamedBy(
        unnamed,
        still.filter(({ kind }) => ['jobs', 'files'].includes(kind)),
      ),
      about,
    ).toEqual([]);
    seen.objects += existing.length;
    for (const { kind } of existing) seen.kinds.add(kind);
    await close();
  }
  expect(seen.objects).toBeGreaterThan(RUNS);
  expect(seen.kinds.size).toBeGreaterThan(3);
}, 1_800_000);

const problemsIn = deviationsFrom('results');

/** Far more than an idle machine needs, so that only a run that hangs exceeds it. */
const PATIENCE_MS = 60_000;

test('SIGINT or SIGTERM ends a run with 130 and valid results, and everything that exists is in them', async () => {
  for (const [at, n] of moments(Math.ceil(RUNS * 0.75), 2).entries()) {
    const signal = at % 2 === 0 ? 'SIGINT' : 'SIGTERM';
    const { place, all, end, ms, close } = await ended(n, signal);
    const about = `${signal} before request ${n} of ${total}: ${end.stderr}`;
    const results = place.resultsIn();
    expect(problemsIn(results), about).toEqual([]);
    // A signal during clean-up is not an interruption.
    const { interrupted } = results.run;
    const exitCode = interrupted ? 130 : 0;
    expect({ code: end.code, ...results }, about).toMatchObject({
      code: exitCode,
      exitCode,
      counts: { fail: 0, error: 0 },
    });
    expect(
      interrupted || !results.requirements.some(({ message }) => message?.includes('run ended before')),
      about,
    ).toBe(true);
    if (n < working - MARGIN) {
      expect(interrupted, about).toBe(true);
      seen.interrupted += 1;
    }
    const left = leftIn(place.path('out'));
    expect(
      left.filter(({ state }) => state === 'open'),
      about,
    ).toEqual([]);
    expect(
      results.residue
        .filter(({ kind }) => kind !== 'refresh-token')
        .map(({ kind, name }) => `${kind} ${name}`)
        .sort(),
      about,
    ).toEqual(left.map(({ kind, name }) => `${kind} ${name}`).sort());
    expect(unnamedBy(left, all.existing()), about).toEqual([]);
    expect(ms, about).toBeLessThan(PATIENCE_MS);
    await close();
  }
  expect(seen.interrupted).toBeGreaterThan(0);
}, 1_800_000);
