/** Bodies of every size are collected byte for byte; of equal large ones, one copy is kept. */
import { createHash, randomBytes } from 'node:crypto';
import { ANSWER_BUDGET, AnswerScan } from '../../../src/wire/bodies/answer-budget.ts';
import { BodyCollector, KeptBodies } from '../../../src/wire/bodies/body-collector.ts';
import { recordBody } from '../../../src/wire/evidence/recording.ts';
import { createRedactor } from '../../../src/wire/secrets/redaction.ts';

const MIB = 1024 * 1024;
const SIZE = 3 * MIB;
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

/** Receives content in pieces, like an attempt does. */
function received(content: Uint8Array, { piece = 65_536, beginning = false } = {}) {
  const collector = new BodyCollector({ counted: false, scan: new AnswerScan() });
  for (let at = 0; at < content.length; at += piece) collector.add(content.subarray(at, at + piece));
  return collector.finish(beginning);
}

/** A JSON text of random content. */
const content = Buffer.from(
  JSON.stringify(Array.from({ length: SIZE / 100_000 }, () => randomBytes(50_000).toString('hex'))),
);

test.each([0, 1, 4096, 4097, 256 * 1024, 256 * 1024 + 1, MIB, MIB + 1, SIZE + 77])('a body of %i bytes', (size) => {
  const body = Buffer.concat([Buffer.from('['), Buffer.alloc(size, `"${'a'.repeat(997)}",`)]).subarray(0, size);
  for (const piece of [1000, 65_536, size + 1]) {
    const { bytes, ...about } = received(body, { piece });
    expect(body.equals(bytes)).toBe(true);
    expect(about).toEqual({ size, digest: sha256(body), truncated: false });
  }
});

test('a body beyond the limit is not received further', () => {
  const collector = new BodyCollector({ counted: false });
  for (let count = 0; count < ANSWER_BUDGET.bytes / MIB; count++) collector.add(new Uint8Array(MIB));
  expect(() => collector.add(new Uint8Array(1))).toThrow(expect.objectContaining({ code: 'BODY_TOO_LARGE' }));
});

test('of a body that failed the beginning is kept', () => {
  const { bytes, size, truncated } = received(content, { beginning: true });
  expect(bytes.length).toBeGreaterThanOrEqual(64 * 1024);
  expect(content.subarray(0, bytes.length).equals(bytes)).toBe(true);
  expect({ size, truncated }).toEqual({ size: content.length, truncated: true });
});

test('of a body that comes again one copy is kept', () => {
  const kept = new KeptBodies();
  const redactor = createRedactor();
  const [first, again] = [1, 2].map(() => kept.record(recordBody(redactor, received(content))));
  expect(again?.bytes).toBe(first?.bytes);
  expect(content.equals(first?.bytes ?? Buffer.alloc(0))).toBe(true);
});

test.each([
  ['the same', content],
  ['longer', Buffer.concat([content, Buffer.from(' ')])],
  ['shorter', content.subarray(0, 2 * MIB)],
  ['other at the end', Buffer.concat([content.subarray(0, -3), Buffer.from('x"]')])],
  ['other from the second piece on', Buffer.concat([content.subarray(0, 70_000), Buffer.alloc(90_000, '"')])],
])('a body that begins like an earlier one and is %s', (_, body) => {
  const kept = new KeptBodies();
  kept.record(recordBody(createRedactor(), received(content)));
  const { bytes, ...about } = kept.record(recordBody(createRedactor(), received(body)));
  const digest = sha256(body);
  expect(body.equals(bytes)).toBe(true);
  expect(about).toEqual({ size: body.length, digest, rawDigest: digest, truncated: false });
});

test('a secret that became known meanwhile is redacted in the body that comes again', () => {
  const redactor = createRedactor();
  redactor.add('another secret of the run', 'other');
  const kept = new KeptBodies();
  kept.record(recordBody(redactor, received(content)));
  const secret = content.subarray(2 * MIB, 2 * MIB + 40);
  redactor.add(secret, 'learned');
  const again = kept.record(recordBody(redactor, received(content)));
  expect(Buffer.from(again.bytes).includes(secret)).toBe(false);
  expect(again.rawDigest).toBeUndefined();
});
