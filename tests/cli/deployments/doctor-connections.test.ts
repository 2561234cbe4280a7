/** `doctor` distinguishes the ways in which a connection fails, and names the setting that helps. */

import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import type { Diagnostic } from '../../../src/cli/doctor/connections.ts';
import { listening } from '../../wire/loopback.ts';
import { authority, type Issued } from '../../wire/throwaway-pki.ts';
import { Workplace } from '../command.ts';
import { examined, inProcess, withVariables } from '../in-process.ts';

const [known, unknown] = await Promise.all([authority('known'), authority('unknown')]);
const place = new Workplace();

place.write('ca.pem', known.pem);

async function problemsOf(scheme: string, issued?: Issued, more: Record<string, string> = {}) {
  const answer = (_: unknown, response: { end(text: string): void }) => response.end('{}');
  const { url } = await listening(issued ? createTlsServer(issued, answer) : createServer(answer));
  return problemsWith({ TRANSFER_URL: url.replace('http', scheme), ...more });
}

async function problemsWith(env: Record<string, string>) {
  const given = { TRANSFER_TOKEN: 'abcdefgh', TRANSFER_CA: place.path('ca.pem'), ...env };
  return (await examined(given)).findings.filter(({ state }) => state === 'problem');
}

const hosts = ['127.0.0.1'];

