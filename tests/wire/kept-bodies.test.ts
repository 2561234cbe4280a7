/** Of large bodies that are the same one copy is kept, and nothing else changes. */
import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ANSWER_BUDGET, AnswerScan } from '../../src/wire/bodies/answer-budget.ts';
import {
  type BodyBudget,
  type CollectedBody,
  createBodyBudget,
  createBodyCollector,
} from '../../src/wire/bodies/body-collector.ts';
import { KeptBodies } from '../../src/wire/bodies/kept-bodies.ts';
import { recordBody } from '../../src/wire/evidence/recording.ts';
import { createRedactor } from '../../src/wire/secrets/redaction.ts';
import type { Body } from '../../src/wire/types.ts';

const KIB = 1024;
const SIZE = 200 * KIB;
const body = (size: number, more: Partial<Body> = {}): Body => ({
  bytes: new Uint8Array(size),
  size,
  digest: 'same',
  truncated: false,
  ...more,
});
const sha256 = (octets: Uint8Array): string => createHash('sha256').update(octets).digest('hex');

test.each<[string, Body, Body, boolean]>([
  ['large and the same', body(64 * KIB), body(64 * KIB), true],
  ['large and others', body(64 * KIB), body(64 * KIB, { digest: 'other' }), false],
  ['small', body(64 * KIB - 1), body(64 * KIB - 1), false],
  [
    'of which only the beginning was kept',
    body(64 * KIB, { truncated: true }),
    body(64 * KIB, { truncated: true }),
    false,
  ],
])('bodies that are %s', (_, first, second, shared) => {
  const kept = new KeptBodies();
  expect(kept.record(first, true).bytes).toBe(first.bytes);
  const again = kept.record(second, true);
  expect(again.bytes === first.bytes).toBe(shared);
  expect(again).toMatchObject({ size: second.size, digest: second.digest });
});

/** Receives octets in pieces, with bodies that are kept. */
function received(
  kept: KeptBodies,
  octets: Buffer,
  piece = 10_000,
  more: Partial<Parameters<typeof createBodyCollector>[0]> = {},
): CollectedBody {
  const collector = createBodyCollector({
    limit: ANSWER_BUDGET.octets,
    budget: createBodyBudget(64 * KIB * KIB),
    counted: false,
    kept,
    ...more,
  });
  for (let at = 0; at < octets.length; at += piece) collector.add(octets.subarray(at, at + piece));
  return collector.finish();
}

/** Bodies of a run of which one was received. */
function keptWith(octets: Buffer, redactor = createRedactor()): { kept: KeptBodies; first: Body } {
  const kept = new KeptBodies();
  return {
    kept,
    first: kept.record(recordBody({ redactor }, received(kept, octets), { counted: false, partial: false }), true),
  };
}

const octets = randomBytes(SIZE);
const changedAt = (at: number): Buffer => {
  const changed = Buffer.from(octets);
  changed[at] = (changed[at] as number) ^ 1;
  return changed;
};

test('a body that comes again is held once', () => {
  const { kept, first } = keptWith(octets);
  for (const piece of [1, 999, SIZE]) {
    const again = received(kept, octets, piece);
    expect(again.bytes).toBe(first.bytes);
    expect(again).toMatchObject({ size: SIZE, digest: first.digest, truncated: false });
  }
});

test('two that come at once are held once in the end', () => {
  const kept = new KeptBodies();
  const collector = createBodyCollector({ limit: SIZE, budget: createBodyBudget(4 * SIZE), counted: false, kept });
  collector.add(octets.subarray(0, KIB));
  const first = kept.record(
    recordBody({ redactor: createRedactor() }, received(kept, octets), { counted: false, partial: false }),
    true,
  );
  collector.add(octets.subarray(KIB));
  expect(collector.finish().bytes).toBe(first.bytes);
});

