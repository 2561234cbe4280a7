/** A clock that differs is named where a credential is the reason of an inconclusive requirement, and only there. */
import { clockNotices } from '../../../src/engine/account/notices.ts';
import type { Result } from '../../../src/engine/words/types.ts';
import { exchange } from '../exchanges.ts';

const BEGAN = '2026-03-01T12:00:00.000Z';
const dated = (date: string) => {
  const one = exchange({ id: 'e3', at: 1000 });
  const { outcome } = one;
  if (outcome.kind !== 'answer') throw new Error('no response');
  return { ...one, outcome: { ...outcome, headers: [['Date', date]] as const } };
};
const because = (blame: 'credential' | 'settings') => [{ verdict: 'inconclusive', blame } as Result];

test.each([
  [
    'Sun, 01 Mar 2026 10:00:01 GMT',
    because('credential'),
    /: the clock of the service is 7\d\d\d s behind the local clock \(Date header of e3\); synchronise/,
  ],
  [
    'Sun, 01 Mar 2026 12:02:01 GMT',
    because('credential'),
    /: the clock of the service is 1\d\d s ahead of the local clock/,
  ],
  ['Sun, 01 Mar 2026 12:00:02 GMT', because('credential'), undefined],
  ['no date', because('credential'), undefined],
  ['Sun, 01 Mar 2026 10:00:01 GMT', because('settings'), undefined],
])('Date: %s', (date, results, notice) => {
  const recording = { interface: 'transfer', lanes: [], probes: [], exchanges: [dated(date)] };
  const found = clockNotices(recording, results, BEGAN);
  expect(found).toHaveLength(notice === undefined ? 0 : 1);
  if (notice) expect(found[0]).toMatch(notice);
});