test.each([
  [
    'an expired certificate',
    () => known.issue('service', { hosts, expired: true }),
    /has expired: CN=service, issued by CN=\w+ \(CERT_HAS_EXPIRED\)/,
    /renew it; no setting can help/,
  ],
  [
    'a certificate for another host',
    () => known.issue('service', { hosts: ['other.example'] }),
    /is for another host/,
    /certificate in TRANSFER_URL, or have the operator of the service add this one to it$/,
  ],
  [
    'an unknown authority',
    () => unknown.issue('service', { hosts }),
    /is not trusted: CN=service, issued by CN=unknown \(/,
    /^if TRANSFER_URL is right and you trust this authority, add its certificate to TRANSFER_CA$/,
  ],
])('%s', async (_, issue, what, hint) => {
  const [first] = await problemsOf('https', await issue());
  expect(first?.what).toMatch(what);
  expect(first?.hint).toMatch(hint);
});

test.each([
  [
    'https',
    undefined,
    /TLS: port \d+ of 127\.0\.0\.1 does not speak TLS/,
    /^check the port in TRANSFER_URL; write http:\/\/ only if/,
  ],
  [
    'http',
    () => known.issue('service', { hosts }),
    /TLS: port \d+ of 127\.0\.0\.1 speaks TLS/,
    /^write https:\/\/ in TRANSFER_URL$/,
  ],
])('%s spoken to a port that does not: one problem, no request', async (scheme, issue, what, hint) => {
  const problems = await problemsOf(scheme, await issue?.());
  expect(problems).toEqual([
    { state: 'problem', about: 'transfer', what: expect.stringMatching(what), hint: expect.stringMatching(hint) },
  ]);
});

test('a port that accepts connections and is silent: one problem, no request', async () => {
  const { url } = await listening(createTcpServer());
  const problems = await problemsWith({
    TRANSFER_URL: url.replace('http:', 'https:'),
    ASSAY_REQUEST_TIMEOUT_MS: '300',
  });
  expect(problems).toEqual([
    expect.objectContaining({
      what: expect.stringMatching(/accepts connections, but did not answer the TLS handshake within 300 ms/),
      hint: 'see the log of the service',
    }),
  ]);
});

test('a port where nothing listens', async () => {
  const problems = await problemsWith({ TRANSFER_URL: 'http://127.0.0.1:1' });
  expect(problems).toEqual([
    expect.objectContaining({
      hint: 'check the port in TRANSFER_URL, that the service is running, and that no firewall is in the way',
    }),
  ]);
});

place.write('needing.py', 'import nosuchmod\n');

test.each([
  [
    { CLIENT_LIBRARY_MODULE: 'nosuchmod' },
    /^the module could not be imported \(.*nosuchmod.*\); check CLIENT_LIBRARY_PATH/,
  ],
  [
    { CLIENT_LIBRARY_MODULE: 'json', CLIENT_LIBRARY_PYTHON: '/nope/python' },
    /^Python could not be started as \/nope\/python; set CLIENT_LIBRARY_PYTHON/,
  ],
  [
    { CLIENT_LIBRARY_MODULE: 'needing', CLIENT_LIBRARY_PATH: place.directory },
    /^the module could not be imported: it needs nosuchmod, .*; check CLIENT_LIBRARY_PYTHON, or install nosuchmod/,
  ],
])('a client library that cannot be started: %j', async (env, what) => {
  const { code, findings } = await examined(env);
  expect(code).toBe(3);
  expect(findings).toContainEqual({ state: 'problem', about: 'client-library', what: expect.stringMatching(what) });
});

test.each<[string, number, Record<string, RegExp>]>([
  [
    'one that has expired',
    1_700_000_000,
    { problem: /^the token in DATA_HUB_AUTH_REFRESH_TOKEN_FILE expired on 2023-11-14 22:13:20 UTC$/ },
  ],
  [
    'one that is valid, and not tried',
    4_000_000_000,
    {
      ok: /^the token in DATA_HUB_AUTH_REFRESH_TOKEN_FILE is valid until 2096-/,
      warning:
        /^DATA_HUB_AUTH_REFRESH_TOKEN_FILE was not used, because using it may invalidate it\. Not checked: whether the services accept it/,
    },
  ],
])('a refresh token as the only credential, %s', async (_, exp, said) => {
  place.write('token', `eyJhbGciOiJSUzI1NiJ9.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.c2ln\n`);
  const { findings } = await examined({
    DATA_HUB_AUTH_URL: 'http://127.0.0.1:1',
    DATA_HUB_AUTH_REALM: 'hub',
    DATA_HUB_AUTH_CLIENT_ID: 'portal',
    DATA_HUB_AUTH_REFRESH_TOKEN_FILE: place.path('token'),
  });
  for (const [state, what] of Object.entries(said))
    expect(findings).toContainEqual(expect.objectContaining({ state, what: expect.stringMatching(what) }));
});

test('problems are the first lines; an expiry that a token does not state is a note', async () => {
  withVariables({
    TICKET_BRIDGE_URL: 'http://127.0.0.1:1/NoAuth/bridge',
    TICKET_BRIDGE_NAMESPACE: 'urn:example:TicketBridgeHandler',
    TRANSFER_URL: 'https://127.0.0.1:1',
    TRANSFER_TOKEN: 'abcdefgh',
  });
  const { stdout } = await inProcess(['doctor']);
  const states = stdout.split('\n').flatMap((line) => /^(?:ok|note|warning|problem)(?= )/.exec(line) ?? []);
  expect(states).toEqual(
    states.toSorted((one, other) => 'pwon'.indexOf(one[0] ?? '') - 'pwon'.indexOf(other[0] ?? '')),
  );
  expect(stdout).toMatch(/\n2 problems\. When they are solved, run again: assay doctor$/);
  const shown = stdout.replace(/\s+/g, ' ');
  expect(shown).toMatch(
    / note transfer, token: the expiry of the token in TRANSFER_TOKEN is unknown: it is not a JWT, or lacks exp /,
  );
  // Only problems and warnings remain; for programs, the state stays the same.
  expect((await inProcess(['doctor', '--quiet'])).stdout).not.toMatch(/^(?:ok|note) /m);
  const findings = JSON.parse((await inProcess(['doctor', '--json'])).stdout) as Diagnostic[];
  const unknown = findings.filter(({ what }) => what.startsWith('the expiry '));
  expect(unknown.map(({ state }) => state)).toEqual(['warning']);
  // The plan lists skipped requirements with their reasons.
  expect(findings.filter(({ what }) => what.includes('would be skipped'))).toEqual([]);
});

test.each([
  ['settings that are wrong', [], /^environment: TRANSFER_URL must be a URL/],
  ['a settings file that cannot be read', ['--env-file', '/none.env'], /^Cannot read the settings file/],
])('%s are diagnostics, too', async (_, options, what) => {
  withVariables({ TRANSFER_URL: 'x' });
  const { code, stdout, stderr } = await inProcess(['doctor', '--json', ...options]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(what) });
  expect(JSON.parse(stdout)).toContainEqual({
    state: 'problem',
    about: 'settings',
    what: expect.stringMatching(what),
  });
});
