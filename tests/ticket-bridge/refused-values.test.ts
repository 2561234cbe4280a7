/** Responses with a 2xx that are no success: the gate names the cause, not the standard that they also contradict. */
import { closing } from '../afterwards.ts';
import { Deployment } from '../states/deployment.ts';

const deployment = closing(await Deployment.of('ticket-bridge'));
const FAULT =
  '<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body><Fault><faultcode xmlns="">Server</faultcode><faultstring xmlns="">Priority unknown</faultstring></Fault></Body></Envelope>';

test.concurrent.each([
  ['a fault', /^TicketCreate/, 200, FAULT, /Priority unknown.*TICKET_BRIDGE_VALUES.*Never succeeded: TicketCreate/s, 3],
  ['a fault of one operation', /^TicketModify/, 200, FAULT, /Never succeeded: TicketModify[^.]*\.$/, 3],
  ['no body', /^TicketCreate/, 202, '', /The most frequent cause is that of ticket-bridge\/TicketCreate\/envelope/, 1],
])('%s', async (_, operations, status, body, said, exitCode) => {
  const { results } = await deployment.run({ TICKET_BRIDGE_VALUES: '' }, async ({ operation = '' }, next) =>
    operations.test(operation) ? { status, headers: [], body: Buffer.from(body) } : next(),
  );
  expect(results.gate.join(' ')).toMatch(said);
  expect(results.exitCode).toBe(exitCode);
});
