/** Faults of the embedded transfer service: enough, distinct, each with an effect, also now and then. That each is detected the self-test shows. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Nth } from '../../reference/change.ts';
import { schemasOf } from '../../reference/package-root.ts';
import { createPki, type Pki } from '../../reference/pki/create-pki.ts';
import { faultDefinitions, transferFaults } from '../../reference/transfer/faults.ts';
import { type Change, JOB, refuse } from '../../reference/transfer/operators.ts';
import { createTransferReference } from '../../reference/transfer/reference.ts';
import { badCredentials } from './bad-credentials.ts';
import { schemasWithShade } from './schemas-with-shade.ts';
import { bodyOf, credentialOf, parsed, type Step, walk, walksOtherwise } from './transfer-walk.ts';

const NO_BODY = new Uint8Array();

const faults = transferFaults();
let pki: Pki;
let bad: Awaited<ReturnType<typeof badCredentials>>;
let cleanWithBad: Step[];

beforeAll(async () => {
  pki = await createPki();
  bad = await badCredentials(pki);
  cleanWithBad = await walk(pki, {}, bad);
});

const differing = (steps: readonly Step[], from: readonly Step[]): string[] =>
  steps
    .filter((step) => JSON.stringify(step) !== JSON.stringify(from.find(({ what }) => what === step.what)))
    .map(({ what }) => what);

it('are at least 600, of which 70 and more for flows, with unique ids', () => {
  expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
  expect(faults.length).toBeGreaterThanOrEqual(600);
  expect(faults.filter(({ tags }) => tags?.includes('flow')).length).toBeGreaterThanOrEqual(70);
  expect(faults.every(({ id, kills }) => id.startsWith(`${kills}@`))).toBe(true);
});

it('have titles that differ, and that are not only the words of the id', () => {
  expect(new Set(faults.map(({ title }) => title)).size).toBe(faults.length);
  const bare = faults.filter(({ id, title }) => title === (id.split('@')[1] ?? '').replaceAll('-', ' '));
  expect(bare.map(({ id }) => id)).toEqual([]);
});

it('are none without a fault turned on: two clean walks are the same', async () => {
  expect(differing(await walk(pki, {}, bad), cleanWithBad)).toEqual([]);
});

it('change something, each', async () => {
  const known = faultDefinitions(schemasOf('transfer'));
  const definitions = faults.flatMap(({ id }) => known.get(id) ?? []);
  expect(definitions.filter(({ changes }) => changes.length === 0).map(({ id }) => id)).toEqual([]);
  const idle: string[] = [];
  const usual = new Map(cleanWithBad.map((step) => [step.what, JSON.stringify(step)]));
  for (const { id } of definitions) if (!(await walksOtherwise(pki, { fault: id }, bad, usual))) idle.push(id);
  expect(idle).toEqual([]);
}, 120_000);

describe('a change of a fault', () => {
  const MISSING: Change = { record: JOB, path: 'priority', operator: 'drop' };
  const lists = async (changes: readonly Change[]) => {
    const reference = createTransferReference({ pki, changes });
    const ask = async () => {
      const { headers, peer } = credentialOf(pki, 'token');
      const response = await reference.handler({ method: 'GET', target: '/jobs', headers, body: NO_BODY, peer });
      return { status: response.status, jobs: parsed(await bodyOf(response)) as Readonly<Record<string, unknown>>[] };
    };
    return [await ask(), await ask(), await ask()];
  };
  const lacking = ({ jobs }: { jobs: readonly object[] }) => jobs.flatMap((job, at) => ('priority' in job ? [] : [at]));

  it('acts in the second answer alone, or in each second one', async () => {
    const refused = refuse(500, { at: 'list-jobs' });
    const statuses = async (nth: Nth) => (await lists([{ ...refused, nth }])).map(({ status }) => status);
    expect(await statuses(2)).toEqual([200, 500, 200]);
    expect(await statuses({ from: 2 })).toEqual([200, 500, 500]);
    expect(await statuses({ every: 2 })).toEqual([200, 500, 200]);
  });

  it('acts in one element of a list alone, in one answer alone', async () => {
    expect((await lists([{ ...MISSING, element: 3 }])).map(lacking)).toEqual([[2], [2], [2]]);
    expect((await lists([{ ...MISSING, element: 3, nth: 2 }])).map(lacking)).toEqual([[], [2], []]);
    expect((await lists([{ ...MISSING, element: { every: 4 } }])).map(lacking)[0]).toEqual([3, 7]);
    expect((await lists([{ ...MISSING, lane: 'certificate' }])).map(lacking)[0]).toEqual([]);
  });
});

it('that do not exist are an error', () => {
  expect(() => createTransferReference({ pki, fault: 'transfer/job/nothing@missing' })).toThrow(RangeError);
});

it('follow from a property that is added to a schema', async () => {
  await schemasWithShade(async (dir) => {
    const added = transferFaults(dir).filter(({ kills }) => kills === 'transfer/job/shade');
    expect(added.map(({ id }) => id.split('@')[1]).sort()).toEqual([
      'array',
      'boolean',
      'missing',
      'null',
      'number',
      'object',
    ]);
    const steps = await walk(pki, { schemasDir: dir, fault: 'transfer/job/shade@missing' });
    expect(steps.find(({ what }) => what === 'token list')?.text).not.toContain('shade');
    expect((await walk(pki, { schemasDir: dir })).find(({ what }) => what === 'token list')?.text).toContain(
      '"shade":"grey"',
    );
  });
});
