/** Refusals that are not planned because their invalid credential cannot be made: the reason is that of its maker. */
import { describe, expect, test } from 'vitest';
import { forecast } from '../../src/run/forecast.ts';
import { makeReady } from '../../src/run/ready.ts';
import { transferSuite } from '../../suites/transfer/suite.ts';
import {
  certPem,
  file,
  keyPem,
  type Made,
  makeCa,
  makeProxy,
  makeUser,
  NO_FURTHER_PROXIES,
} from '../auth/make-credential.ts';

const JWT = `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.${Buffer.from('{}').toString('base64url')}.c2lnbmF0dXJl`;
const PROXIES = ['expired-proxy', 'not-yet-valid-proxy', 'misnamed-proxy'];
const OF_TOKENS = ['tampered-token', 'unsigned-token', 'token-under-another-scheme'];

const each = (kinds: readonly string[], why: string): Record<string, string> =>
  Object.fromEntries(kinds.map((kind) => [kind, why]));

async function present(...chain: [Made, ...Made[]]): Promise<Record<string, string>> {
  return { TRANSFER_CERT: file(certPem(...chain)), TRANSFER_KEY: file(await keyPem(chain[0])) };
}

/** Reasons by kind of the requirements that are not planned. */
async function reasons(env: Record<string, string>): Promise<Record<string, string>> {
  const made = await makeReady({ TRANSFER_URL: 'https://transfer.example.org', ...env });
  if (!made.ok) throw new Error(made.problems.join('\n'));
  const refusals = forecast(made.ready, made.target, []).notPlanned.filter(({ id }) =>
    id.includes('/identity/refuses/'),
  );
  return Object.fromEntries(refusals.map(({ id, why }) => [id.split('/').at(-1), why]));
}

describe('an invalid credential', () => {
  test('of a certificate that is not configured, or of an opaque token', async () => {
    expect(await reasons({ TRANSFER_TOKEN: 'opaque-token' })).toEqual({
      ...each(PROXIES, 'Needs a certificate; none is configured.'),
      ...each(['tampered-token', 'unsigned-token'], 'Needs a signed JWT; the configured token is not a JWT.'),
    });
  });

  test('of a token that is not configured, or not offered', async () => {
    const certificate = await present(await makeUser(await makeCa()));
    expect(await reasons(certificate)).toEqual(each(OF_TOKENS, 'Needs a token; none is configured.'));
    expect(await reasons({ ...certificate, TRANSFER_TOKEN: JWT, ASSAY_NOT_OFFERED: 'token' })).toEqual(
      each(OF_TOKENS, 'Needs a token; none is configured.'),
    );
  });

  test('of a proxy that allows no further ones', async () => {
    const user = await makeUser(await makeCa());
    expect(
      await reasons({
        ...(await present(await makeProxy(user, { info: NO_FURTHER_PROXIES }), user)),
        TRANSFER_TOKEN: JWT,
      }),
    ).toEqual(
      each(
        PROXIES,
        'Needs a certificate that can sign a proxy: the proxy allows no further proxies, so each one would be refused for that.',
      ),
    );
  });

  test('of a name that cannot be written into another certificate', async () => {
    const user = await makeUser(await makeCa(), { name: [{ CN: [''] }] });
    expect(await reasons({ ...(await present(user)), TRANSFER_TOKEN: JWT })).toEqual({
      'foreign-certificate': 'Needs a distinguished name to put into another certificate; "/CN=" cannot be read.',
    });
  });
});

test('a recording without the reasons can be judged', async () => {
  const made = await makeReady({ TRANSFER_URL: 'https://transfer.example.org', TRANSFER_TOKEN: JWT });
  if (!made.ok || made.ready[0] === undefined) throw new Error('no settings');
  const lanes = [{ name: 'token', given: {}, credentials: ['good', 'none'] }];
  expect(transferSuite.notPlanned(made.ready[0].contract, lanes).get('transfer/identity/refuses/expired-proxy')).toBe(
    'No credential of this kind was made.',
  );
});
