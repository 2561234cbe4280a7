/** A ticket that rejects every request does not excuse that another ticket rejects a text. */
import { closing } from '../afterwards.ts';
import { Deployment } from '../states/deployment.ts';

const FAULT = Buffer.from(
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Server</faultcode><faultstring>Not possible.</faultstring></s:Fault></s:Body></s:Envelope>',
);

test('markup is rejected for one ticket, and everything for the other, with the same words', async () => {
  const deployment = closing(await Deployment.of('ticket-bridge'));
  let first: string | undefined;
  const { results } = await deployment.run({ ASSAY_ALLOW_CREATE: 'all' }, async ({ operation, body }, next) => {
    if (operation !== 'TicketModify') return next();
    const ticket = /TrackerTicketId[^>]*>([^<]*)</.exec(body)?.[1];
    first ??= ticket;
    if (ticket === first && !/&lt;|&amp;/.test(body)) return next();
    return { status: 500, headers: [['Content-Type', 'text/xml']], body: FAULT };
  });
  const [text] = results.requirements.filter(({ id }) => id === 'ticket-bridge/TicketModify/accepts-any-text');
  expect(text).toMatchObject({ verdict: 'fail', expected: expect.stringContaining('markup characters') });
});
