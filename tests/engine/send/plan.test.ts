/** The order of probes, and the reasons for those that do not run. */
import { planReady } from '../../../src/engine/send/plan.ts';
import { check, every, ifAnswered, probe } from '../../../src/engine/words/suite.ts';
import type { Lane, Suite } from '../../../src/engine/words/types.ts';
import { contractOf, requirement } from '../exchanges.ts';

const run = async () => ({});
const first = probe({ name: 'first', operation: 'identity', run });
const second = probe({ name: 'second', operation: 'list-jobs', needs: [first], run });
const third = probe({
  name: 'third',
  operation: 'submit-job',
  needs: [ifAnswered(second)],
  after: [first],
  creates: ['jobs'],
  run,
});
const aside = probe({
  name: 'aside',
  operation: 'delegation',
  unless: (given) => (given.set === true ? undefined : 'SETTING is not set'),
  run,
});
const tokenOnly = probe({ name: 'tokenOnly', operation: 'identity', lanes: ['token'], run });
const last = probe({ name: 'last', operation: 'identity', last: true, run });

const row = (name: string) => `transfer/x/${name}`;
const decides = (of: Parameters<typeof every>[0]) =>
  check({ needs: [every(of)], decides: [row(of.name)], judge: () => undefined });
const judged = [first, second, third, aside, tokenOnly];
const contract = contractOf(judged.map(({ name }) => requirement(row(name))));
const suite: Suite = {
  interface: 'transfer',
  probes: [first, second, third, aside, tokenOnly, last],
  checks: judged.map(decides),
  notPlanned: () => new Map(),
};

const lane = (name: string, more: Partial<Lane> = {}): Lane => ({
  name,
  credentials: new Map(),
  settings: { set: true },
  ...more,
});
const ready = (lanes: Lane[]) => ({
  suite,
  contract,
  prepared: { lanes, services: {}, secrets: [], problems: [] },
});
const plan = (options: { lanes?: Lane[]; create?: 'jobs'[]; notOffered?: string[]; only?: string[] } = {}) =>
  planReady(
    ready(options.lanes ?? [lane('certificate')]),
    { allowCreate: new Set(options.create ?? ['jobs']), notOffered: new Set(options.notOffered) },
    { selected: (id) => options.only?.includes(id) ?? true },
  );
const states = (nodes: ReturnType<typeof plan>) =>
  Object.fromEntries(nodes.map(({ probe: { name }, precluded }) => [name, precluded?.state ?? 'asked']));

const each = (state: string) =>
  Object.fromEntries(['first', 'second', 'third', 'aside', 'last'].map((of) => [of, state]));

describe('a plan', () => {
  test('a probe waits for its needs and for what it comes after, the last one for all of its lane', () => {
    const byName = new Map(plan().map((node) => [node.probe.name, node]));
    const waits = (name: string) => byName.get(name)?.waitsFor.map((node) => node.probe.name);
    expect([waits('first'), waits('second'), waits('third'), waits('last')]).toEqual([
      [],
      ['first'],
      ['second', 'first'],
      ['first', 'second', 'third', 'aside'],
    ]);
  });

  test.each<[string, Parameters<typeof plan>[0], Record<string, string>, RegExp]>([
    ['nothing may be created', { create: [] }, { third: 'not-allowed' }, /ASSAY_ALLOW_CREATE=jobs/],
    ['an operation is not offered', { notOffered: ['list-jobs'] }, { second: 'not-offered' }, /ASSAY_NOT_OFFERED/],
    [
      'a setting is missing',
      { lanes: [lane('certificate', { settings: {} })] },
      { aside: 'not-set' },
      /SETTING is not set/,
    ],
    [
      'the credential is no good',
      { lanes: [lane('certificate', { problems: ['It has expired.'] })] },
      each('bad-credential'),
      /It has expired; no request was sent with the certificate/,
    ],
    [
      'one row was asked for: its probe, what that needs, and the end of the lane',
      { only: [row('second')] },
      { third: 'filtered', aside: 'filtered' },
      /--only/,
    ],

    ['nothing was asked for', { only: [] }, each('filtered'), /--only/],
  ])('%s', (_, options, expected, says) => {
    const nodes = plan(options);
    expect(states(nodes)).toEqual({ ...each('asked'), ...expected });
    for (const { precluded } of nodes) if (precluded) expect(precluded.why).toMatch(says);
  });
});

test('a round runs all probes of its lane again, after the one before it', () => {
  const nodes = planReady(
    ready([lane('certificate'), lane('token')]),
    { allowCreate: new Set(['jobs']), notOffered: new Set() },
    { selected: () => true, rounds: [0, 1, 2] },
  );
  const own = nodes.filter((node) => node.lane.name === 'certificate');
  expect(own.map(({ round, probe: { name } }) => `${round} ${name}`)).toEqual(
    [0, 1, 2].flatMap((round) => Object.keys(each('')).map((name) => `${round} ${name}`)),
  );
  const [firstAgain] = own.filter(({ round }) => round === 1);
  expect(firstAgain?.waitsFor.map(({ round, probe: { name } }) => `${round} ${name}`)).toEqual(['0 last']);
  expect(own.at(-1)?.waitsFor.every(({ round }) => round === 2 || round === 1)).toBe(true);
  expect(own[0]?.chain).toBe(firstAgain?.chain);
});
