/** Judges the recorded runs of an interface and expects of them what the fault matrix expects of live ones. */
import { describe, expect, test } from 'vitest';
import type { Interface } from '../../src/contract/types.ts';
import { buildResults } from '../../src/engine/results.ts';
import type { Results } from '../../src/engine/types.ts';
import { loadSuite } from '../../src/run/suites.ts';
import { compareFault, compareVariants } from '../../src/selftest/campaign.ts';
import { besideOf, decidedIn, heldWords, linesOf, wordsOf } from '../faults/words.ts';
import { type RecordedRun, readRuns, recordedFiles } from './recorded-runs.ts';

/** Registers the tests of one interface: one for each file of recorded runs. */
export async function judgesRecordedRuns(of: Interface): Promise<void> {
  // Loaded outside of the tests: otherwise its constants would count as reached by the first of them alone.
  const suite = await loadSuite(of);
  const contract = suite.contract(undefined);
  const judged = ({ recording, context }: RecordedRun): Results => buildResults([{ recording, suite, contract }], context);
  const reported = heldWords(of, 'told');
  const beside = heldWords(of, 'beside');
  const decided = heldWords(of, 'decided');
  const [first = '', ...rest] = recordedFiles(of);
  let clean: Results | undefined;
  const cleanResults = (): Results => (clean ??= judged(readRuns(first)[0] as RecordedRun));

  function wrongIn(run: RecordedRun): string[] {
    const results = judged(run);
    const wrong: string[] = [];
    const { fault, variants } = run;
    if (fault) {
      const { survived, undeclared } = compareFault(fault, results, cleanResults());
      wrong.push(...(survived ? [survived] : []), ...undeclared);
      if (!reported.has(wordsOf(fault, results))) wrong.push(wordsOf(fault, results));
    } else {
      const { alarms, lost } = compareVariants(variants, results, cleanResults());
      wrong.push(...alarms, ...lost);
    }
    const name = fault?.id ?? variants.map(({ id }) => id).join();
    const own = decidedIn(name, results, cleanResults());
    if (name !== '' && !decided.has(own)) wrong.push(own);
    wrong.push(...besideOf(results, cleanResults()).filter((line) => !beside.has(line)));
    return wrong.map((what) => `${fault?.id ?? variants.map(({ id }) => id)}: ${what}`);
  }

  describe(of, () => {
    test('the clean reference is verified', () => {
      const results = cleanResults();
      expect(results.requirements.filter(({ basis, verdict }) => basis === 'documented' && verdict !== 'pass').map(({ id }) => id)).toEqual([]);
      expect(linesOf(results).filter((line) => !reported.has(line))).toEqual([]);
    });

    test.each([first, ...rest].map((path) => [path.split(/[\\/]/).at(-1), path] as const))('runs of file %s', (_, path) => {
      expect(readRuns(path).flatMap(wrongIn)).toEqual([]);
    });
  });
}
