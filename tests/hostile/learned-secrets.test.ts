/** Responses from which Assay learns secrets: the verdicts are correct, and no secret is shown. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hostRun, withoutLeak } from '../../src/run/run-conformance.ts';
import { createRedactor, MOST_LEARNED } from '../../src/wire/secrets/redaction.ts';
import { closing, temporaryFolder } from '../afterwards.ts';
import { withVerdict } from '../verdicts.ts';
import { HOSTILE_KINDS } from './kinds/catalogue.ts';
import { serveHostile } from './kinds/serve.ts';

const CASES = [
  ['json/text-behind', 'trailing-text-behind-the-value'],
  ['json/token-common-word', undefined],
  ['json/token-10-mb', 'tttttttttttttttttttttttt'],
  ['text/sign-in-words', 'distinct-word-0000000100'],
  ['text/error-echo', undefined],
];

test.each(CASES)('the token endpoint answers with %s', async (id, secret) => {
  const kind = HOSTILE_KINDS.find((one) => one.id === id);
  const { env } = closing(await serveHostile('data-hub', kind, 'token-grant'));
  const out = temporaryFolder();
  const { results } = await hostRun({ env, out, backoffMs: 5 });
  expect(withVerdict(results, 'error').map(({ message }) => message)).toEqual([]);
  expect(results.conclusion).not.toBe('invalid');
  expect([0, 1, 3]).toContain(results.exitCode);
  const written = `${await readFile(join(out, 'evidence.har'), 'utf8')}${JSON.stringify(results)}`;
  if (secret !== undefined) expect(written).not.toContain(secret);
});

test('texts of Assay and of the request are not learned, further values are, up to a number and a length', () => {
  const redactor = createRedactor('the document says openid');
  expect(
    redactor.learn(['openid', 'in-the-request', 'secret-of-the-server'], 'received', { sent: 'a=in-the-request' }),
  ).toBe(true);
  expect(redactor.text('openid in-the-request secret-of-the-server')).toBe('openid in-the-request [redacted:received]');
  expect(redactor.learn(['l'.repeat(MOST_LEARNED.bytes + 1)], 'received')).toBe(false);
  expect(
    redactor.learn(
      Array.from({ length: MOST_LEARNED.values }, (_, at) => `value-number-${at}`),
      'received',
    ),
  ).toBe(false);
  expect(
    redactor.learn(
      Array.from({ length: MOST_LEARNED.values - 1 }, (_, at) => `value-number-${at}`),
      'received',
    ),
  ).toBe(true);
});

test('a secret in the results is removed, and a notice names it', async () => {
  const { env } = closing(await serveHostile('ticket-bridge', undefined));
  const { results } = await hostRun({ env });
  const redactor = createRedactor();
  redactor.add('a-secret-that-slipped-in', 'token');
  const [first, ...others] = results.requirements;
  const leaked = {
    ...results,
    requirements: [{ ...(first as NonNullable<typeof first>), message: 'a-secret-that-slipped-in' }, ...others],
  };
  const clean = withoutLeak({ results: leaked, redactor });
  expect(clean).toMatchObject({ exitCode: results.exitCode, conclusion: results.conclusion });
  expect(clean.notices.at(-1)).toBe('Warning: a secret (token) was removed from the results.');
  expect(JSON.stringify(clean)).not.toContain('a-secret-that-slipped-in');
});
