/** Recordings of several interfaces become results, conclusions and an exit code. */
import type { Contract, Interface, Requirement } from '../../../src/contract/types.ts';
import { buildResults, type Judgeable, type RunContext } from '../../../src/engine/account/results.ts';
import { stated } from '../../../src/engine/words/reasons.ts';
import type { Fact, Suite } from '../../../src/engine/words/types.ts';
import { contractOf, requirement } from '../exchanges.ts';

interface Made {
  of?: Interface;
  rows?: Partial<Requirement>[];
  contract?: Partial<Contract>;
  facts?: (Partial<Fact> & { requirement: string })[];
  notPlanned?: Record<string, string>;
  lanes?: string[];
}

/** Returns an interface with these facts. */
function judgeable({
  of = 'transfer',
  rows = [],
  contract = {},
  facts = [],
  notPlanned = {},
  lanes = ['certificate'],
}: Made): Judgeable {
  const requirements = rows.map((row) => requirement(row.id as string, { interface: of, ...row }));
  return {
    contract: { ...contractOf(requirements), interface: of, ...contract },
    suite: { checks: [], notPlanned: () => new Map(Object.entries(notPlanned)) } as unknown as Suite,
    recording: {
      interface: of,
      lanes: lanes.map((name) => ({ name, given: {}, credentials: [] })),
      probes: [],
      exchanges: [],
    },
    facts: facts.map((fact) => ({ lane: 'certificate', exchanges: ['e1'], kind: 'upheld', times: 1, ...fact }) as Fact),
  };
}

const context = (
  more: Omit<Partial<RunContext>, 'run'> & { only?: string[]; interrupted?: boolean } = {},
): RunContext => {
  const { only = [], interrupted = false, ...rest } = more;
  return {
    run: { id: 'r', startedAt: '', endedAt: '', seed: 1, only, interrupted, requests: 2 },
    suite: { name: 'assay', version: '0', contracts: {} },
    target: { reference: false, interfaces: {}, allowCreate: [], notOffered: [] },
    residue: [],
    notices: ['a notice'],
    notConfigured: ['client-library'],
    requireComplete: false,
    ...rest,
  };
};

const A = 'transfer/jobs/a';
const B = 'transfer/jobs/b';
const HUB = 'data-hub/spaces/a';
const wrong = { kind: 'contradicted', expected: 'this', got: 'that' } as const;
const transfer = (more: Made = {}) =>
  judgeable({ rows: [{ id: A }, { id: B }], facts: [{ requirement: A }, { requirement: B }], ...more });
const hub = (more: Made = {}) =>
  judgeable({ of: 'data-hub', rows: [{ id: HUB }], facts: [{ requirement: HUB }], ...more });

test('results of two interfaces stand one after the other, each with its conclusion, and the worst of all', () => {
  const results = buildResults(
    [transfer({ facts: [{ requirement: A }, { requirement: B, ...wrong }] }), hub()],
    context(),
  );
  expect(results.requirements.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([
    `${A} pass`,
    `${B} fail`,
    `${HUB} pass`,
  ]);
  expect(results).toMatchObject({
    format: 'assay-results/1',
    conclusion: 'non-conformant',
    conclusions: { transfer: 'non-conformant', 'data-hub': 'conformant' },
    verified: { transfer: 1, 'data-hub': 1 },
    counts: { pass: 2, fail: 1 },
    exitCode: 1,
    gate: ['1 documented requirement failed.'],
    notices: ['a notice'],
    notConfigured: ['client-library'],
    policy: { failOn: ['new', 'expired'], requireComplete: false },
  });
  expect(results.comparison).toBeUndefined();
});

describe('the gate receives', () => {
  test('nothing of an interface that was filtered out, and the outcome of the others', () => {
    const silent = hub({ facts: [] });
    expect(buildResults([transfer(), silent], context()).exitCode).toBe(4);
    const narrowed = buildResults([transfer(), hub()], context({ only: [A] }));
    const conclusions = { transfer: 'incomplete', 'data-hub': 'incomplete' };
    expect(narrowed).toMatchObject({ exitCode: 0, conclusions });
    expect(buildResults([transfer(), hub()], context({ only: [A], requireComplete: true })).gate[0]).toBe(
      'transfer was narrowed by --only, which --require-complete does not permit.',
    );
  });

  test('what makes a run incomplete: what --only left out, unless a selected requirement was not decided either', () => {
    const C = 'transfer/other/c';
    const open = transfer({
      rows: [{ id: A }, { id: B }, { id: C }],
      facts: [
        { requirement: A },
        { requirement: B, kind: 'undecided', reason: stated('document', 'the list is empty') },
        { requirement: C },
      ],
    });
    const said = (only: string[]) => buildResults([open], context({ only, requireComplete: true })).gate[0];
    const why =
      'transfer is incomplete, which --require-complete does not permit: a documented requirement was skipped or inconclusive. assay plan shows what the settings leave out';
    expect(said([])).toBe(`${why}.`);
    expect(said([A, B])).toBe(`${why}; --only leaves out the rest.`);
    expect(said([A])).toBe('transfer was narrowed by --only, which --require-complete does not permit.');
  });
});

describe('an expectation of a profile', () => {
  const GAP = 'transfer/gap/error-codes';
  /** Returns the result for these observed values of the gap. */
  const filled = (expectation: unknown, values: string[], only?: string[]) =>
    buildResults(
      [
        judgeable({
          rows: [{ id: A }, { id: GAP }],
          contract: { fills: new Map([[GAP, expectation]]) },
          facts: values.map((value) => ({ requirement: GAP, kind: 'observed', value })),
        }),
      ],
      context({ only }),
    ).requirements.find(({ basis }) => basis === 'profile');

  test.each([
    ['as expected', 'none; really', ['none; really'], 'pass'],
    ['one of several', [200, 201], ['200', '201'], 'pass'],
    ['something else after many others', [...Array(20).keys()], [...Array(21).keys()].map(String), 'warn'],
    ['nothing', 200, [], 'inconclusive'],
  ])('is compared with every observation of its gap, and with no other: %s', (_, expectation, values, verdict) => {
    expect(filled(expectation, values)).toMatchObject({ id: `${GAP}/as-profile-says`, verdict });
  });

  test('left out by --only: skipped like every other requirement', () => {
    expect(filled(200, [], [A])).toMatchObject({ verdict: 'skipped', message: 'Not selected.' });
  });
});
