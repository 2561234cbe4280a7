/** Every fault and every variant: judging the evidence again gives the same verdicts. */
import pMap from 'p-map';
import { describe, expect, test } from 'vitest';
import { Campaign } from '../../src/selftest/campaign.ts';
import { type Behaving, SUBJECTS, type Subject } from '../../src/selftest/subjects.ts';
import { describeWith, PEERS } from '../peers/peer.ts';
import { isJudgedAgainAlike } from './judged-again.ts';

/** Runs at once: many wait, for a cancellation or for an event. */
const AT_ONCE = 4;

function judgesAgain(of: string, makeSubject: () => Promise<Subject>): void {
  test(of, async () => {
    const subject = await makeSubject();
    try {
      const campaign = await Campaign.start(subject);
      const behaviours: Behaving[] = [
        {},
        ...subject.faults.map(({ id }) => ({ fault: id })),
        ...subject.variants.filter(({ tags }) => !tags?.includes('tls')).map(({ id }) => ({ variants: [id] })),
      ];
      const alike = await pMap(behaviours, async (behaving) => isJudgedAgainAlike(await campaign.run(behaving)), { concurrency: AT_ONCE });
      expect(behaviours.filter((_, at) => !alike[at])).toEqual([]);
    } finally {
      await subject.close();
    }
  });
}

describe('judging the evidence again gives the same verdicts', () => {
  for (const [of, makeSubject] of Object.entries(SUBJECTS)) {
    if (of === 'client-library') describeWith(PEERS.python, 'with Python', () => judgesAgain(of, makeSubject));
    else judgesAgain(of, makeSubject);
  }
});
