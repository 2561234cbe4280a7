/** Behaviour that contradicts no requirement: rejections of values that Assay chose, unsupported charsets. */
import type { ReferenceResponse } from '../../reference/types.ts';
import { closing } from '../afterwards.ts';
import { Deployment, type Env } from '../states/deployment.ts';
import { alarms, resultOf, verdictOf } from '../verdicts.ts';

const FAULT = (text: string): ReferenceResponse => ({
  status: 500,
  headers: [['Content-Type', 'text/xml; charset=utf-8']],
  body: Buffer.from(
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Client</faultcode><faultstring>${text}</faultstring></s:Fault></s:Body></s:Envelope>`,
  ),
});

/** Settings with all values. */
const NAMED = {
  TICKET_BRIDGE_VALUES: '{"Requestor":"a@example.org","AffectedSite":"A","Status":"open","Priority":"low"}',
};

const deployment = closing(await Deployment.of('ticket-bridge'));

/** The results of a run in which some requests get another response. */
async function run(
  instead: (text: string) => ReferenceResponse | undefined,
  more: Env = {},
  change = (response: ReferenceResponse) => response,
) {
  const env = { ASSAY_ALLOW_CREATE: 'tickets,attachments', ...more };
  const { results } = await deployment.run(env, async ({ body }, next) => instead(body) ?? change(await next()));
  return results;
}

test.concurrent('a fault, where the operator named only some of the values', async () => {
  const env = { TICKET_BRIDGE_VALUES: '{"Requestor":"a@example.org","AffectedSite":"A","Status":"open"}' };
  const results = await run((text) => (text.includes('<Priority') ? FAULT('no such priority') : undefined), env);
  expect(alarms(results)).toEqual([]);
  expect(verdictOf(results, 'ticket-bridge/TicketCreate/answers')).toBe('inconclusive');
  const reasons = results.requirements
    .filter((each) => each.verdict === 'inconclusive')
    .map(({ blame, message }) => `${blame}: ${message}`);
  expect(
    reasons.every((reason) => /^settings: .*set TICKET_BRIDGE_VALUES to values of Priority that/.test(reason)),
  ).toBe(true);
});

test.concurrent('a fault, where the operator named all of the values, fails', async () => {
  const own = (text: string) => text.includes('<Priority') && !text.includes('urn:assay:no-such-service');
  const results = await run((text) => (own(text) ? FAULT('no such priority') : undefined), NAMED);
  expect(alarms(results)).toEqual(['fail ticket-bridge/TicketCreate/answers']);
});

test.concurrent('a registered charset that is not read here', async () => {
  const headers: ReferenceResponse['headers'] = [['Content-Type', 'text/xml; charset=IBM037']];
  const results = await run(
    () => undefined,
    {},
    (response) => ({ ...response, headers }),
  );
  expect(alarms(results)).toEqual([]);
  expect(verdictOf(results, 'ticket-bridge/TicketCreate/envelope')).toBe('inconclusive');
});

test.concurrent('every second modification is rejected: what the text contains is not the reason', async () => {
  let modifications = 0;
  const results = await run((text) =>
    text.includes('TicketModify') && ++modifications % 2 === 0 ? FAULT('no such ticket') : undefined,
  );
  expect(alarms(results)).toEqual([]);
  expect(verdictOf(results, 'ticket-bridge/TicketModify/answers')).toBe('inconclusive');
  expect(results.exitCode).toBe(3);
});

test.concurrent('changes of plain tickets must keep the subject: what the subject contains is not the reason', async () => {
  let plain: string | undefined;
  const results = await run((text) => {
    const ticket = /<TrackerTicketId[^>]*>(\d+)/.exec(text)?.[1];
    if (ticket === undefined) return undefined;
    plain ??= ticket;
    return text.includes('] plain ticket<') && ticket === plain ? undefined : FAULT('another subject');
  });
  expect(alarms(results)).toEqual([]);
});

test.concurrent('an apostrophe is rejected: the text that Assay regards as plain has none', async () => {
  const results = await run((text) =>
    /<Correspondence[^>]*>[^<]*(?:'|&apos;|&#39;)/.test(text) ? FAULT('SQL syntax') : undefined,
  );
  expect(alarms(results)).toEqual(
    ['TicketCreate', 'TicketModify'].map((one) => `fail ticket-bridge/${one}/accepts-any-text`),
  );
});

test.concurrent('a short limit on subjects, which the document leaves open', async () => {
  const results = await run((text) =>
    /<Subject[^>]*>[^<]{60,}</.test(text) ? FAULT('the subject is too long') : undefined,
  );
  expect(alarms(results)).toEqual([]);
});

test.concurrent('markup is rejected for one ticket, and everything for the other, with the same words: still a finding', async () => {
  let first: string | undefined;
  const results = await run((text) => {
    if (!text.includes('TicketModify')) return undefined;
    const ticket = /TrackerTicketId[^>]*>([^<]*)</.exec(text)?.[1];
    first ??= ticket;
    return ticket === first && !/&lt;|&amp;/.test(text) ? undefined : FAULT('Not possible.');
  });
  expect(resultOf(results, 'ticket-bridge/TicketModify/accepts-any-text')).toMatchObject({
    verdict: 'fail',
    expected: expect.stringContaining('markup characters'),
  });
});
