/** The conclusion of a run in words, with its numbers and the reasons of the exit code. */
import { type Conclusion, isVerifiable, type Result, type Results } from '../../engine/words/types.ts';
import { areOfClients, findingsIn, number, verifiedIn, verifiedOf } from './tally.ts';

/** Returns the conclusion, its numbers, why the gate did not pass, and whether the numbers already state that. */
export function concluded(results: Results) {
  const { counts, gate } = results;
  if (results.problems !== undefined)
    return {
      word: 'NO REQUEST WAS SENT',
      sentence: 'fix the settings or the command line first.',
      gate,
      isStated: false,
    };
  if (results.run.requests === 0 && results.exitCode === 0 && verifiedIn(results) === 0)
    return { word: 'NO TESTS TO RUN', sentence: gate.join(' '), gate, isStated: true };
  const failed = results.requirements.filter(
    ({ basis, verdict }) => basis === 'documented' && verdict === 'fail',
  ).length;
  const others = !results.requirements.some(({ basis, notSelected }) => isVerifiable(basis) && !notSelected);
  const open = unverified(
    areOfClients(results) ? '--once' : '--only',
    results.requirements.filter(
      (one) => isVerifiable(one.basis) || one.verdict === 'warn' || (others && !one.notSelected),
    ),
  );
  const verified = verifiedOf(results);
  const sentences: Record<Conclusion, string> = {
    invalid:
      counts.error > 0
        ? `${number(counts.error, 'requirement')} could not be judged because of an error in Assay.`
        : 'the results are not reliable.',
    'non-conformant': `${number(failed, 'documented requirement')} failed; ${verified}${open}.`,
    incomplete: `${verified}${open}.`,
    conformant: `${verified}${open}.`,
  };
  const interrupted = results.run.interrupted
    ? `The run ${results.run.timedOut ? 'reached its time limit' : 'was interrupted'}: `
    : '';
  return {
    word: results.conclusion.toUpperCase(),
    sentence: `${interrupted}${sentences[results.conclusion]}`,
    gate,
    isStated: gate.length === 1 && (results.run.interrupted || failuresAlone(results, failed)),
  };
}

/** Whether exit code 1 has no reason other than the number of failed requirements. */
function failuresAlone({ conclusion, exitCode, comparison, requirements }: Results, failed: number) {
  const isFlaky = requirements.some(({ verdict, again }) => verdict === 'fail' && again === 'pass');
  return exitCode === 1 && conclusion === 'non-conformant' && failed > 0 && comparison === undefined && !isFlaky;
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

/**
 * Returns outcomes of requirements that do not count as verified: `; 2 inconclusive and 1 skipped`, or nothing.
 * @param option the option that selects requirements
 */
function unverified(option: string, verifiable: readonly Result[]) {
  const count = (of: (result: Result) => boolean) => verifiable.filter(of).length;
  const reasons: readonly [number, string][] = [
    [count(({ basis, verdict }) => verdict === 'pass' && !isVerifiable(basis)), 'passed'],
    [count(({ verdict }) => verdict === 'inconclusive'), 'inconclusive'],
    [count(({ verdict }) => verdict === 'warn'), 'warned'],
    [count(({ verdict, notSelected }) => verdict === 'skipped' && !notSelected), 'skipped'],
    [count((result) => result.notSelected === true), `not selected (${option})`],
    [count(({ verdict }) => verdict === 'not-applicable'), 'not applicable'],
  ];
  const all = reasons.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return all.length === 0 ? '' : `; ${new Intl.ListFormat('en-GB').format(all)}`;
}
