/** The sentence of a conclusion names the reasons for an incomplete run. Texts that do not fit are cut. */
import type { Results, Verdict } from '../../src/index.ts';
import { concluded } from '../../src/report/parts/conclusion.ts';
import { shortened } from '../../src/report/parts/tally.ts';
import { RESULTS } from './fixed-results.ts';

/** Returns an incomplete run whose documented requirements have these verdicts. */
function incomplete(verdicts: (Verdict | 'not selected')[]) {
  const [one] = RESULTS.requirements;
  const requirements = verdicts.map((verdict, at) => ({
    ...one,
    id: `transfer/job/member-${at}`,
    basis: verdict === 'warn' ? 'standard' : 'documented',
    ...(verdict === 'not selected' ? { verdict: 'skipped', notSelected: true } : { verdict }),
  }));
  return { ...RESULTS, conclusion: 'incomplete', verified: { transfer: 1 }, requirements } as Results;
}

test.each<[Verdict[], string]>([
  [['pass', 'skipped', 'inconclusive'], '1 inconclusive and 1 skipped'],
  [['pass', 'skipped', 'warn', 'not-applicable'], '1 warned, 1 skipped and 1 not applicable'],
])('%j', (verdicts, words) => {
  const { word, sentence } = concluded(incomplete(verdicts));
  expect(word).toBe('INCOMPLETE');
  expect(sentence).toBe(`1 of ${verdicts.length} requirements verified; ${words}.`);
});

test.each<[Verdict[], string]>([
  [['pass', 'pass', 'warn', 'inconclusive'], '2 also passed, 1 inconclusive and 1 warned (inferred).'],
])('only inferred requirements are selected: %j', (verdicts, words) => {
  const made = incomplete([...verdicts, 'not selected']);
  const requirements = made.requirements.map((one) => (one.notSelected ? one : { ...one, basis: 'inferred' as const }));
  expect(concluded({ ...made, verified: {}, requirements }).sentence).toBe(
    `0 of 0 requirements verified; ${words.replace(/\.$/, '; 1 requirement not selected.')}`,
  );
});

test.each([
  ['as long as there is room', 24, 'as long as there is room'],
  ['as long as there is room', 23, 'as long as there is…'],
  ['as long as there is room', 19, 'as long as there is…'],
  ['as long as there is room', 18, 'as long as there…'],
  [`https://${'a'.repeat(300)}`, 100, `https://${'a'.repeat(92)}…`],
  [`see https://${'a'.repeat(300)}`, 100, `see https://${'a'.repeat(88)}…`],
])('%s, at most %i characters', (text, most, expected) => expect(shortened(text, most)).toBe(expected));
