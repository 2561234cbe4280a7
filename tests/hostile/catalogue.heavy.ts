/**
 * The whole catalogue of hostile responses, each against one interface in turn; with HOSTILE_EACH against each
 * interface.
 */
import { runHostile } from './campaign.ts';
import { HOSTILE_KINDS } from './kinds/catalogue.ts';

const IN_TURN = process.env.HOSTILE_EACH === undefined;

test('every kind of hostile answer has the required outcome, within bounds of time and memory', {
  timeout: 1_500_000,
}, async () => {
  const rows = await runHostile({ inTurn: IN_TURN });
  const most = (of: 'ms' | 'peakMib') => Math.max(...rows.map((row) => row[of] ?? 0));
  console.log(`${rows.length} runs of hostile answers: at most ${most('ms')} ms and ${most('peakMib')} MiB`);
  expect(HOSTILE_KINDS.filter(({ id }) => !rows.some(({ kind }) => kind === id)).map(({ id }) => id)).toEqual([]);
  const wrong = rows.filter(({ problems }) => problems.length > 0);
  // As a text, so that the first line of the failure names what is wrong.
  expect(
    wrong.map((row) => `${row.kind} ${row.interface} ${row.operation}: ${row.problems.join(', ')}`).join('; '),
  ).toBe('');
});
