/** What a fault of the matrix costs. */

import { rejudge } from '../src/run/rejudge.ts';
import { Campaign } from '../src/selftest/campaign.ts';
import { subjectOf } from '../src/selftest/subjects.ts';
import type { Figure } from './measure.ts';

const EVERY = 10;

export async function campaignFigure(): Promise<Figure> {
  const subject = await subjectOf('transfer');
  const campaign = await Campaign.start(subject);
  const faults = subject.faults.filter((_, index) => index % EVERY === 0);
  const began = performance.now();
  for (const { id } of faults) rejudge(await campaign.run({ fault: id }));
  const ms = performance.now() - began;
  await subject.close();
  return { name: 'a fault in a campaign, judged twice', value: ms / faults.length, unit: 'ms', detail: `${faults.length} of ${subject.faults.length} faults` };
}
