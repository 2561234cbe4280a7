/**
 * Errors thrown outside of any stack of Assay: those of a run end the requests under way; those of its host reach the
 * host.
 */
import { startTicketBridgeReference } from '../../reference/ticket-bridge/start.ts';
import { type HostOptions, hostRun } from '../../src/run/run-conformance.ts';
import { STRAY_ERROR } from '../../src/wire/session/stray-errors.ts';
import { closing } from '../afterwards.ts';
import { redOf, withVerdict } from '../verdicts.ts';
import { disturbing } from './disturbing.ts';

const reference = closing(await startTicketBridgeReference({}));

/** The errors that reach the host. */
let reached: unknown[];
let emit: typeof process.emit;
const recording = ((event: string, ...values: unknown[]) => {
  if (event === 'uncaughtException' || event === 'unhandledRejection') return reached.push(values[0]) > 0;
  return Reflect.apply(emit, process, [event, ...values]) as boolean;
}) as typeof process.emit;
beforeEach(() => {
  reached = [];
  emit = process.emit;
  process.emit = recording;
});
afterEach(() => {
  expect(process.emit).toBe(recording);
  process.emit = emit;
});

const run = (options: Partial<HostOptions> = {}) =>
  hostRun({ env: { ...reference.env, ASSAY_ALLOW_CREATE: 'all' }, backoffMs: 1, ...options });

test.each([
  ['readable', 3],
  ['rejection', 3],
  ['close', 5],
  ['timer', 1],
] as const)(
  'thrown by a dependency (%s, request %i): the request under way is undecided, the rest is judged',
  async (what, at) => {
    const { results, conducted } = await disturbing(what, at, run);
    const attempts = conducted?.judgeables.flatMap(({ recording }) =>
      recording.exchanges.flatMap((one) => one.attempts),
    );
    if (at === 3)
      expect(attempts?.map(({ outcome }) => outcome)).toContainEqual(expect.objectContaining({ code: STRAY_ERROR }));
    expect(reached).toEqual([]);
    expect(redOf(results)).toEqual([]);
    expect(withVerdict(results, 'pass').length).toBeGreaterThan(20);
    expect(results.notices).toContain(
      'A library threw an error outside of any request, which ended the requests under way: thrown by a test',
    );
  },
);

test('thrown by Assay itself: exit 4, with results', async () => {
  const own = new Error('a defect');
  own.stack = `Error: a defect\n    at node:internal/timers:1:1\n    at late (${new URL('../../dist/src/engine/send/run.js', import.meta.url).pathname}:1:1)`;
  const { results } = await disturbing('timer', 3, run, () => own);
  expect(results).toMatchObject({ exitCode: 4, conclusion: 'invalid' });
  expect(results.gate[0]).toBe('Internal error: a defect');
  expect(withVerdict(results, 'pass').length).toBeGreaterThan(20);
  expect(reached).toEqual([]);
});

test('thrown by the host during a run, its listener included, it reaches the host and costs nothing', async () => {
  const errors = [new Error('of the host'), new Error('of its listener')];
  const first = { thrown: false };
  const running = run({
    on: ({ type }) => {
      if (type !== 'answered' || first.thrown) return;
      first.thrown = true;
      setImmediate(() => {
        throw errors[1];
      });
    },
  });
  setImmediate(() => {
    throw errors[0];
  });
  const { results } = await running;
  expect(results.exitCode).toBe(0);
  expect(reached).toEqual(errors);
});

test('of two runs at once, only the one that it belongs to', async () => {
  const env = { ...reference.env, ASSAY_ALLOW_CREATE: '' };
  const [disturbed, calm] = await Promise.all([disturbing('timer', 0, run), run({ env })]);
  const noticed = [disturbed, calm].map(({ results }) =>
    results.notices.some((notice) => notice.startsWith('A library threw')),
  );
  expect(noticed.filter(Boolean)).toHaveLength(1);
  expect(reached).toEqual([]);
});
