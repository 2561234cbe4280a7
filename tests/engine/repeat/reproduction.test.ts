/** A curl command sends secrets only where the request sent them, whatever a server wrote. */
import { withReproduction } from '../../../src/engine/repeat/reproduction.ts';
import type { Reproduction, Result, Results } from '../../../src/engine/words/types.ts';
import { invocationOf } from '../../../src/run/settings-source.ts';
import type { Headers } from '../../../src/wire/types.ts';
import { answered, exchange, RECORDED } from '../../report/recorded.ts';

const TARGET = { ...RECORDED.results.target, reference: false };
const HUB = {
  DATA_HUB_ZONE_URL: 'https://hub.example.org',
  DATA_HUB_TOKEN: 'secret-of-hub',
  DATA_HUB_AUTH_REFRESH_TOKEN: 'refresh-secret',
};
const ENV = {
  ...HUB,
  TRANSFER_TOKEN: 'secret-of-transfer',
  TRANSFER_SOURCE_TOKEN: 'secret-of-source',
  TICKET_BRIDGE_HEADERS: '{"Authorization":"Basic c2VjcmV0","X-Api":"secret-key"}',
};
const FORM: Headers = [['Content-Type', 'application/x-www-form-urlencoded']];
const JSON_: Headers = [['Content-Type', 'application/json']];

interface Sent {
  options?: Record<string, Record<string, string>>;
  of?: string;
  path?: string;
  headers?: Headers;
  body?: string;
  envFile?: string;
}

function reproduced({ of = 'data-hub', path = '/x', headers = [], body, envFile, options }: Sent) {
  const invocation = invocationOf(
    ENV,
    { environment: {}, ...(envFile !== undefined && { envFile }), ...(options && { options }) },
    false,
  );
  const url = `https://hub.example.org${path}`;
  const bytes = Buffer.from(body ?? '');
  const request = {
    method: body === undefined ? 'GET' : 'POST',
    url,
    headers,
    credential: 'token',
    ...(body !== undefined && { body: { bytes, size: bytes.length, digest: '', truncated: false } }),
  };
  const recording = {
    interface: of,
    lanes: [],
    probes: [],
    exchanges: [exchange('e1', answered(200, ''), { request, attempts: [] })],
  };
  const result = {
    ...RECORDED.results.requirements[0],
    id: `${of}/x`,
    interface: of,
    verdict: 'fail',
    exchanges: ['e1'],
  } as Result;
  const run: Results['run'] = { ...RECORDED.results.run, invocation };
  const [shown] = withReproduction([result], recording, { run, target: TARGET });
  return shown?.reproduce as Reproduction;
}

test.each<[string, Sent]>([
  ['another secret in a member', { headers: JSON_, body: '{"shareId":"[redacted:TRANSFER_TOKEN]"}' }],
  ['its own secret in a member', { headers: JSON_, body: '{"shareId":"[redacted:DATA_HUB_TOKEN]"}' }],
  [
    'a secret in a string that looks like a member',
    { headers: JSON_, body: '{"shareId":"\\"token\\":\\"[redacted:DATA_HUB_TOKEN]\\""}' },
  ],
  ['its own secret in the address', { path: '/?q=[redacted:DATA_HUB_TOKEN]' }],
  ['another secret in a header', { headers: [['X-Auth-Token', '[redacted:TRANSFER_TOKEN]']] }],

  ['a variable of the shell in a header', { headers: [['X-Auth-Token', '[redacted:HOME]']] }],
  ['text around a secret in a header', { headers: [['X-Note', 'a note, then [redacted:DATA_HUB_TOKEN] and more']] }],
  ['another secret in a form', { headers: FORM, body: 'refresh_token=[redacted:TRANSFER_TOKEN]' }],
  ['its own secret in another parameter', { headers: FORM, body: 'scope=[redacted:DATA_HUB_AUTH_REFRESH_TOKEN]' }],
])('a placeholder that a server can have written prints no curl command: %s', (_, sent) => {
  const { curl, curlNote } = reproduced(sent);
  expect(curl).toBeUndefined();
  expect(curlNote).toBe('No curl command: the request contains a text that may be a secret of another setting.');
});

describe('a placeholder of a credential', () => {
  test.each<[string, Sent, string]>([
    ['its own token', { headers: [['X-Auth-Token', '[redacted:DATA_HUB_TOKEN]']] }, '"X-Auth-Token: $DATA_HUB_TOKEN"'],

    [
      'a member for tokens',
      { of: 'transfer', headers: JSON_, body: '{"source_tokens":["[redacted:TRANSFER_SOURCE_TOKEN]"]}' },
      '[\\"$TRANSFER_SOURCE_TOKEN\\"]',
    ],
  ])('becomes a variable: %s', (_, sent, shown) => {
    expect(reproduced(sent).curl).toContain(shown);
  });

  test('has one variable per header of a setting of headers', () => {
    const headers: Headers = ['X-A', 'X_A', 'X_A-2'].map((name) => [name, '[redacted:TICKET_BRIDGE_HEADERS]']);
    const { curl, curlNote } = reproduced({ of: 'ticket-bridge', headers });
    const variables = [1, 2, 3].map((number) => `TICKET_BRIDGE_HEADERS_${number}`);
    const shown = headers.map(([name], index) => ({ name, variable: variables[index] }));
    expect(curl).toContain(shown.map(({ name, variable }) => `-H "${name}: $${variable}"`).join(' '));
    expect(curlNote).toBe(
      shown
        .map(
          ({ name, variable }) => `Set ${variable} to the value of the header ${name} in TICKET_BRIDGE_HEADERS first.`,
        )
        .join(' '),
    );
    expect(reproduced({ headers }).curl).toBeUndefined();
  });

  test('is read from the file that an option names', () => {
    const { curl, curlNote } = reproduced({
      headers: [['X-Auth-Token', '[redacted:DATA_HUB_TOKEN]']],
      options: { 'data-hub': { 'data-hub-token-file': 'my token' } },
    });
    expect(curl).toMatch(/^DATA_HUB_TOKEN=\$\(cat 'my token'\); curl .* -H "X-Auth-Token: \$DATA_HUB_TOKEN" /);
    expect(curlNote).toBeUndefined();
  });

  test('is spent if it is a refresh token', () => {
    const spent = 'The command may use up the refresh token: if the response contains a new one, store it.';
    expect(
      reproduced({ headers: FORM, body: 'client_id=x&refresh_token=[redacted:DATA_HUB_AUTH_REFRESH_TOKEN]&scope=y' }),
    ).toMatchObject({
      curl: expect.stringContaining('&refresh_token=$DATA_HUB_AUTH_REFRESH_TOKEN&'),
      curlNote: spent,
    });
    expect(reproduced({ headers: FORM, body: 'refresh_token=made-up' }).curlNote).toBeUndefined();
  });
});
