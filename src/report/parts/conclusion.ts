/** The conclusion of a run in words, with its numbers and the reasons of the exit code. */
import { isVerifiable, type Result, type Results } from '../../engine/words/types.ts';
import { someOf } from '../../records/preview.ts';
import { findingsIn, number, numbers, OUTCOME, verifiedIn, verifiedOf } from './tally.ts';

/** Returns the conclusion, its numbers, and the reasons of the gate. */
export function concluded(results: Results) {
  const { gate, run } = results;
  if (results.problems !== undefined)
    return { word: 'NO REQUEST WAS SENT', sentence: 'fix the settings or the command line first.', gate };
  if (run.requests === 0 && results.exitCode === 0 && verifiedIn(results) === 0)
    return { word: 'NO TESTS TO RUN', sentence: 'no requirement was verified.', gate };
  const word = results.conclusion.toUpperCase();
  if (results.conclusion === 'invalid') return { word, sentence: 'the results are not reliable.', gate };
  const counted = countedIn(results);
  const left = counted.filter(({ notSelected }) => notSelected).length;
  const narrowed = left > 0 && `${number(left, 'requirement')} not selected`;
  const failed = counted.filter(({ verdict }) => verdict === 'fail').length;
  const numbers = [
    failed > 0 && `${number(failed, 'requirement')} failed`,
    verifiedOf(results),
    unverified(counted),
    narrowed,
  ]
    .filter(Boolean)
    .join('; ');
  return { word, sentence: `${numbers}.`, gate };
}

/** Returns the results that the numbers of the conclusion are about. */
export function countedIn({ requirements }: Results): Result[] {
  const others = !requirements.some(({ basis, notSelected }) => isVerifiable(basis) && !notSelected);
  return requirements.filter(
    (one) => isVerifiable(one.basis) || one.verdict === 'warn' || (others && !one.notSelected),
  );
}

/** Returns the first failed requirement, and the ids of others, or an empty text. */
export function failedIn({ requirements }: Results): string {
  const failed = requirements.filter(({ basis, verdict }) => basis === 'documented' && verdict === 'fail');
  return someOf(
    failed.map(({ id, message = '' }, at) => (at === 0 ? `${id}: ${message.replace(/\.$/, '')}` : id)),
    3,
    '; ',
  );
}

/** Whether the gate states why a run decided no requirement: lists of consequences would repeat it. */
export function reachedNothing(results: Results): boolean {
  const { run, unanswered = [], otherServices = [] } = results;
  return (
    !run.interrupted &&
    verifiedIn(results) === 0 &&
    findingsIn(results.requirements).length === 0 &&
    (run.requests === 0 || unanswered.length + otherServices.length > 0)
  );
}

/** Outcomes of requirements that do not count as verified, in the order of the sentence. */
const UNVERIFIED = [
  'also passed',
  'inconclusive',
  'warned',
  'warned (inferred)',
  'warned (profile)',
  'skipped',
  'not applicable',
];

/** `2 inconclusive and 1 skipped`, or nothing. */
function unverified(results: readonly Result[]) {
  const counts = numbers(results, ({ basis, verdict, notSelected }): string => {
    if (verdict === 'pass' && isVerifiable(basis)) return '';
    if (verdict === 'skipped' && notSelected) return '';
    return verdict === 'warn' && !isVerifiable(basis) ? `${OUTCOME[verdict]} (${basis})` : OUTCOME[verdict];
  });
  const all = UNVERIFIED.flatMap((what) => (counts.has(what) ? [`${counts.get(what)} ${what}`] : []));
  return new Intl.ListFormat('en-GB').format(all);
}
