/** A campaign on the ticket bridge for the tests of one file. */
import { Campaign } from '../../src/selftest/campaign.ts';
import { type InProcessReference, inProcessReferenceOf } from '../../src/selftest/in-process-references.ts';

/** Starts it before the tests of the file and ends it after them; gives it to whoever asks within a test. */
export function bridgeCampaign(): () => Campaign {
  let reference: InProcessReference;
  let campaign: Campaign;
  beforeAll(async () => {
    reference = await inProcessReferenceOf('ticket-bridge');
    campaign = await Campaign.start(reference);
  });
  afterAll(() => reference.close());
  return () => campaign;
}
