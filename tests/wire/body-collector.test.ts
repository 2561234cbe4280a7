/** Bodies of every size are collected octet for octet. */
import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createBodyBudget, createBodyCollector } from '../../src/wire/bodies/body-collector.ts';

const MIB = 1024 * 1024;

test.each([0, 1, 4096, 4097, 256 * 1024, 256 * 1024 + 1, MIB, MIB + 1, 3 * MIB + 77, 4 * MIB])(
  'a body of %i octets',
  (size) => {
    const body = randomBytes(size);
    for (const piece of [1000, 65_536, size + 1]) {
      const collector = createBodyCollector({ limit: 4 * MIB, budget: createBodyBudget(64 * MIB), counted: false });
      for (let at = 0; at < size; at += piece) collector.add(body.subarray(at, at + piece));
      const { bytes, ...about } = collector.finish();
      expect(bytes.equals(body)).toBe(true);
      expect(about).toEqual({ size, digest: createHash('sha256').update(body).digest('hex'), truncated: false });
    }
  },
);

test('the beginning of a body that is cut is kept', () => {
  const body = randomBytes(2 * MIB);
  const collector = createBodyCollector({ limit: MIB + 10, budget: createBodyBudget(64 * MIB), counted: false });
  collector.add(body.subarray(0, MIB));
  expect(() => collector.add(body.subarray(MIB))).toThrow('the body exceeds');
  const { bytes, size, truncated } = collector.finish(true);
  expect(bytes.length).toBeGreaterThanOrEqual(64 * 1024);
  expect(bytes.equals(body.subarray(0, bytes.length))).toBe(true);
  expect({ size, truncated }).toEqual({ size: 2 * MIB, truncated: true });
});
