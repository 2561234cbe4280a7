/** Reports group findings by the causes in the results, without reading messages. */
import type { Result } from '../../src/index.ts';
import { reasonsOf } from '../../src/report/parts/finding.ts';
import { row as resultRow } from './fixed-results.ts';

const row = (name: string, more: Partial<Result>) =>
  resultRow(`transfer/${name}`, 'fail', { message: `${name} is wrong.`, ...more });
const caused = (name: string, by: string, more: Partial<Result> = {}): Result =>
  row(name, { cause: { id: `transfer/${by}`, headline: 'The token is refused.' }, ...more });

const open = (name: string, more: Partial<Result>): Result =>
  row(name, { verdict: 'inconclusive', blame: 'settings', ...more });

test('undecided requirements have one reason per cause, which says whether it is a finding, an answer or something else', () => {
  const answer = {
    id: 'transfer/c',
    headline: 'submit-job returned 400 ("No storage.").',
    operations: ['submit-job'],
  };
  const reason = { id: 'transfer/f', headline: 'No data to check.' };
  const results = [
    caused('a', 'a'),
    open('b', { cause: { id: 'transfer/a', headline: 'The token is refused.' } }),
    ...['c', 'd', 'e'].map((name) => open(name, { cause: answer })),
    ...['f', 'g'].map((name) => open(name, { cause: reason })),
  ];
  expect(reasonsOf(results, 'inconclusive').map(({ why }) => why)).toEqual([
    'submit-job returned 400 ("No storage."). Blame: the settings.',
    'No data to check. Blame: the settings.',
    'Follows from the finding transfer/a.',
  ]);
});
