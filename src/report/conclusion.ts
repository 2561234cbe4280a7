/** The conclusion of a run, in one sentence. */
import type { Conclusion, Results } from '../engine/types.ts';

/** The word, defined where it is first used. */
const VERIFIED = 'verified (passed, and stated by the document or by a standard that it names)';

/** The conclusion and a sentence that explains it. */
export function concluded(results: Results): { readonly word: string; readonly sentence: string } {
  const { counts } = results;
  if (results.problems !== undefined) return { word: 'NOTHING WAS SENT', sentence: 'fix the settings or the command line first.' };
  if (results.run.requests === 0 && results.exitCode === 0) return { word: 'NOTHING TO TEST', sentence: results.gate.join(' ') };
  const [elsewhere] = results.otherServices ?? [];
  if (elsewhere !== undefined && results.conclusion === 'incomplete')
    return { word: 'INCOMPLETE', sentence: `${elsewhere.address} does not look like the ${elsewhere.service} service: ${elsewhere.why}.` };
  const unanswered = results.unanswered?.[0];
  if (unanswered !== undefined && results.conclusion === 'incomplete' && Object.keys(results.verified).length === 0)
    return { word: 'INCOMPLETE', sentence: `no operation of ${unanswered.interface} succeeded: ${unanswered.why}.` };
  const documented = results.requirements.filter(({ basis }) => basis === 'documented');
  const failed = documented.filter(({ verdict }) => verdict === 'fail').length;
  const notSelected = documented.filter((result) => result.notSelected).length;
  const open = documented.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'skipped').length - notSelected;
  const verified = Object.values(results.verified).reduce((sum, number) => sum + number, 0);
  const sentences: Record<Conclusion, string> = {
    invalid: counts.error > 0 ? `${number(counts.error, 'requirement')} could not be judged because of a fault in Assay.` : 'the results are not reliable.',
    'non-conformant': `${number(failed, 'documented requirement')} failed; ${verified} ${VERIFIED}.`,
    incomplete: `nothing contradicts the document, but ${undecided(open, notSelected)}; ${verified} ${VERIFIED}.`,
    conformant: `every documented requirement that applies passed; ${verified} ${VERIFIED}.`,
  };
  const interrupted = results.run.interrupted ? 'The run was interrupted: ' : '';
  return { word: results.conclusion.toUpperCase(), sentence: `${interrupted}${sentences[results.conclusion]}` };
}

/** The reasons for an incomplete run: requirements that could not be decided, and those that `--only` does not select. */
function undecided(open: number, notSelected: number): string {
  if (notSelected === 0) return `${number(open, 'documented requirement')} could not be decided`;
  if (open === 0) return `${number(notSelected, 'documented requirement')} ${notSelected === 1 ? 'was' : 'were'} not selected`;
  return `${number(open, 'documented requirement')} could not be decided and ${notSelected} ${notSelected === 1 ? 'was' : 'were'} not selected`;
}

/** A number with its noun, in the singular or plural. */
export function number(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
