/** What a probe and a check are when little is declared of them, and what others see of a probe. */
import { describe, expect, test } from 'vitest';
import { every, ifAnswered, probe } from '../../src/engine/words/suite.ts';
import { exchange } from './exchanges.ts';

const run = async () => ({});
const lists = probe({ name: 'lists', operation: 'list-jobs', run });
const answered = exchange();
const refused = exchange({ status: 403 });

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
