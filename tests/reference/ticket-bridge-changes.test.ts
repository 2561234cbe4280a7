/** Changes of the embedded ticket bridge: each shows in an answer, and where and how often it shows is data. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentFaults } from '../../reference/ticket-bridge/deviations/content-faults.ts';
import { ticketBridgeRandomness } from '../../reference/ticket-bridge/deviations/random.ts';
import { secondGeneration } from '../../reference/ticket-bridge/deviations/sometimes-faults.ts';
import { FAULTS } from '../../reference/ticket-bridge/faults.ts';
import { type Change, everyPart, identifier } from '../../reference/ticket-bridge/operators.ts';
import { VARIANTS } from '../../reference/ticket-bridge/variants.ts';
import type { RequestValues } from '../../src/soap/encode.ts';
import { type Bridge, type OperationName, startBridge, VALUES } from '../ticket-bridge/sending.ts';

const { TicketCreate: create, TicketModify: modify, AddTicketAttachment: attach } = VALUES;
const ODD = { Subject: 'Ω "x" & <y> \'z\' 𝄞', Correspondence: 'Ω "x" & <y> \'z\' 𝄞\n' };
/** Two tickets, and then what faults and variants may look at. */
const ASKED: readonly (readonly [OperationName, RequestValues])[] = [
  ['TicketCreate', { ...create, ...ODD }],
  ['TicketCreate', { ...create, Subject: 'plain', ExternalTicketId: '90211' }],
  ['TicketModify', { ...modify, ...ODD, TrackerTicketId: '4711' }],
  ['TicketModify', { ...modify, TrackerTicketId: '4712' }],
  ['AddTicketAttachment', attach],
  ...[new Uint8Array(), new Uint8Array(70_000), 'cGxh\naW\n4='].map(
    (AttachmentData) => ['AddTicketAttachment', { ...attach, ExternalTicketId: 90211, AttachmentData }] as const,
  ),
];

async function* asked(options: Parameters<typeof startBridge>[0]): AsyncGenerator<string> {
  const bridge: Bridge = startBridge(options);
  for (const [operation, values] of ASKED) {
    const { bytes, ...head } = await bridge.ask(operation, values);
    yield JSON.stringify([head, Buffer.from(bytes).toString('latin1')]);
  }
}

async function answers(options: Parameters<typeof startBridge>[0]): Promise<string[]> {
  const said: string[] = [];
  for await (const answer of asked(options)) said.push(answer);
  return said;
}

const usual = answers({});
/** The operation of the first answer that changes show in, or undefined; asks no further. */
const firstShown = async (changes: readonly Change[]): Promise<OperationName | undefined> => {
  const plain = await usual;
  let at = 0;
  for await (const answer of asked({ changes })) {
    if (answer !== plain[at]) return ASKED[at]?.[0];
    at += 1;
  }
  return undefined;
};
const differs = async (changes: readonly Change[]): Promise<number[]> => {
  const [plain, changed] = [await usual, await answers({ changes })];
  return changed.flatMap((answer, at) => (answer === plain[at] ? [] : [at + 1]));
};

/** Those that show in some contents or combinations alone. */
const ONLY_SOMETIMES = new Set([...contentFaults(), ...secondGeneration()].map(({ id }) => id));

test.each([...FAULTS.values()].filter(({ id }) => !ONLY_SOMETIMES.has(id)))(
  '$id shows, first in its operation',
  async ({ id, changes }) => {
    expect(await firstShown(changes)).toBe(id.split('/')[1]);
  },
);

// Chunks show while they arrive, and codings only to those that ask for them.
test.each([...VARIANTS.values()].filter(({ id }) => !/\/(chunked|gzip)$/.test(id)))(
  '$id shows',
  async ({ changes }) => {
    expect(await firstShown(changes)).toBeDefined();
  },
);

// One of the drawn values may be what the bridge does anyway.
test.each([...ticketBridgeRandomness().variants])('$id shows', async ({ values, changes }) => {
  const drawn = fc.sample(values, { seed: 1, numRuns: 10 });
  const shows = await Promise.all(drawn.map((value) => firstShown(changes(value))));
  expect(shows.some((operation) => operation !== undefined)).toBe(true);
});

test('a change may show in some answers only', async () => {
  const zero = identifier({ value: '0' });
  expect(await differs([{ ...zero, nth: 2 }])).toEqual([2]);
  expect(await differs([{ ...zero, at: 'TicketModify', nth: 2 }])).toEqual([4]);
  expect(await differs([{ ...zero, nth: { every: 3 } }])).toEqual([3, 6]);
  expect(await differs([{ ...zero, nth: { from: 6 } }])).toEqual([6, 7, 8]);
  expect(await differs([{ ...zero, at: ['TicketCreate', 'TicketModify'], nth: { every: 2 } }])).toEqual([2, 4]);
});

test('a change may show in one part only', async () => {
  const answer = async (change: Change): Promise<string> => (await answers({ changes: [change] }))[0] ?? '';
  const nil = everyPart({ value: 'changed' });
  expect((await answer(nil)).match(/>changed</g)).toHaveLength(2);
  expect(await answer({ ...nil, element: 1 })).toMatch(
    /<s-gensym3[^>]*>changed<\/s-gensym3>.*reference ticket bridge</,
  );
  expect(await answer({ ...nil, element: 2 })).toMatch(/>4711<.*<s-gensym5[^>]*>changed</);
  expect(await answer({ ...nil, record: 's-gensym5' })).toBe(await answer({ ...nil, element: 2 }));
});
