/** The order of probes, and the reasons for those that do not run. */
import { planReady } from '../../../src/engine/send/plan.ts';
import { every, ifAnswered, probe } from '../../../src/engine/words/suite.ts';
import type { Lane } from '../../../src/engine/words/types.ts';
import { laneOf, readyOf } from '../small-run.ts';

const run = async () => ({});
const first = probe({ name: 'first', operation: 'identity', run });
const second = probe({ name: 'second', operation: 'jobs', needs: [first], run });
const third = probe({
  name: 'third',
  operation: 'submit',
  needs: [ifAnswered(second)],
  after: [first],
  creates: ['jobs'],
  run,
});
const aside = probe({
  name: 'aside',
  operation: 'cancel',
  unless: ({ set }) => (set === true ? undefined : 'SETTING is not set'),
  run,
});
const tokenOnly = probe({ name: 'tokenOnly', operation: 'identity', needs: [every(third)], lanes: ['token'], run });
const last = probe({ name: 'last', operation: 'identity', last: true, run });
const ALL = ['first', 'second', 'third', 'aside', 'last'];

interface How {
  lane?: Partial<Lane>;
  create?: string[];
  notOffered?: string[];
  only?: string[];
  rounds?: number[];
}

/** Returns the nodes of the certificate. */
function planned({ lane, create = ['jobs'], notOffered = [], only, rounds }: How = {}) {
  const lanes = [laneOf('certificate', { settings: { set: true }, ...lane }), laneOf('token')];
  return planReady(
    readyOf([first, second, third, aside, tokenOnly, last], { lanes }),
    { allowCreate: new Set(create), notOffered: new Set(notOffered) },
    { selected: (id) => only?.includes(id) ?? true, ...(rounds && { rounds }) },
  ).filter((node) => node.lane.name === 'certificate');
}
const named = ({ round, probe: { name } }: ReturnType<typeof planned>[number]) => `${round} ${name}`;

test('a probe waits for its needs and for what it comes after, the last one for all of its lane', () => {
  expect(planned().map((node) => [named(node), node.waitsFor.map(named)])).toEqual([
    ['0 first', []],
    ['0 second', ['0 first']],
    ['0 third', ['0 second', '0 first']],
    ['0 aside', []],
    ['0 last', ['0 first', '0 second', '0 third', '0 aside']],
  ]);
});

const each = (state: string) => Object.fromEntries(ALL.map((name) => [name, state]));

test.each<[string, How, Record<string, string>, RegExp]>([
  ['nothing may be created', { create: [] }, { third: 'not-allowed' }, /ASSAY_ALLOW_CREATE=jobs/],
  ['an operation is not offered', { notOffered: ['jobs'] }, { second: 'not-offered' }, /ASSAY_NOT_OFFERED/],
  ['a setting is missing', { lane: { settings: {} } }, { aside: 'not-set' }, /SETTING is not set/],
  [
    'the credential is no good',
    { lane: { problems: ['It has expired.'] } },
    each('bad-credential'),
    /It has expired; no request was sent with the certificate/,
  ],
  [
    'one row was asked for: its probe, what that needs, and the end of the lane',
    { only: ['transfer/x/second'] },
    { third: 'filtered', aside: 'filtered' },
    /--only/,
  ],
  ['nothing was asked for', { only: [] }, each('filtered'), /--only/],
])('%s', (_, how, expected, says) => {
  const nodes = planned(how);
  const states = nodes.map(({ probe: { name }, precluded }) => [name, precluded?.state ?? 'asked']);
  expect(Object.fromEntries(states)).toEqual({ ...each('asked'), ...expected });
  for (const { precluded } of nodes) if (precluded) expect(precluded.why).toMatch(says);
});

test('a round runs all probes of its lane again, after the one before it', () => {
  const all = planned({ rounds: [0, 1, 2] });
  expect(all.map(named)).toEqual([0, 1, 2].flatMap((round) => ALL.map((name) => `${round} ${name}`)));
  const again = all[ALL.length];
  expect(again?.waitsFor.map(named)).toEqual(['0 last']);
  expect(all.at(-1)?.waitsFor.every(({ round }) => round > 0)).toBe(true);
  expect(all[0]?.chain).toBe(again?.chain);
});
