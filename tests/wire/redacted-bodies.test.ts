/** Redaction of bodies that are large, full of escapes, or cut. */
import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { listing } from '../../bench/listing.ts';
import { JWT, knowing, percentAll } from './knowing.ts';

test('many escapes take a bounded time and memory, and what follows them is still found', () => {
  const redactor = knowing(JWT);
  const octets = Buffer.concat([Buffer.from('%41\\u0042&#67;'.repeat(700_000)), Buffer.from(percentAll(JWT))]);
  const { bytes } = redactor.bytes(octets);
  expect(Buffer.from(bytes.subarray(-16)).toString()).toBe('[redacted:token]');
});

test('a cut does not leave the beginning of a secret', () => {
  const redactor = knowing(JWT);
  const cutInside = redactor.bytes(Buffer.from(`0123456789${JWT}`), { limit: 60 });
  expect(Buffer.from(cutInside.bytes).toString()).toBe('0123456789[redacted:token]');
  const ended = redactor.bytes(Buffer.from(`0123456789${JWT.slice(0, 50)}`), { cut: true });
  expect(Buffer.from(ended.bytes).toString()).toBe('0123456789[redacted:token]');
});

test('a large body without a secret stays as it is', () => {
  const octets = listing('nothing');
  const redactor = knowing(JWT, `${JWT}x`, 'correct horse battery staple');
  for (let count = 0; count < 4; count++)
    redactor.add(
      generateKeyPairSync('rsa', { modulusLength: 2048 })
        .privateKey.export({ type: 'pkcs8', format: 'pem' })
        .toString(),
      `key-${count}`,
    );
  expect(redactor.bytes(octets).redacted).toBe(false);
});
