/** What the ticket bridge does that the document does not show is reported, whatever it is. */
import { expect, test } from 'vitest';
import { bridgeCampaign } from './campaign.ts';

const campaign = bridgeCampaign();

/** What was observed of some gaps; those of which nothing was seen are left out. */
async function observed(
  fault: string | undefined,
  ...gaps: readonly string[]
): Promise<Record<string, string | undefined>> {
  const { results } = await campaign().run(fault === undefined ? {} : { fault: `ticket-bridge/${fault}` });
  const seen = results.requirements.filter(
    ({ id, verdict }) => verdict === 'observed' && gaps.some((gap) => id === `ticket-bridge/gap/${gap}`),
  );
  return Object.fromEntries(seen.map(({ id, got }) => [id.split('/').at(-1), got]));
}

const REFUSALS = ['faults', 'error-codes', 'error-bodies'];

test.each([
  [undefined, {}],
  [
    'TicketCreate/answers@server-fault',
    expect.objectContaining({
      faults: expect.stringMatching(/Server/),
      'error-codes': expect.stringMatching(/Server$/),
    }),
  ],
  [
    'TicketCreate/answers@client-fault',
    expect.objectContaining({
      faults: expect.stringMatching(/Client/),
      'error-codes': expect.stringMatching(/Client$/),
    }),
  ],
  ['TicketModify/answers@404', { 'error-bodies': expect.stringMatching(/^404: text\/html, \d+ bytes$/) }],
])('refusals where the fault is %s', async (fault, expected) => {
  expect(await observed(fault, ...REFUSALS)).toEqual(expected);
});

test('the code of a SOAP fault, whatever its string holds', async () => {
  expect(
    await observed('AddTicketAttachment/http-status@large-refused-with-200', 'faults', 'error-codes', 'size-limits'),
  ).toEqual({
    faults: 'SOAP fault soap:Client: too large: 1048576 bytes',
    'error-codes': 'SOAP fault soap:Client',
    'size-limits':
      '1 MiB in AttachmentData and a blank and letters beyond ASCII in AttachmentName: SOAP fault soap:Client: too large: 1048576 bytes',
  });
});

test('the form of responses, and the codes of HTTP', async () => {
  const { 'response-form': form, 'status-codes': codes } = await observed(undefined, 'response-form', 'status-codes');
  expect(form).toMatch(/^\S+, encodingStyle on \w+, parts: \d+ typed, \d+ qualified, \d+ by reference, 0 more/);
  expect(codes).toContain('200');
});

test('where a wrong identifier stands', async () => {
  const fault = 'ticket-bridge/TicketModify/same-ticket@next';
  const { results } = await campaign().run({ fault, variants: ['ticket-bridge-variant/soap-lite'] });
  const { at } = results.requirements.find(({ id }) => fault.startsWith(`${id}@`)) ?? {};
  expect(at).toMatch(/^\/soap:Envelope\/soap:Body\/TicketModifyResponse\/s-gensym3 \(line \d+\)$/);
});
