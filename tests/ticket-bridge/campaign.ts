/** A campaign on the ticket bridge for the tests of one file. */
import { afterAll, beforeAll } from 'vitest';
import { Campaign } from '../../src/selftest/campaign.ts';
import { type Subject, subjectOf } from '../../src/selftest/subjects.ts';

/** Starts it before the tests of the file and ends it after them; gives it to whoever asks within a test. */
export function bridgeCampaign(): () => Campaign {
  let subject: Subject;
  let campaign: Campaign;
  beforeAll(async () => {
    subject = await subjectOf('ticket-bridge');
    campaign = await Campaign.start(subject);
  });
  afterAll(() => subject.close());
  return () => campaign;
}
