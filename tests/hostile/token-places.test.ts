/**
 * Places outside the body in which a response of the token endpoint may contain a credential; and error texts of
 * ordinary words.
 */
import { secretsIn } from '../../suites/data-hub/credentials.ts';
import { resultOf } from '../verdicts.ts';
import { JWT } from '../wire/knowing.ts';
import type { Spoil } from './kinds/types.ts';
import { runLooking } from './looking.ts';

const ACCESS = 'MDAxY2xvY2F0aW9uIHpvbmUuZXhhbXBsZQo4ZmE3ZjQ2';
const ODD = 'short:tok+n/x';
const NOTHING = new Uint8Array();

type Header = [name: string, value: string];

/** Headers that contain `access` and `odd`, each in another way. */
const HEADERS: Record<string, (access: string, odd: string) => Header> = {
  'named after it': (_, odd) => ['X-Access-Token', odd],
  'with another name': (access) => ['X-Debug', `issued ${access} to assay`],
  'its name': (access) => [access, 'issued'],
  'a list of pairs': (access, odd) => ['X-Session', `id="${access}"; token=${odd}, x`],
  'the fragment of a redirect': (access, odd) => ['Location', `https://127.0.0.1:1/callback#${formOf(access, odd)}`],
  'the fragment of a redirect, not escaped': (access, odd) => [
    'Location',
    `/callback#access_token=${access}&session_token=${odd}`,
  ],
  'the query of a redirect': (access, odd) => [
    'Location',
    `https://127.0.0.1:1/callback?state=ok&${formOf(access, odd)}`,
  ],
  'the path of a redirect': (access) => ['Location', `https://127.0.0.1:1/callback/${access}/end`],
  'the fragment of an address in a redirect': (access, odd) => [
    'Location',
    `/x?to=${encodeURIComponent(`https://127.0.0.1:1/#${formOf(access, odd)}`)}`,
  ],
};

function formOf(access: string, odd: string) {
  return new URLSearchParams({ access_token: access, session_token: odd, token_type: 'Bearer' }).toString();
}

/** Error texts that contain both. */
const ERRORS: Record<string, (access: string, odd: string) => string> = {
  'members that are called tokens': (access, odd) =>
    JSON.stringify({ error: 'invalid_grant', access_token: access, details: { session_token: odd } }),
  'a description': (access, odd) => JSON.stringify({ error_description: `not ${access}, but token=${odd}` }),
  'a page': (access, odd) => `<p>Token: ${odd}</p><a href="/x?y=${access}">again</a>`,
  'text that begins with it': (access, odd) => `${access} token:${odd}`,
};

describe('what looks like a credential is learned', () => {
  const held = (text: string) =>
    [ACCESS, ODD, JWT].filter((secret) => text.includes(secret) || text.includes(encodeURIComponent(secret)));

  test.each(Object.entries(HEADERS))('a header: %s', (_, header) => {
    for (const secret of [ACCESS, JWT]) {
      const headers = [header(secret, ODD)];
      for (const status of [200, 302, 400])
        expect(secretsIn(NOTHING, headers, status)).toEqual(expect.arrayContaining(held(headers.flat().join(' '))));
    }
  });

  test.each(Object.entries(ERRORS))('an error: %s', (_, body) => {
    for (const secret of [ACCESS, JWT])
      expect(secretsIn(Buffer.from(body(secret, ODD)), [], 400)).toEqual(expect.arrayContaining([secret, ODD]));
  });
});

test('it reaches neither the evidence nor a report', async () => {
  const secrets: string[] = [];
  const next = () => {
    const number = String(10 + secrets.length);
    secrets.push(`${ACCESS}${number}`, `${ODD}${number}`);
    return secrets.slice(-2) as [string, string];
  };
  const headers = Object.values(HEADERS).map((header) => header(...next()));
  const body = Object.values(ERRORS)
    .map((error) => error(...next()))
    .join('\n');
  const spoil: Spoil = ({ count }) => ({ status: count % 2 === 1 ? 302 : 400, headers, body: Buffer.from(body) });
  const { shown, exchanges, looking } = await runLooking('token-grant', spoil, secrets);
  expect(shown).toEqual([]);
  expect(
    exchanges.map(({ operation, outcome }) => (operation === 'token-grant' ? outcome.status : undefined)),
  ).toContain(302);
  expect(looking.findSecrets(Buffer.from(`${JSON.stringify(headers)}${body}`)).length).toBeGreaterThan(
    secrets.length / 2,
  );
});

describe('ordinary words of an error of token creation are no credentials', () => {
  const WORDS: Record<string, string> = {
    JSON: JSON.stringify({
      error: {
        id: 'tokenNameAlreadyExists',
        details: { key: 'caveats.interface.unsupported', token: 'unsupported', spaceId: '5e2b8fce3a1c11ef9d2c' },
      },
    }),
    HTML: '<html><head><title>422</title></head><body>tokenNameAlreadyExists: Unprocessable/caveats.interface.unsupported, nginx/1.24.0-ubuntu</body></html>',
    text: 'tokenNameAlreadyExists at 2026-01-02T03:04:05.678Z on zone1.example.org:8443, see https://zone1.example.org/docs/unsupported-caveats',
  };

  test.each(Object.entries(WORDS))('%s', (_, body) => expect(secretsIn(Buffer.from(body), [], 422)).toEqual([]));

  test('nor are those of usual headers', () => {
    const headers: Header[] = [
      ['Content-Type', 'application/problem+json;charset=UTF-8'],
      ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'],
      ['Server', 'Microsoft-IIS/10.0'],
      ['Via', '1.1 proxy1.example.org:8080 (Apache/2.4.57)'],
      ['Content-Security-Policy', "default-src 'self' https://zone1.example.org:9443"],
      ['Date', 'Tue, 15 Nov 1994 08:12:31 GMT'],
    ];
    expect(secretsIn(NOTHING, headers, 200)).toEqual([]);
  });

  test('a message quotes them', async () => {
    const spoil: Spoil = () => ({
      status: 422,
      headers: [['Content-Type', 'application/json']],
      body: Buffer.from(WORDS.JSON as string),
    });
    const { results, exchanges } = await runLooking('create-named-token', spoil, [], ['data-hub/create-named-token']);
    const bodies = exchanges.flatMap(({ operation, outcome }) =>
      operation === 'create-named-token' && outcome.status === 422 ? [outcome.body] : [],
    );
    expect(bodies.map((body) => Buffer.from(body?.bytes ?? []).toString())).toContain(WORDS.JSON);
    expect(bodies.map((body) => body?.rawDigest)).not.toContain(undefined);
    expect(resultOf(results, 'data-hub/create-named-token/answers')?.message).toContain('tokenNameAlreadyExists');
  });
});