describe('of two bodies under way that begin alike', () => {
  const PIECE = 10_000;
  const scanned = (kept: KeptBodies, budget: BodyBudget) =>
    createBodyCollector({ limit: ANSWER_BUDGET.octets, budget, counted: false, kept, scan: new AnswerScan() });
  /** Receives both in turn, and ends the first as soon as it has come. */
  function inTurn(
    one: Buffer,
    other: Buffer,
    breakOffAt = Number.POSITIVE_INFINITY,
    budget = createBodyBudget(64 * SIZE),
  ): { first: CollectedBody; second: CollectedBody } {
    const kept = new KeptBodies();
    const [leader, follower] = [scanned(kept, budget), scanned(kept, budget)];
    let first: CollectedBody | undefined;
    for (let at = 0; at < Math.max(one.length, other.length); at += PIECE) {
      if (first === undefined && at < one.length) leader.add(one.subarray(at, at + PIECE));
      if (first === undefined && (at + PIECE >= one.length || at >= breakOffAt)) {
        leader.complete();
        first = leader.finish(at >= breakOffAt);
        if (at < breakOffAt)
          kept.record(recordBody({ redactor: createRedactor() }, first, { counted: false, partial: false }), true);
      }
      if (at < other.length) follower.add(other.subarray(at, at + PIECE));
    }
    follower.complete();
    return { first: first as CollectedBody, second: follower.finish() };
  }

  test('the second is the first, if they are the same', () => {
    const { first, second } = inTurn(octets, octets);
    expect(second.bytes).toBe(first.bytes);
    expect(second).toMatchObject({ size: SIZE, digest: sha256(octets), truncated: false });
  });

  test.each<[string, Buffer, Buffer, number?]>([
    ['the second differs in the middle', octets, changedAt(SIZE / 2)],
    ['the second differs in its last octet', octets, changedAt(SIZE - 1)],
    ['the second is shorter', octets, octets.subarray(0, SIZE / 2)],
    ['the second is longer', octets, Buffer.concat([octets, octets])],
    ['the first breaks off', octets, octets, SIZE / 2],
    ['both are small', octets.subarray(0, 20), octets.subarray(0, 20)],
  ])('the second is received octet for octet where %s', (_, one, other, breakOffAt) => {
    const { bytes, ...about } = inTurn(one, other, breakOffAt).second;
    expect(bytes.equals(other)).toBe(true);
    expect(about).toEqual({ size: other.length, digest: sha256(other), truncated: false });
  });

  test('the second holds nothing as long as it is the same', () => {
    const budget = createBodyBudget(SIZE + PIECE);
    expect(inTurn(octets, octets, undefined, budget).second.size).toBe(SIZE);
    expect(() => inTurn(octets, changedAt(SIZE - PIECE), undefined, budget)).toThrow('exceed');
  });

  test('limits hold for the second', () => {
    const list = (entries: number): Buffer => Buffer.from(`[${'0,'.repeat(entries - 1)}0]`);
    expect(inTurn(list(ANSWER_BUDGET.entries), list(ANSWER_BUDGET.entries)).second.size).toBe(
      2 * ANSWER_BUDGET.entries + 1,
    );
    expect(() => inTurn(list(ANSWER_BUDGET.entries), list(ANSWER_BUDGET.entries + 1))).toThrow(
      'an array has more entries',
    );
  });
});

test.each<[string, Buffer]>([
  ['differs in its first octet', changedAt(0)],
  ['differs in the middle', changedAt(SIZE / 2)],
  ['differs in its last octet', changedAt(SIZE - 1)],
  ['is shorter', octets.subarray(0, SIZE - 1)],
  ['is longer', Buffer.concat([octets, Buffer.from('x')])],
  ['is the first piece alone', octets.subarray(0, 10)],
  ['is empty', Buffer.alloc(0)],
])('a body that %s is received octet for octet', (_, other) => {
  const { kept } = keptWith(octets);
  const { bytes, ...about } = received(kept, other);
  expect(bytes.equals(other)).toBe(true);
  expect(about).toEqual({ size: other.length, digest: sha256(other), truncated: false });
});

test('limits hold for a body that begins like another one', () => {
  const array = (entries: number): Buffer => Buffer.from(`[${'0,'.repeat(entries - 1)}0]`);
  const { kept } = keptWith(array(ANSWER_BUDGET.entries));
  const scanned = (of: Buffer): CollectedBody => received(kept, of, 10_000, { scan: new AnswerScan() });
  expect(scanned(array(ANSWER_BUDGET.entries)).size).toBe(2 * ANSWER_BUDGET.entries + 1);
  expect(() => scanned(array(ANSWER_BUDGET.entries + 1))).toThrow('an array has more entries');
});

