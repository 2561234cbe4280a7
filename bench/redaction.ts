/** Time to redact secrets in a long listing, compared with the time to parse it. */
import { startTransferReference } from '../reference/transfer/start.ts';
import { makeReady } from '../src/run/ready.ts';
import { createRedactor } from '../src/wire/secrets/redaction.ts';
import { listing } from './listing.ts';
import { type Figure, leastOf } from './measuring/measure.ts';

/** Redacts the secrets of a run against the reference: tokens, keys, and those of invalid credentials. */
export async function redactionFigure(): Promise<Figure> {
  const started = await startTransferReference();
  const made = await makeReady(started.env);
  await started.close();
  if (!made.ok) throw new Error(made.problems.join(' '));
  const redactor = createRedactor();
  const secrets = made.ready.flatMap(({ prepared }) => prepared.secrets);
  for (const { value, name } of secrets) redactor.add(value, name);
  const bytes = listing('nothing');
  const text = bytes.toString();
  const parse = leastOf(3, () => void JSON.parse(text));
  // The redactor remembers content without a secret, so each turn has new content.
  const copies = Array.from({ length: 3 }, () => Buffer.from(bytes));
  const redacted = leastOf(copies.length, () => void redactor.bytes(copies.pop() as Buffer));
  const detail = `${Math.round(redacted)} ms ÷ ${Math.round(parse)} ms, ${secrets.length} secrets`;
  return { name: 'redaction of 100,000 jobs ÷ JSON.parse', value: redacted / parse, unit: '×', most: 1, detail };
}
