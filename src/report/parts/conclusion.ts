/** The conclusion of a run, in one sentence. */
import type { Conclusion, Result, Results } from '../../engine/words/types.ts';
import { number, verifiedIn, verifiedOf } from './tally.ts';

/** The conclusion and a sentence with its numbers. Why the gate did not pass is said by `gate`. */
export function concluded(results: Results): { readonly word: string; readonly sentence: string } {
  const { counts } = results;
  if (results.problems !== undefined)
    return { word: 'NO REQUEST WAS SENT', sentence: 'fix the settings or the command line first.' };
  if (results.run.requests === 0 && results.exitCode === 0)
    return { word: 'NO TESTS TO RUN', sentence: results.gate.join(' ') };
  const documented = results.requirements.filter(({ basis }) => basis === 'documented');
  const failed = documented.filter(({ verdict }) => verdict === 'fail').length;
  const notSelected = documented.filter((result) => result.notSelected).length;
  const open = documented.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'skipped');
  const verified = verifiedOf(results);
  const sentences: Record<Conclusion, string> = {
    invalid:
      counts.error > 0
        ? `${number(counts.error, 'requirement')} could not be judged because of a fault in Assay.`
        : 'the results are not reliable.',
    'non-conformant': `${number(failed, 'documented requirement')} failed; ${verified}.`,
    incomplete: `${verified}${verifiedIn(results) > 0 ? `; ${undecided(open, notSelected)}` : ''}.`,
    conformant: `${verified}.`,
  };
  const interrupted = results.run.interrupted ? 'The run was interrupted: ' : '';
  return { word: results.conclusion.toUpperCase(), sentence: `${interrupted}${sentences[results.conclusion]}` };
}

/** Why a run is incomplete: 1 was skipped and 2 could not be decided. */
function undecided(open: readonly Result[], notSelected: number): string {
  const skipped = open.filter((result) => result.verdict === 'skipped' && !result.notSelected).length;
  const undecided = open.filter(({ verdict }) => verdict === 'inconclusive').length;
  const were = (count: number): string => (count === 1 ? 'was' : 'were');
  const reasons: readonly [number, string][] = [
    [undecided, 'could not be decided'],
    [skipped, `${were(skipped)} skipped`],
    [notSelected, `${were(notSelected)} not selected`],
  ];
  const [first = '', ...rest] = reasons.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return rest.length === 0 ? first : `${[first, ...rest.slice(0, -1)].join(', ')} and ${rest.at(-1)}`;
}