test('a body beyond the limit of octets is not held, though it begins like another one', () => {
  const { kept } = keptWith(octets);
  expect(() => received(kept, changedAt(SIZE - 1), 10_000, { limit: SIZE / 2 })).toThrow('the body exceeds');
});

test('a body that broke off is not the one that it begins like', () => {
  const { kept } = keptWith(octets);
  const collector = createBodyCollector({ limit: SIZE, budget: createBodyBudget(4 * SIZE), counted: false, kept });
  collector.add(octets.subarray(0, SIZE - 1));
  const { bytes, size, truncated } = collector.finish(true);
  expect({ size, truncated }).toEqual({ size: SIZE - 1, truncated: true });
  expect(bytes.equals(octets.subarray(0, bytes.length))).toBe(true);
});

test('a secret that became known meanwhile is redacted in the body that comes again', () => {
  const redactor = createRedactor();
  redactor.add('another secret of the run', 'other');
  const secret = Buffer.from('a secret that is learned later');
  const text = Buffer.concat([Buffer.alloc(100 * KIB, 'x'), secret, Buffer.alloc(KIB, 'y')]);
  const { kept, first } = keptWith(text, redactor);
  expect(first.bytes).toHaveLength(text.length);
  redactor.add(secret, 'learned');
  const again = recordBody({ redactor }, received(kept, text), { counted: false, partial: false });
  expect(Buffer.from(again.bytes).includes(secret)).toBe(false);
  expect(again.rawDigest).toBeUndefined();
});

test('pieces without octets change nothing: two bodies that begin with one stay apart', () => {
  const kept = new KeptBodies();
  const budget = createBodyBudget(8 * SIZE);
  const [one, other] = [0, 1].map(() => createBodyCollector({ limit: SIZE, budget, counted: false, kept }));
  const differing = randomBytes(SIZE);
  for (const collector of [one, other]) collector?.add(new Uint8Array());
  one?.add(octets);
  other?.add(differing);
  expect(one?.finish().digest).toBe(sha256(octets));
  expect(other?.finish()).toMatchObject({ size: SIZE, digest: sha256(differing), truncated: false });
});

test('where the first of two breaks off, the second is kept although both would be beyond the limit together', () => {
  const kept = new KeptBodies();
  const budget = createBodyBudget(1.5 * SIZE);
  const [one, other] = [0, 1].map(() => createBodyCollector({ limit: SIZE, budget, counted: false, kept }));
  one?.add(octets.subarray(0, SIZE - 1));
  other?.add(octets.subarray(0, SIZE - 2));
  expect(one?.finish(true).truncated).toBe(true);
  other?.add(octets.subarray(SIZE - 2));
  other?.complete();
  expect(other?.finish()).toMatchObject({ size: SIZE, digest: sha256(octets), truncated: false });
});

test('a repetition that breaks off leaves the budget, and its beginning is recorded', () => {
  const { kept } = keptWith(octets);
  const budget = createBodyBudget(SIZE);
  const busy = createBodyCollector({ limit: SIZE, budget, counted: false });
  busy.add(randomBytes(SIZE - KIB));
  const collector = createBodyCollector({ limit: SIZE, budget, counted: false, kept });
  collector.add(octets.subarray(0, SIZE - 1));
  const { bytes, size, digest, truncated } = collector.finish(true);
  expect({ size, digest, truncated }).toEqual({
    size: SIZE - 1,
    digest: sha256(octets.subarray(0, SIZE - 1)),
    truncated: true,
  });
  expect(Buffer.compare(bytes, octets.subarray(0, bytes.length))).toBe(0);
  expect(budget.holders.size).toBe(1);
});

test('a body ended on request in the middle of a repetition is complete as far as it came', () => {
  const { kept } = keptWith(octets);
  const collector = createBodyCollector({ limit: SIZE, budget: createBodyBudget(2 * SIZE), counted: false, kept });
  const came = octets.subarray(0, SIZE - KIB);
  collector.add(came);
  expect(collector.finish()).toMatchObject({ size: came.length, digest: sha256(came), truncated: false });
});
