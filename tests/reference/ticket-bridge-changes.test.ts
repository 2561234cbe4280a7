/**
 * Each variant of the embedded ticket bridge is visible in a response; the place and frequency of a change are data.
 * The self-test proves that faults are visible.
 */
import fc from 'fast-check';
import { ticketBridgeRandomness } from '../../reference/ticket-bridge/deviations/random.ts';
import { VARIANTS } from '../../reference/ticket-bridge/deviations.ts';
import { type Change, identifier } from '../../reference/ticket-bridge/operators.ts';
import type { RequestValues } from '../../src/soap/encode.ts';
import { type OperationName, startBridge, VALUES } from '../ticket-bridge/sending.ts';

const { TicketCreate: create, TicketModify: modify, AddTicketAttachment: attach } = VALUES;
const ODD = { Subject: 'Ω "x" & <y> \'z\' 𝄞', Correspondence: 'Ω "x" & <y> \'z\' 𝄞\n' };
/** Requests for two tickets, and then those that faults and variants may depend on. */
const ASKED: readonly (readonly [OperationName, RequestValues])[] = [
  ['TicketCreate', { ...create, ...ODD }],
  ['TicketCreate', { ...create, Subject: 'plain', ExternalTicketId: '90211' }],
  ['TicketModify', { ...modify, ...ODD, TrackerTicketId: '4711' }],
  ['TicketModify', { ...modify, TrackerTicketId: '4712' }],
  ['AddTicketAttachment', attach],
  ...[new Uint8Array(), new Uint8Array(70_000), 'cGxh\naW\n4='].map(
    (AttachmentData) => ['AddTicketAttachment', { ...attach, ExternalTicketId: 90211, AttachmentData }] as const,
  ),
  ['TicketModify', { ...modify, TrackerTicketId: '4711' }],
];

async function* asked(options: Parameters<typeof startBridge>[0]): AsyncGenerator<string> {
  const bridge = startBridge(options);
  for (const [operation, values] of ASKED) {
    const { bytes, ...head } = await bridge.ask(operation, values);
    yield JSON.stringify([head, Buffer.from(bytes).toString('latin1')]);
  }
}

async function answers(options: Parameters<typeof startBridge>[0]) {
  const said: string[] = [];
  for await (const answer of asked(options)) said.push(answer);
  return said;
}

const usual = answers({});
/** Returns whether changes are visible in a response; sends requests only until one shows them. */
const show = async (changes: readonly Change[]) => {
  const plain = await usual;
  let at = 0;
  for await (const answer of asked({ changes })) if (answer !== plain[at++]) return true;
  return false;
};
const differs = async (changes: readonly Change[]) => {
  const [plain, changed] = [await usual, await answers({ changes })];
  return changed.flatMap((answer, at) => (answer === plain[at] ? [] : [at + 1]));
};

// Chunks show while they arrive, and codings only to those that ask for them.
test.each(VARIANTS.permanent().filter(({ id }) => !/\/(chunked|gzip)$/.test(id)))('$id shows', async ({ changes }) => {
  expect(await show(changes)).toBe(true);
});

// A random value may equal the one that the bridge uses anyway.
test.each([...ticketBridgeRandomness().variants])('$id shows', async ({ values, changes }) => {
  const drawn = fc.sample(values, { seed: 1, numRuns: 10 });
  expect(await Promise.all(drawn.map((value) => show(changes(value))))).toContain(true);
});

test('a change may show in some answers only', async () => {
  const zero = identifier({ value: '0' });
  expect(await differs([{ ...zero, nth: 2 }])).toEqual([2]);
  expect(await differs([{ ...zero, at: 'TicketModify', nth: 2 }])).toEqual([4]);
  expect(await differs([{ ...zero, nth: { every: 3 } }])).toEqual([3, 6, 9]);
  expect(await differs([{ ...zero, nth: { from: 6 } }])).toEqual([6, 7, 8, 9]);
  expect(await differs([{ ...zero, at: ['TicketCreate', 'TicketModify'], nth: { every: 2 } }])).toEqual([2, 4]);
});
