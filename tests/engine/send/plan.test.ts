/** The order of probes. For the reasons of those that do not run, see the plans of deployments in other tests. */
import { planReady } from '../../../src/engine/send/plan.ts';
import { every, ifAnswered, probe } from '../../../src/engine/words/suite.ts';
import { laneOf, readyOf } from '../small-run.ts';

const run = async () => ({});
const first = probe({ name: 'first', operation: 'identity', run });
const second = probe({ name: 'second', operation: 'jobs', needs: [first], run });
const third = probe({ name: 'third', operation: 'submit', needs: [ifAnswered(second)], after: [first], run });
const tokenOnly = probe({ name: 'tokenOnly', operation: 'identity', needs: [every(third)], lanes: ['token'], run });
const last = probe({ name: 'last', operation: 'identity', last: true, run });

/** Returns the nodes of the certificate, as `round name`, and those that each waits for. */
function planned(rounds: number[]) {
  const ready = readyOf([first, second, third, tokenOnly, last], {
    lanes: ['certificate', 'token'].map((name) => laneOf(name)),
  });
  const allowed = { allowCreate: new Set<string>(), notOffered: new Set<string>() };
  const nodes = planReady(ready, allowed, { selected: () => true, rounds });
  const named = ({ round, probe: { name } }: (typeof nodes)[number]) => `${round} ${name}`;
  const own = nodes.filter(({ lane }) => lane.name === 'certificate');
  return own.map((node) => ({ name: named(node), waits: node.waitsFor.map(named), chain: node.chain }));
}

test('a probe waits for its needs and for what it comes after, the last one for all of its lane', () => {
  expect(planned([0]).map(({ name, waits }) => [name, waits])).toEqual([
    ['0 first', []],
    ['0 second', ['0 first']],
    ['0 third', ['0 second', '0 first']],
    ['0 last', ['0 first', '0 second', '0 third']],
  ]);
});

test('a round runs all probes of its lane again, after the one before it', () => {
  const all = planned([0, 1, 2]);
  expect(all.map(({ name }) => name)).toEqual(
    [0, 1, 2].flatMap((round) => ['first', 'second', 'third', 'last'].map((name) => `${round} ${name}`)),
  );
  expect(all[4]?.waits).toEqual(['0 last']);
  expect(all.at(-1)?.waits.every((name) => /^[12]/.test(name))).toBe(true);
  expect(all[0]?.chain).toBe(all[4]?.chain);
});
