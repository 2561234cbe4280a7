/** What is asked, in which order, and why the rest is not. */
import { describe, expect, test } from 'vitest';
import { planNodes } from '../../src/engine/plan.ts';
import { check, every, ifAnswered, probe } from '../../src/engine/suite.ts';
import type { Lane, Suite } from '../../src/engine/types.ts';
import { contractOf, requirement } from './exchanges.ts';

const run = async () => [];
const first = probe({ name: 'first', operation: 'identity', run });
const second = probe({ name: 'second', operation: 'list-jobs', needs: [first], run });
const third = probe({ name: 'third', operation: 'submit-job', needs: [ifAnswered(second)], after: [first], creates: ['jobs'], run });
const aside = probe({ name: 'aside', operation: 'delegation', unless: (given) => (given['set'] === true ? undefined : 'SETTING is not set'), run });
const tokenOnly = probe({ name: 'tokenOnly', operation: 'identity', lanes: ['token'], run });
const last = probe({ name: 'last', operation: 'identity', last: true, run });

const row = (name: string) => `transfer/x/${name}`;
const decides = (of: Parameters<typeof every>[0]) => check({ needs: [every(of)], decides: [row(of.name)], judge: () => undefined });
const judged = [first, second, third, aside, tokenOnly];
const contract = contractOf(judged.map(({ name }) => requirement(row(name))));
const suite: Suite = {
  interface: 'transfer',
  contract: () => contract,
  prepare: async () => ({ lanes: [], services: {}, secrets: [], problems: [] }),
  probes: [first, second, third, aside, tokenOnly, last],
  checks: judged.map(decides),
  notPlanned: () => new Map(),
};

const lane = (name: string, more: Partial<Lane> = {}): Lane => ({ name, credentials: new Map(), given: { set: true }, ...more });
const plan = (options: { lanes?: Lane[]; create?: 'jobs'[]; notOffered?: string[]; only?: string[] } = {}) =>
  planNodes(suite, contract, options.lanes ?? [lane('certificate')], {
    create: new Set(options.create ?? ['jobs']),
    notOffered: new Set(options.notOffered),
    selected: (id) => options.only?.includes(id) ?? true,
  });
const states = (nodes: ReturnType<typeof plan>) => Object.fromEntries(nodes.map(({ probe: { name }, precluded }) => [name, precluded?.state ?? 'asked']));

describe('a plan', () => {
  test('holds each probe once in each of its lanes', () => {
    const nodes = plan({ lanes: [lane('certificate'), lane('token')] });
    expect(nodes.map((node) => `${node.lane.name} ${node.probe.name}`)).toEqual([
      ...['first', 'second', 'third', 'aside', 'last'].map((name) => `certificate ${name}`),
      ...['first', 'second', 'third', 'aside', 'tokenOnly', 'last'].map((name) => `token ${name}`),
    ]);
  });

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

  test('what has the longest chain behind it goes first', () => {
    expect(Object.fromEntries(plan().map((node) => [node.probe.name, node.chain]))).toEqual({ first: 3, second: 2, third: 1, aside: 1, last: 0 });
  });

  test.each<[string, Parameters<typeof plan>[0], Record<string, string>, RegExp]>([
    ['nothing may be created', { create: [] }, { third: 'not-allowed' }, /ASSAY_ALLOW_CREATE=jobs/],
    ['an operation is not offered', { notOffered: ['list-jobs'] }, { second: 'not-offered' }, /ASSAY_NOT_OFFERED/],
    ['a setting is missing', { lanes: [lane('certificate', { given: {} })] }, { aside: 'not-set' }, /SETTING is not set/],
    [
      'the credential is no good',
      { lanes: [lane('certificate', { problems: ['It has expired.'] })] },
      { first: 'bad-credential', second: 'bad-credential', third: 'bad-credential', aside: 'bad-credential', last: 'bad-credential' },
      /nothing was sent with the certificate: It has expired\./,
    ],
    [
      'one row was asked for: its probe, what that needs, and the end of the lane',
      { only: [row('second')] },
      { third: 'filtered', aside: 'filtered' },
      /--only/,
    ],
    ['a row with optional needs was asked for', { only: [row('third')] }, { aside: 'filtered' }, /--only/],
    ['nothing was asked for', { only: [] }, { first: 'filtered', second: 'filtered', third: 'filtered', aside: 'filtered', last: 'filtered' }, /--only/],
    ['not wanted goes before not allowed', { only: [row('first')], create: [] }, { second: 'filtered', third: 'filtered', aside: 'filtered' }, /--only/],
  ])('%s', (_, options, expected, says) => {
    const nodes = plan(options);
    const asked = { first: 'asked', second: 'asked', third: 'asked', aside: 'asked', last: 'asked' };
    expect(states(nodes)).toEqual({ ...asked, ...expected });
    for (const { precluded } of nodes) if (precluded) expect(precluded.why).toMatch(says);
  });
});
