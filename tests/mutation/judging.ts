/** Judges the recorded runs of an interface, with the expectations of the self-test. */
import type { Interface } from '../../src/contract/types.ts';
import { buildResults } from '../../src/engine/account/results.ts';
import type { Results } from '../../src/engine/words/types.ts';
import { loadContract, loadSuite } from '../../src/run/installed/suites.ts';
import { compareFault, compareVariants } from '../../src/selftest/campaign.ts';
import { type RecordedRun, readRuns, recordedFiles, wordsOf } from './recorded-runs.ts';

/** Registers the tests of one interface: one per file of recorded runs. */
export async function judgesRecordedRuns(of: Interface) {
  // Loaded outside of tests: otherwise, its constants would count as covered only by the first test.
  const suite = await loadSuite(of);
  const contract = loadContract(of);
  const judged = ({ recording, context }: RecordedRun) => buildResults([{ recording, suite, contract }], context);
  const [first = '', ...rest] = recordedFiles(of);
  let clean: Results | undefined;
  const cleanResults = () => (clean ??= judged(readRuns(first)[0] as RecordedRun));

  function wrongIn(run: RecordedRun) {
    const results = judged(run);
    const { fault, variants, words } = run;
    const recorded = new Set(words);
    const wrong = wordsOf(results).filter((line) => !recorded.has(line));
    if (fault) {
      const { survived, undeclared } = compareFault(fault, results, cleanResults(), [fault]);
      wrong.push(...(survived ? [survived] : []), ...undeclared);
    } else {
      const { alarms, lost } = compareVariants(variants, results, cleanResults());
      wrong.push(...alarms, ...lost);
    }
    return wrong.map((what) => `${fault?.id ?? variants.map(({ id }) => id)}: ${what}`);
  }

  describe(of, () => {
    test('the clean reference is verified', () => {
      const results = cleanResults();
      expect(
        results.requirements
          .filter(({ basis, verdict }) => basis === 'documented' && verdict !== 'pass')
          .map(({ id }) => id),
      ).toEqual([]);
      expect(wrongIn(readRuns(first)[0] as RecordedRun)).toEqual([]);
    });

    test.each([first, ...rest].map((path) => [path.split(/[\\/]/).at(-1), path]))('runs of file %s', (_, path) => {
      expect(readRuns(path).flatMap(wrongIn)).toEqual([]);
    });
  });
}
