/** Faults of the embedded transfer service: enough, and distinct. That each is detected the self-test shows. */
import { beforeAll, expect, it } from 'vitest';
import { createPki, type Pki } from '../../reference/pki/create-pki.ts';
import { transferFaults } from '../../reference/transfer/faults.ts';
import { createTransferReference } from '../../reference/transfer/reference.ts';
import { badCredentials } from './bad-credentials.ts';
import { schemasWithShade } from './schemas-with-shade.ts';
import { type Step, walk } from './transfer-walk.ts';

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

it('are none without a fault turned on: two clean walks are the same', async () => {
  expect(differing(await walk(pki, {}, bad), cleanWithBad)).toEqual([]);
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
