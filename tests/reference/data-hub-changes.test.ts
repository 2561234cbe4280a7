/** Deviations of the data hub are changes: none is empty, and each can come and go. */
import { expect, test } from 'vitest';
import { dataHubFaults } from '../../reference/data-hub/faults.ts';
import { createDataHubReference, type DataHubReferenceOptions } from '../../reference/data-hub/index.ts';
import { dataHubHostile, dataHubRunVariants, dataHubVariants } from '../../reference/data-hub/variants.ts';
import { send } from '../data-hub/client.ts';
import { clock, namedToken } from '../data-hub/traffic.ts';

const changesOf = (id: string) => dataHubFaults().find((fault) => fault.id === `data-hub/${id}`)?.changes ?? [];

/** Answers to the same listing of spaces. */
async function spaces(options: DataHubReferenceOptions, times = 1) {
  const reference = createDataHubReference({ clock, ...options });
  const headers = await namedToken(reference);
  const seen: { status: number; spaces: readonly string[] | undefined }[] = [];
  for (let at = 0; at < times; at += 1) {
    const { status, json } = await send(reference, 'zone', 'GET', '/api/v3/zone/user/effective_spaces/', { headers });
    seen.push({ status, spaces: (json as { spaces?: string[] } | null)?.spaces });
  }
  return seen;
}

test('no fault and no variant is empty; a variant can be settings alone', () => {
  const variants = [...dataHubVariants(), ...dataHubRunVariants(), ...dataHubHostile()];
  const empty = [
    ...dataHubFaults().filter(({ changes }) => changes.length === 0),
    ...variants.filter(({ changes, settings }) => changes.length === 0 && settings === undefined),
  ];
  expect(empty.map(({ id }) => id)).toEqual([]);
});

test('an unknown fault or variant is refused', () => {
  expect(() => createDataHubReference({ fault: 'data-hub/get-space/answers@unheard-of' })).toThrow(RangeError);
  expect(() => createDataHubReference({ variants: ['unheard-of'] })).toThrow(RangeError);
});

test.each([
  ['of an answer', 'list-spaces/not-empty@null', [2, 0, 2]],
  ['instead of an answer', 'list-spaces/answers@500', [200, 500, 200]],
])('a fault %s shows in the second answer only, where it is to', async (_, id, expected) => {
  const changes = changesOf(id).map((change) => ({ ...change, nth: 2 }));
  const seen = await spaces({ changes }, 3);
  expect(seen.map(({ status, spaces }) => (id.includes('answers@') ? status : (spaces?.length ?? 0)))).toEqual(
    expected,
  );
});

test('a fault of a list shows in one element only, where it is to', async () => {
  const [clean] = await spaces({});
  const [faulty] = await spaces({
    changes: [{ at: 'list-spaces', element: 2, operator: 'item', argument: (item) => item && { ...item, id: 'gone' } }],
  });
  expect(faulty?.spaces).toEqual([clean?.spaces?.[0], 'gone']);
});

test('settings of a variant are those with which it is tested', async () => {
  const { dataHubInProcess } = await import('../../reference/data-hub/in-process.ts');
  const reference = await dataHubInProcess();
  expect(reference.envFor?.({ variants: ['no-share-id'] })).toMatchObject({ DATA_HUB_SHARE_ID: '' });
  expect(reference.envFor?.({ variants: ['no-share-id'] }).DATA_HUB_SPACE_ID).toBe(reference.env['DATA_HUB_SPACE_ID']);
  expect(reference.envFor?.({})).toEqual({});
  await reference.close();
});
