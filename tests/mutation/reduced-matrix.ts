/** The matrix of an interface in little: a fault of each kind and every variant, a few a test, because some spend most of their time waiting. */
import { afterAll, describe, expect, test } from 'vitest';
import { Campaign } from '../../src/host/campaign.ts';
import { rejudge } from '../../src/host/rejudge.ts';
import type { Subject } from '../../src/host/subjects.ts';
import { loadSuite } from '../../src/host/suites.ts';
import { heldWords, linesOf, representatives, wordsOf } from '../faults/words.ts';

/** Runs at once. */
const AT_ONCE = 6;

/** Registers the tests of one interface. */
export async function reducedMatrix(makeSubject: () => Promise<Subject>): Promise<void> {
  const subject = await makeSubject();
  // Loaded outside of the tests: otherwise its constants would count as reached by the first of them alone.
  await loadSuite(subject.interface);
  let campaign: Promise<Campaign> | undefined;
  const held = heldWords(subject.interface);
  const started = (): Promise<Campaign> => (campaign ??= Campaign.start(subject));
  afterAll(() => subject.close());

  describe(subject.interface, () => {
    test('the clean reference is verified, and judged again alike', async () => {
      const conducted = await (await started()).run({});
      const { requirements } = conducted.results;
      expect(requirements.filter(({ basis, verdict }) => basis === 'documented' && verdict !== 'pass').map(({ id }) => id)).toEqual([]);
      if (held) expect(linesOf(conducted.results).filter((line) => !held.has(line))).toEqual([]);
      expect(rejudge(conducted).requirements.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual(requirements.map(({ id, verdict }) => `${id} ${verdict}`));
    });

    test.each(groupsOf(representatives(subject.faults)))('faults from %s', async (_, faults) => {
      const running = await started();
      const outcomes = await Promise.all(
        faults.map(async (fault) => {
          const { results } = await running.run({ fault: fault.id });
          if (held) expect(held).toContain(wordsOf(fault, results));
          return running.judgeFault(fault, results);
        }),
      );
      const wrong = outcomes.filter(({ survived, undeclared }) => survived !== undefined || undeclared.length > 0);
      expect(wrong.map(({ fault, survived, undeclared }) => ({ fault: fault.id, survived, undeclared }))).toEqual([]);
    });

    test.each(groupsOf(subject.variants.filter(({ tags }) => !tags?.some((tag) => tag === 'tls' || tag === 'big'))))('variants from %s', async (_, group) => {
      const running = await started();
      const outcomes = await Promise.all(
        group.map(async (variant) => running.judgeVariants([variant], (await running.run({ variants: [variant.id] })).results)),
      );
      const wrong = outcomes.filter(({ alarms, lost }) => alarms.length + lost.length > 0);
      expect(wrong.map(({ variants: of, alarms, lost }) => ({ variants: of.map(({ id }) => id), alarms, lost }))).toEqual([]);
    });
  });
}

/** Each with the id of its first. */
function groupsOf<T extends { readonly id: string }>(all: readonly T[]): [string, readonly T[]][] {
  return Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, at) => all.slice(at * AT_ONCE, (at + 1) * AT_ONCE)).map((group) => [
    group[0]?.id ?? '',
    group,
  ]);
}
