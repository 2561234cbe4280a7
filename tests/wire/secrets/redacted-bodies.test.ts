/** Redaction of bodies that are large, full of escapes, or cut. */
import { JWT, knowing, percentAll } from '../knowing.ts';

test('many escapes take a bounded time and memory, and what follows them is still found', () => {
  const redactor = knowing(JWT);
  const content = Buffer.concat([Buffer.from('%41\\u0042&#67;'.repeat(200_000)), Buffer.from(percentAll(JWT))]);
  const { bytes } = redactor.bytes(content);
  expect(Buffer.from(bytes.subarray(-16)).toString()).toBe('[redacted:token]');
});

test('a cut does not leave the beginning of a secret', () => {
  const redactor = knowing(JWT);
  const cutInside = redactor.bytes(Buffer.from(`0123456789${JWT}`), 60);
  expect(Buffer.from(cutInside.bytes).toString()).toBe('0123456789[redacted:token]');
  const ended = redactor.bytes(Buffer.from(`0123456789${JWT.slice(0, 50)}`), Number.POSITIVE_INFINITY);
  expect(Buffer.from(ended.bytes).toString()).toBe('0123456789[redacted:token]');
});
