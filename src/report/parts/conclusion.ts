/** The conclusion of a run, in one sentence. */
import { type Conclusion, isVerifiable, type Result, type Results } from '../../engine/words/types.ts';
import { number, verifiedIn, verifiedOf } from './tally.ts';

/** The conclusion and a sentence with its numbers. Why the gate did not pass is said by `gate`. */
export function concluded(results: Results): { readonly word: string; readonly sentence: string } {
  const { counts } = results;
  if (results.problems !== undefined)
    return { word: 'NO REQUEST WAS SENT', sentence: 'fix the settings or the command line first.' };
  if (results.run.requests === 0 && results.exitCode === 0)
    return { word: 'NO TESTS TO RUN', sentence: results.gate.join(' ') };
  const failed = results.requirements.filter(
    ({ basis, verdict }) => basis === 'documented' && verdict === 'fail',
  ).length;
  const open = undecided(results.requirements.filter(({ basis }) => isVerifiable(basis)));
  const verified = verifiedOf(results);
  const sentences: Record<Conclusion, string> = {
    invalid:
      counts.error > 0
        ? `${number(counts.error, 'requirement')} could not be judged because of a fault in Assay.`
        : 'the results are not reliable.',
    'non-conformant': `${number(failed, 'documented requirement')} failed; ${verified}.`,
    incomplete: `${verified}${verifiedIn(results) > 0 ? open : ''}.`,
    conformant: `${verified}${open}.`,
  };
  const interrupted = results.run.interrupted ? 'The run was interrupted: ' : '';
  return { word: results.conclusion.toUpperCase(), sentence: `${interrupted}${sentences[results.conclusion]}` };
}

/** Outcomes of requirements that were not verified: `; 1 was skipped and 2 could not be decided`; empty if all were. */
function undecided(verifiable: readonly Result[]): string {
  const count = (of: (result: Result) => boolean): number => verifiable.filter(of).length;
  const were = (count: number): string => (count === 1 ? 'was' : 'were');
  const skipped = count(({ verdict, notSelected }) => verdict === 'skipped' && !notSelected);
  const notSelected = count((result) => result.notSelected === true);
  const reasons: readonly [number, string][] = [
    [count(({ verdict }) => verdict === 'inconclusive'), 'could not be decided'],
    [count(({ verdict }) => verdict === 'warn'), 'warned'],
    [skipped, `${were(skipped)} skipped`],
    [notSelected, `${were(notSelected)} not selected`],
    [count(({ verdict }) => verdict === 'not-applicable'), 'not applicable'],
  ];
  const all = reasons.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  const last = all.pop();
  return last === undefined ? '' : `; ${all.length === 0 ? '' : `${all.join(', ')} and `}${last}`;
}
