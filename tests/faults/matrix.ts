/** The proof of an interface: every requirement is shown to pass and to fail, and no legal variant raises an alarm. */
import pMap from 'p-map';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Interface } from '../../src/contract/types.ts';
import type { Results } from '../../src/engine/types.ts';
import { loadContract } from '../../src/run/suites.ts';
import { Campaign, compareFault, compareVariants, type FaultOutcome, type VariantOutcome } from '../../src/selftest/campaign.ts';
import type { Behaving, Subject } from '../../src/selftest/subjects.ts';
import { isJudgedAgainAlike } from './judged-again.ts';
import { besideOf, decidedIn, FILES, linesOf, wordsOf } from './words.ts';

/** Runs at once: many wait, for a cancellation or for an event. */
const AT_ONCE = 4;

/** Of so many runs one is judged again here; `judged-again.heavy.ts` does it for all. */
const JUDGED_AGAIN = 4;

/** What an interface has at least, so that a proof cannot shrink unnoticed. */
export interface AtLeast {
  readonly documented: number;
  readonly faults: number;
  readonly variants: number;
}

/** Registers the tests of one interface's matrix, run in-process. */
export function provesEveryRequirement(of: Interface, makeSubject: () => Promise<Subject>, atLeast: AtLeast): void {
  let subject: Subject;
  let campaign: Campaign;
  const faults: FaultOutcome[] = [];
  const variants: VariantOutcome[] = [];
  const judgedOtherwise: string[] = [];
  const words = new Map<string, string>();
  const beside = new Set<string>();
  const decided: string[] = [];
  let run = 0;

  beforeAll(async () => {
    subject = await makeSubject();
    campaign = await Campaign.start(subject);
    const began = performance.now();
    const judged = async (behaving: Behaving): Promise<Results> => {
      const conducted = await campaign.run(behaving);
      run += 1;
      if (run % JUDGED_AGAIN === 0 && !isJudgedAgainAlike(conducted)) judgedOtherwise.push(behaving.fault ?? String(behaving.variants));
      for (const line of besideOf(conducted.results, campaign.clean)) beside.add(line);
      decided.push(decidedIn(behaving.fault ?? String(behaving.variants), conducted.results, campaign.clean));
      return conducted.results;
    };
    const runs = [
      ...subject.faults.map((fault) => async () => {
        const results = await judged({ fault: fault.id });
        faults.push(compareFault(fault, results, campaign.clean));
        words.set(fault.id, wordsOf(fault, results));
      }),
      ...subject.variants
        .filter((one) => !one.tags?.includes('tls'))
        .map((variant) => async () => void variants.push(compareVariants([variant], await judged({ variants: [variant.id] }), campaign.clean))),
    ];
    await pMap(runs, (run) => run(), { concurrency: AT_ONCE });
    console.log(`${of}: ${faults.length} faults and ${variants.length} variants in ${Math.round(performance.now() - began)} ms`);
  }, 600_000);

  afterAll(() => subject?.close());

  describe(of, () => {
    test('the clean reference conforms, every documented requirement verified', () => {
      const documented = campaign.clean.requirements.filter((result) => result.basis === 'documented');
      expect(documented.filter((result) => result.verdict !== 'pass')).toEqual([]);
      expect(documented.length).toBeGreaterThanOrEqual(atLeast.documented);
    });

    test('each fault is killed by the requirement it names', () => {
      expect(faults.length).toBeGreaterThanOrEqual(atLeast.faults);
      expect(faults.filter((outcome) => !outcome.killed).map((outcome) => `${outcome.fault.id}: ${outcome.survived}`)).toEqual([]);
    });

    test('a fault turns nothing else red than it declares, and the median fault exactly one requirement', () => {
      expect(faults.filter((outcome) => outcome.undeclared.length > 0).map((outcome) => `${outcome.fault.id}: ${outcome.undeclared.join(' ')}`)).toEqual([]);
      const sizes = faults.map((outcome) => outcome.red.length).sort((a, b) => a - b);
      expect(sizes[sizes.length >> 1]).toBe(1);
    });

    test('every requirement that can fail has a fault', () => {
      const killed = new Set(faults.filter((outcome) => outcome.killed).map((outcome) => outcome.fault.kills));
      const rows = [...loadContract(of).requirements.values()].filter((row) => row.basis !== 'gap' && row.excluded === undefined);
      expect(rows.filter((row) => !killed.has(row.id)).map((row) => row.id)).toEqual([]);
    });

    test('every fault names a requirement, and none a gap', () => {
      const { requirements } = loadContract(of);
      expect(subject.faults.filter((fault) => (requirements.get(fault.kills)?.basis ?? 'gap') === 'gap').map((fault) => fault.id)).toEqual([]);
    });

    test('no legal variant raises an alarm or costs a pass that it does not declare', () => {
      expect(variants.length).toBeGreaterThanOrEqual(atLeast.variants);
      const off = variants.filter((outcome) => outcome.alarms.length + outcome.lost.length > 0);
      expect(off.map((outcome) => ({ id: outcome.variants[0]?.id, alarms: outcome.alarms, lost: outcome.lost }))).toEqual([]);
    });

    test('what a reader is told of each fault is what he was told before', async () => {
      const reported = subject.faults.map(({ id }) => words.get(id));
      await expect([...linesOf(campaign.clean), ...reported, ''].join('\n')).toMatchFileSnapshot(FILES.told(of));
    });

    test('what runs tell beside, otherwise than the clean one, is what they told before', async () => {
      await expect([...[...beside].sort(), ''].join('\n')).toMatchFileSnapshot(FILES.beside(of));
    });

    test('what each run decides otherwise than the clean one is what it decided before', async () => {
      await expect([...decided.sort(), ''].join('\n')).toMatchFileSnapshot(FILES.decided(of));
    });

    test('judging the evidence again gives the same verdicts', () => {
      expect(judgedOtherwise).toEqual([]);
    });
  });
}
