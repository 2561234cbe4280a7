/** Faults and variants of all references: enough, distinct, named. That each fault shows and each variant is legal, campaigns prove. */
import { describe, expect, test } from 'vitest';
import { REFERENCES } from '../../reference/index.ts';

describe.each(REFERENCES)('$interface', (reference) => {
  test('has faults and variants with unique ids, and titles that say more than the ids', async () => {
    const faults = await reference.faults();
    const sometimes = await reference.sometimes();
    for (const some of [faults, await reference.variants(), sometimes.faults, sometimes.variants])
      expect(new Set(some.map(({ id }) => id)).size).toBe(some.length);
    expect(faults.filter(({ id, kills }) => !id.startsWith(`${kills}@`)).map(({ id }) => id)).toEqual([]);
    const bare = faults.filter(({ id, title }) => title === (id.split('@')[1] ?? '').replaceAll('-', ' '));
    expect(bare.map(({ id }) => id)).toEqual([]);
  });

  test('refuses to start with one that does not exist', async () => {
    await expect(reference.start({ fault: 'a/b@none' })).rejects.toThrow();
    await expect(reference.start({ variants: ['none'] })).rejects.toThrow();
  });
});

test('enough exist that show only sometimes', async () => {
  const all = await Promise.all(REFERENCES.map((each) => each.sometimes()));
  expect(all.flatMap(({ faults }) => faults).length).toBeGreaterThanOrEqual(300);
  expect(all.flatMap(({ variants }) => variants).length).toBeGreaterThanOrEqual(40);
});
