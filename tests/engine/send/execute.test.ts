/** The outcome of a probe that ended early: interrupted, not set, thrown. */
import { execute } from '../../../src/engine/send/execute.ts';
import type { Node } from '../../../src/engine/send/plan.ts';
import { Interrupted } from '../../../src/engine/send/probe-context.ts';
import { probe, SkipProbe } from '../../../src/engine/words/suite.ts';
import type { Lane, ProbeContext, ProbeOutcome } from '../../../src/engine/words/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { exchange } from '../exchanges.ts';

const lane: Lane = { name: 'certificate', credentials: new Map(), settings: {} };
const nodeOf = (of: Node['probe']): Node => ({ probe: of, lane, round: 0, waitsFor: [], chain: 0 });

/** Returns a sender that sends no request, and returns the exchanges in turn. */
function asking(...answers: Exchange[]) {
  const left = [...answers];
  return { send: async () => left.shift() as Exchange, settings: {} } as unknown as ProbeContext;
}

async function outcomes(nodes: Node[], context: ProbeContext, signal: AbortSignal = new AbortController().signal) {
  const reported: ProbeOutcome[] = [];
  const all = await execute(
    nodes,
    () => context,
    signal,
    (outcome) => reported.push(outcome),
  );
  expect(reported.map(({ probe: name }) => name).sort()).toEqual(all.map(({ probe: name }) => name).sort());
  return all;
}

const good = () => exchange({ probe: 'first', operation: 'identity' });
describe('a probe', () => {
  test.each([
    ['a request of it was aborted', exchange({ phase: 'aborted' }), 'interrupted'],
    ['a request of it failed by itself', exchange({ phase: 'timeout' }), 'done'],
  ])('where the run is interrupted meanwhile and %s', async (_, last, state) => {
    const stop = new AbortController();
    const earlier = good();
    const twice = probe({
      name: 'twice',
      operation: 'identity',
      run: async (_evidence, context) => {
        const made = { one: await context.send('identity'), other: await context.send('identity') };
        stop.abort();
        return made;
      },
    });
    const [outcome] = await outcomes([nodeOf(twice)], asking(earlier, last), stop.signal);
    expect(outcome).toEqual({
      probe: 'twice',
      lane: 'certificate',
      state,
      exchanges: [earlier.id, last.id],
      ...(state === 'done' && { roles: { one: earlier.id, other: last.id } }),
    });
  });

  test.each([
    ['interrupted', new Interrupted('stopped'), 'interrupted', undefined],
    ['not set', new SkipProbe('TRANSFER_SOURCE is not set'), 'not-set', 'TRANSFER_SOURCE is not set'],
    ['thrown', new Error('a fault of ours'), 'threw', 'a fault of ours'],
  ])('that throws is %s, and keeps what it had asked', async (_, error, state, why) => {
    const one = good();
    const throwing = probe({
      name: 'throwing',
      operation: 'identity',
      run: async (_evidence, context) => {
        await context.send('identity');
        throw error;
      },
    });
    expect(await outcomes([nodeOf(throwing)], asking(one))).toEqual([
      { probe: 'throwing', lane: 'certificate', state, why, exchanges: [one.id] },
    ]);
  });
});
