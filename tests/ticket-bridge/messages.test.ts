/** Findings of the ticket bridge say what was sent, to someone who has never seen SOAP. */
import { expect, test } from 'vitest';
import { startTicketBridgeReference } from '../../reference/ticket-bridge/start.ts';
import { runConformance } from '../../src/index.ts';

test.each([
  [
    'TicketCreate/accepts-any-text@beyond-latin-1-in-Subject',
    /^letters beyond ASCII in Subject to be accepted, because the same request without it is \(exchange e\d+\)$/,
  ],
  [
    'AddTicketAttachment/accepts-any-bytes@last',
    /^every byte value in AttachmentData to be accepted, because the same request without it is \(exchange e\d+\)$/,
  ],
])('%s', async (fault, says) => {
  const started = await startTicketBridgeReference({ fault: `ticket-bridge/${fault}` });
  try {
    const { requirements } = await runConformance({
      env: { ...started.env, ASSAY_ALLOW_CREATE: 'tickets,attachments' },
    });
    const failed = requirements.filter(({ verdict }) => verdict === 'fail');
    expect(failed.map(({ id }) => id)).toEqual([`ticket-bridge/${fault.split('@')[0]}`]);
    expect(failed[0]?.expected).toMatch(says);
  } finally {
    await started.close();
  }
});
