/** Each fault of the data hub changes an answer; the proof says which requirement that turns. */
import { expect, test } from 'vitest';
import { dataHubFaults } from '../../reference/data-hub/faults.ts';
import { sent } from '../data-hub/traffic.ts';

const SMALL = ['text', 'empty', 'all-bytes', 'bom-crlf', 'block', 'gzip', 'json'];
/** Subscriptions and large contents cost time: only faults about them are tried with them. */
const STEPS = [
  { about: /subscribe-changes/, listening: true, kinds: ['empty'] },
  { about: /\/(one-mib|large)@/, listening: false, kinds: ['one-mib', 'large'] },
  { about: /^/, listening: false, kinds: SMALL },
];

test('each fault changes what is sent', async () => {
  const clean = await Promise.all(STEPS.map(({ listening, kinds }) => sent({}, listening, kinds)));
  const unseen: string[] = [];
  for (const { id } of dataHubFaults()) {
    const at = STEPS.findIndex(({ about }) => about.test(id));
    const { listening, kinds } = STEPS[at]!;
    if ((await sent({ fault: id }, listening, kinds)) === clean[at]) unseen.push(id);
  }
  expect(unseen).toEqual([]);
});
