/** The conclusion of a run, in one sentence. */
import type { Conclusion, Result, Results } from '../../engine/words/types.ts';
import { number, verifiedIn } from './tally.ts';

/** The word, defined where it is first used. */
const VERIFIED = 'verified (passed, and stated by the document or by a standard that it names)';

/** The conclusion and a sentence that explains it. */
export function concluded(results: Results): { readonly word: string; readonly sentence: string } {
  const { counts } = results;
  if (results.problems !== undefined)
    return { word: 'NOTHING WAS SENT', sentence: 'fix the settings or the command line first.' };
  if (results.run.requests === 0 && results.exitCode === 0)
    return { word: 'NOTHING TO TEST', sentence: results.gate.join(' ') };
  const [elsewhere] = results.otherServices ?? [];
  if (elsewhere !== undefined && results.conclusion === 'incomplete')
    return {
      word: 'INCOMPLETE',
      sentence: `${elsewhere.address} does not look like the ${elsewhere.service} service: ${elsewhere.why}.`,
    };
  const unanswered = results.unanswered?.[0];
  if (unanswered !== undefined && results.conclusion === 'incomplete' && Object.keys(results.verified).length === 0)
    return { word: 'INCOMPLETE', sentence: `no operation of ${unanswered.interface} succeeded: ${unanswered.why}.` };
  const documented = results.requirements.filter(({ basis }) => basis === 'documented');
  const failed = documented.filter(({ verdict }) => verdict === 'fail').length;
  const notSelected = documented.filter((result) => result.notSelected).length;
  const open = documented.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'skipped');
  const verified = verifiedIn(results);
  const sentences: Record<Conclusion, string> = {
    invalid:
      counts.error > 0
        ? `${number(counts.error, 'requirement')} could not be judged because of a fault in Assay.`
        : 'the results are not reliable.',
    'non-conformant': `${number(failed, 'documented requirement')} failed; ${verified} ${VERIFIED}.`,
    incomplete: `nothing contradicts the document, but ${undecided(open, notSelected)}; ${verified} ${VERIFIED}.`,
    conformant: `every documented requirement that applies passed; ${verified} ${VERIFIED}.`,
  };
  const interrupted = results.run.interrupted ? 'The run was interrupted: ' : '';
  return { word: results.conclusion.toUpperCase(), sentence: `${interrupted}${sentences[results.conclusion]}` };
}

/** The reasons for an incomplete run, with the number of documented requirements of each: 1 was skipped, 2 could not be decided. */
function undecided(open: readonly Result[], notSelected: number): string {
  const skipped = open.filter((result) => result.verdict === 'skipped' && !result.notSelected).length;
  const undecided = open.filter(({ verdict }) => verdict === 'inconclusive').length;
  const were = (count: number): string => (count === 1 ? 'was' : 'were');
  const reasons: readonly [number, string][] = [
    [undecided, 'could not be decided'],
    [skipped, `${were(skipped)} skipped`],
    [notSelected, `${were(notSelected)} not selected`],
  ];
  const [first = '', ...rest] = reasons
    .filter(([count]) => count > 0)
    .map(([count, what], index) => `${index === 0 ? number(count, 'documented requirement') : count} ${what}`);
  return rest.length === 0 ? first : `${[first, ...rest.slice(0, -1)].join(', ')} and ${rest.at(-1)}`;
}
