/** What keeps recorded answers from deciding a requirement: the first reason is reported, with its blame. */
import { expect, test } from 'vitest';
import { arrives, configured, decidable, restsOn, shows, unredacted } from '../../src/engine/words/deciding.ts';
import type { Reporter } from '../../src/engine/words/types.ts';
import { exchange } from './exchanges.ts';

const [own, other] = [exchange({ text: 'own' }), exchange({ text: 'other' })];

/** Whether a row can be decided, and what was reported. */
function seen(reasons: Parameters<typeof decidable>[3]): readonly [open: boolean, ...said: unknown[]] {
  const said: unknown[] = [];
  const undecided: Reporter['undecided'] = (_row, blame, why, of) =>
    void said.push(blame, why, of === own ? 'own' : of === other ? 'other' : of);
  return [decidable({ undecided } as unknown as Reporter<'row'>, 'row', own, reasons), ...said];
}

test('nothing stands in the way', () => {
  expect(seen([])).toEqual([true]);
  expect(seen(undefined)).toEqual([true]);
  expect(
    seen([
      restsOn(own, 'a'),
      shows(true, 'b'),
      configured('set', 'c'),
      arrives(1, 'd'),
      unredacted('digest', 'digest'),
    ]),
  ).toEqual([true]);
});

test.each([
  [restsOn(undefined, 'nothing was created'), 'target', 'nothing was created'],
  [shows(false, 'the list is incomplete'), 'document', 'the list is incomplete'],
  [configured(undefined, 'SETTING is not set'), 'settings', 'SETTING is not set'],
  [arrives(false, 'the attempt was not answered'), 'infrastructure', 'the attempt was not answered'],
  [unredacted('digest', undefined), 'suite', 'the content contains a redacted secret'],
])('%j', (reason, blame, why) => expect(seen(reason)).toEqual([false, blame, why, 'own']));
