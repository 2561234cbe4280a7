/** Taking secrets out of a long listing, against reading it. */
import { createRedactor } from '../src/wire/redaction.ts';
import { listing } from './listing.ts';
import { type Figure, leastOf } from './measure.ts';

/** Secrets as a run has them: tokens, a private key, and those of bad credentials made from them. */
function secrets(): string[] {
  const tokens = Array.from({ length: 6 }, (_, index) =>
    Buffer.from(`a token, number ${index}, that is a secret of this run and has some length`.repeat(8)).toString('base64url'),
  );
  const keys = Array.from(
    { length: 6 },
    (_, index) => `-----BEGIN PRIVATE KEY-----\n${Buffer.from(`key ${index} `.repeat(20)).toString('base64')}\n-----END PRIVATE KEY-----\n`,
  );
  return [...tokens, ...keys, 'source-token', 'destination-token'];
}

export function redactionFigure(): Figure {
  const bytes = listing('nothing');
  const text = bytes.toString();
  const parse = leastOf(3, () => void JSON.parse(text));
  const redactor = createRedactor();
  for (const [index, secret] of secrets().entries()) redactor.add(secret, `secret-${index}`);
  const redacted = leastOf(3, () => void redactor.bytes(bytes));
  return {
    name: 'redaction of 100,000 jobs ÷ JSON.parse',
    value: redacted / parse,
    unit: '×',
    most: 1,
    detail: `${Math.round(redacted)} ms ÷ ${Math.round(parse)} ms`,
  };
}
