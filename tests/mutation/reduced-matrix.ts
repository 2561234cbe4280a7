/** The matrix of an interface in little: a fault of each kind and every variant, each a test, so that a change is tried with what reaches it. */
import { afterAll, describe, expect, test } from 'vitest';
import type { Fault } from '../../reference/types.ts';
import { Campaign } from '../../src/host/campaign.ts';
import { rejudge } from '../../src/host/rejudge.ts';
import type { Subject } from '../../src/host/subjects.ts';

/** Registers the tests of one interface. */
export async function reducedMatrix(makeSubject: () => Promise<Subject>): Promise<void> {
  const subject = await makeSubject();
  let campaign: Promise<Campaign> | undefined;
  const started = (): Promise<Campaign> => (campaign ??= Campaign.start(subject));
  afterAll(() => subject.close());

  describe(subject.interface, () => {
    test('the clean reference is verified, and judged again alike', async () => {
      const conducted = await (await started()).run({});
      const { requirements } = conducted.results;
      expect(requirements.filter(({ basis, verdict }) => basis === 'documented' && verdict !== 'pass').map(({ id }) => id)).toEqual([]);
      expect(rejudge(conducted).requirements.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual(requirements.map(({ id, verdict }) => `${id} ${verdict}`));
    });

    test.each(representatives(subject.faults).map((fault) => [fault.id, fault] as const))('%s', async (_, fault) => {
      const outcome = (await started()).judgeFault(fault, (await (await started()).run({ fault: fault.id })).results);
      expect({ survived: outcome.survived, undeclared: outcome.undeclared }).toEqual({ survived: undefined, undeclared: [] });
    });

    test.each(subject.variants.filter(({ tags }) => !tags?.some((tag) => tag === 'tls' || tag === 'big')).map((variant) => [variant.id, variant] as const))(
      '%s',
      async (_, variant) => {
        const outcome = (await started()).judgeVariants([variant], (await (await started()).run({ variants: [variant.id] })).results);
        expect({ alarms: outcome.alarms, lost: outcome.lost }).toEqual({ alarms: [], lost: [] });
      },
    );
  });
}

/**
 * One fault of each kind: a kind of wrong value for all members together (their statements are judged by the same code),
 * and a kind of statement for all operations together.
 */
function representatives(faults: readonly Fault[]): Fault[] {
  const kinds = new Map<string, Fault>();
  for (const fault of faults) {
    const [row = '', what = ''] = fault.id.split('@');
    const kind = fault.origin === 'derived' && !row.includes('/refuses/') ? what : `${row.split('/').slice(2).join('/')}@${what}`;
    if (!kinds.has(kind)) kinds.set(kind, fault);
  }
  return [...kinds.values()];
}
