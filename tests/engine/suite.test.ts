/** What a probe and a check are when little is declared of them, and what others see of a probe. */
import { describe, expect, test } from 'vitest';
import { check, every, ifAnswered, probe } from '../../src/engine/words/suite.ts';
import { exchange } from './exchanges.ts';

const run = async () => ({});
const lists = probe({ name: 'lists', operation: 'list-jobs', run });
const answered = exchange();
const refused = exchange({ status: 403 });

test('a probe of which only the name and the operation are declared needs nothing, creates nothing, runs in every lane', () => {
  const { name, operation, needs, after, creates, last } = lists;
  expect({ name, operation, needs, after, creates, last }).toEqual({
    name: 'lists',
    operation: 'list-jobs',
    needs: [],
    after: [],
    creates: [],
    last: false,
  });
  expect(['lanes' in lists, lists.unless({}, 'token'), lists.probe === lists]).toEqual([false, undefined, true]);
});

test('what is declared of a probe stands', () => {
  const unless = () => 'SETTING is not set';
  const declared = {
    name: 'x',
    operation: 'y',
    needs: [lists],
    after: [lists],
    creates: ['jobs'],
    lanes: ['token'],
    last: true,
    unless,
    run,
  } as const;
  expect(probe(declared)).toMatchObject(declared);
});

test('a check has no flags and every lane, where none are declared', () => {
  const judge = () => undefined;
  const bare = check({ needs: [lists], decides: ['row'], judge });
  expect([bare.flags, 'lanes' in bare]).toEqual([[], false]);
  expect(check({ needs: [], decides: [], flags: ['status'], lanes: ['token'], judge })).toMatchObject({
    flags: ['status'],
    lanes: ['token'],
  });
});

describe('as a need a probe is', () => {
  test('its first documented answer', () => {
    const view = lists.view({
      roles: {},
      exchanges: [exchange({ operation: 'identity' }), exchange({ purpose: 'refusal' }), answered, refused],
    });
    expect(view.ok && view.value.exchange).toBe(answered);
  });

  test('the answer to the last question of a lane, too', () => {
    const closing = exchange({ purpose: 'closing' });
    const view = lists.view({ roles: {}, exchanges: [closing] });
    expect(view.ok && view.value.exchange).toBe(closing);
  });

  test('in the way, where its first answer did not succeed', () => {
    expect(lists.view({ roles: {}, exchanges: [refused, answered] })).toEqual({ ok: false, because: refused });
    expect(lists.view({ roles: {}, exchanges: [exchange({ purpose: 'cleanup' })] })).toEqual({
      ok: false,
      because: undefined,
    });
  });

  test('everything that it asked, or its answer if there is one', () => {
    expect(every(lists).view({ roles: {}, exchanges: [refused, answered] })).toEqual({
      ok: true,
      value: [refused, answered],
    });
    const optional = ifAnswered(lists);
    const seen = optional.view({ roles: {}, exchanges: [answered] });
    expect([
      optional.optional,
      optional.name,
      optional.probe === lists,
      seen.ok && seen.value?.exchange === answered,
    ]).toEqual([true, 'lists', true, true]);
    expect(optional.view({ roles: {}, exchanges: [refused] })).toEqual({ ok: true, value: undefined });
  });
});
