/** Sizes that the document leaves open: no finding, but the results mention the response. */
import { closing } from '../afterwards.ts';
import { Deployment } from '../states/deployment.ts';

const deployment = closing(await Deployment.of('ticket-bridge'));
const isEmpty = (body: string) => /<AttachmentData [^>]*(?:\/>|><\/)/.test(body);

test.each([400, 500])('an empty attachment that is rejected with %i gives a notice', async (status) => {
  const { results } = await deployment.run({}, async ({ body }, next) =>
    isEmpty(body) ? { status, headers: [], body: Buffer.from('nothing to attach') } : next(),
  );
  expect(results.exitCode).toBe(0);
  expect(results.notices.join(' ')).toMatch(
    new RegExp(
      `\\(AddTicketAttachment\\) returned ${status} \\("nothing to attach"\\).*; .* a size of 0 in AttachmentData`,
    ),
  );
});

test('an accepted empty attachment with another identifier is observed', async () => {
  const { results } = await deployment.run({}, async ({ body }, next) => {
    const answered = await next();
    if (!isEmpty(body)) return answered;
    const text = Buffer.from(answered.body as Uint8Array)
      .toString()
      .replace(/(?<=:int">)\d+/, '0');
    expect(text).toContain(':int">0<');
    const headers = answered.headers.filter(([name]) => name.toLowerCase() !== 'content-length');
    return { ...answered, headers, body: Buffer.from(text) };
  });
  expect(results.exitCode).toBe(0);
  const observed = results.requirements.find(({ id }) => id === 'ticket-bridge/gap/empty-attachment');
  expect(JSON.stringify(observed)).toMatch(/accepted, with 0 in place of \d+, the identifier of the ticket/);
  const form = results.requirements.find(({ id }) => id === 'ticket-bridge/gap/response-form');
  expect(form?.got).toBe('charset utf-8; encodingStyle on the response element; parts: 2 with xsi:type');
  const [attachment] = results.residue.filter(({ kind }) => kind === 'attachments');
  expect(attachment?.why).toMatch(/^attached to ticket \d+; the document specifies no removal$/);
});
