/** Faults and variants of all references: enough, distinct, named. That each fault shows and each variant is legal, campaigns prove. */
import { describe, expect, test } from 'vitest';
import { titleOf } from '../../reference/in-words.ts';
import { REFERENCES } from '../../reference/index.ts';

describe.each(REFERENCES)('$interface', (reference) => {
  test('has faults and variants with unique ids', async () => {
    const faults = await reference.faults();
    const sometimes = await reference.sometimes();
    for (const some of [faults, await reference.variants(), sometimes.faults, sometimes.variants])
      expect(new Set(some.map(({ id }) => id)).size).toBe(some.length);
    expect(faults.filter(({ id, kills }) => !id.startsWith(`${kills}@`)).map(({ id }) => id)).toEqual([]);
  });

  test('refuses to start with one that does not exist', async () => {
    await expect(reference.start({ fault: 'a/b@none' })).rejects.toThrow();
    await expect(reference.start({ variants: ['none'] })).rejects.toThrow();
  });
});

test.each([
  ['i/job/submit_time@with-z', 'job submit_time: ends with Z'],
  ['i/list-jobs/returns-json-array@null-element', 'list-jobs returns JSON array: contains an element that is null'],
  ['i/list-jobs/answers-token@404/sometimes/every-second', 'list-jobs answers token: status 404, every second'],
  ['i/variant/utf-8-marked', 'UTF-8 marked'],
])('the title of %s is derived', (id, title) => expect(titleOf(id)).toBe(title));

test('enough exist that show only sometimes', async () => {
  const all = await Promise.all(REFERENCES.map((each) => each.sometimes()));
  expect(all.flatMap(({ faults }) => faults).length).toBeGreaterThanOrEqual(300);
  expect(all.flatMap(({ variants }) => variants).length).toBeGreaterThanOrEqual(40);
});
