/** Bodies of every size are collected byte for byte; of large ones that are the same, one copy is kept. */
import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { ANSWER_BUDGET, AnswerScan } from '../../src/wire/bodies/answer-budget.ts';
import { BodyCollector, type CollectedBody } from '../../src/wire/bodies/body-collector.ts';
import { KeptBodies } from '../../src/wire/bodies/kept-bodies.ts';
import { recordBody } from '../../src/wire/evidence/recording.ts';
import { createRedactor } from '../../src/wire/secrets/redaction.ts';
import type { Body } from '../../src/wire/types.ts';

const MIB = 1024 * 1024;
const SIZE = 3 * MIB;
const whole = { counted: false, partial: false };
const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** Receives content in pieces, as an attempt does. */
function received(
  content: Uint8Array,
  { kept = new KeptBodies(), piece = 65_536, beginning = false } = {},
): CollectedBody {
  const collector = new BodyCollector({ counted: false, scan: new AnswerScan() });
  let large = false;
  for (let at = 0; at < content.length; at += piece) {
    collector.add(content.subarray(at, at + piece));
    if (!large && collector.large) collector.follow(kept);
    large ||= collector.large;
  }
  return collector.finish(beginning);
}

/** A JSON text of random content. */
const content = Buffer.from(
  JSON.stringify(Array.from({ length: SIZE / 100_000 }, () => randomBytes(50_000).toString('hex'))),
);

/** Bodies of a run of which one was received. */
function keptWith(first: Buffer, redactor = createRedactor()): { kept: KeptBodies; first: Body } {
  const kept = new KeptBodies();
  return { kept, first: kept.record(recordBody({ redactor }, received(first, { kept }), whole), true) };
}

test.each([0, 1, 4096, 4097, 256 * 1024, 256 * 1024 + 1, MIB, MIB + 1, SIZE + 77])('a body of %i bytes', (size) => {
  const body = Buffer.concat([Buffer.from('['), Buffer.alloc(size, `"${'a'.repeat(997)}",`)]).subarray(0, size);
  for (const piece of [1000, 65_536, size + 1]) {
    const { bytes, ...about } = received(body, { piece });
    expect(bytes.equals(body)).toBe(true);
    expect(about).toEqual({ size, digest: sha256(body), truncated: false });
  }
});

test('of a body that failed the beginning is kept', () => {
  const { bytes, size, truncated } = received(content, { beginning: true });
  expect(bytes.length).toBeGreaterThanOrEqual(64 * 1024);
  expect(bytes.equals(content.subarray(0, bytes.length))).toBe(true);
  expect({ size, truncated }).toEqual({ size: content.length, truncated: true });
});

test('a body that comes again is held once', () => {
  const { kept, first } = keptWith(content);
  const { bytes, ...about } = received(content, { kept });
  expect(bytes).toBe(first.bytes);
  expect(about).toEqual({ size: content.length, digest: first.digest, truncated: false });
});

const changedAt = (at: number): Buffer => {
  const changed = Buffer.from(content);
  changed[at] = (changed[at] as number) === 0x30 ? 0x31 : 0x30;
  return changed;
};

test.each<[string, Buffer]>([
  ['differs at its beginning', changedAt(100)],
  ['differs in the middle', changedAt(SIZE / 2 + 7)],
  ['differs at its end', changedAt(content.length - 3)],
  ['is shorter', content.subarray(0, SIZE - MIB / 3)],
  ['is longer', Buffer.concat([content, Buffer.from(' ')])],
])('a body that begins like another one and %s is received byte for byte', (_, other) => {
  const { bytes, ...about } = received(other, { kept: keptWith(content).kept });
  expect(bytes.equals(other)).toBe(true);
  expect(about).toEqual({ size: other.length, digest: sha256(other), truncated: false });
});

test('limits hold for a body that begins like another one', () => {
  const list = (entries: number): Buffer => Buffer.from(`[${'12345,'.repeat(entries - 1)}0]`);
  const { kept } = keptWith(list(ANSWER_BUDGET.entries));
  expect(() => received(list(ANSWER_BUDGET.entries + 1), { kept })).toThrow('an array has more entries');
});

test('a secret that became known meanwhile is redacted in the body that comes again', () => {
  const redactor = createRedactor();
  redactor.add('another secret of the run', 'other');
  const { kept } = keptWith(content, redactor);
  const secret = content.subarray(2 * MIB, 2 * MIB + 40);
  redactor.add(secret, 'learned');
  const again = recordBody({ redactor }, received(content, { kept }), whole);
  expect(Buffer.from(again.bytes).includes(secret)).toBe(false);
  expect(again.rawDigest).toBeUndefined();
});
