import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkNotOffered, readTarget } from '../../src/target/read.ts';
import type { Target } from '../../src/target/types.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-target-'));
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const CERT = file('cert.pem', '-----BEGIN CERTIFICATE-----\n');
const KEY = file('key.pem', '-----BEGIN PRIVATE KEY-----\n');
const PROXY = file('proxy.pem', '-----BEGIN CERTIFICATE-----\n-----BEGIN RSA PRIVATE KEY-----\n-----BEGIN CERTIFICATE-----\n');

const URL = 'https://transfer.example.org:8446';
const TRANSFER = { TRANSFER_URL: URL, TRANSFER_TOKEN: 'abc' };
const BRIDGE = { TICKET_BRIDGE_URL: 'https://tracker.example.org/NoAuth/bridge/', TICKET_BRIDGE_NAMESPACE: 'urn:x' };
const HUB = { DATA_HUB_ZONE_URL: 'https://zone.example.org', DATA_HUB_TOKEN: 'abc' };
const FLOW = {
  DATA_HUB_AUTH_URL: 'https://login.example.org/',
  DATA_HUB_AUTH_REALM: 'hub',
  DATA_HUB_AUTH_CLIENT_ID: 'portal',
  DATA_HUB_AUTH_REFRESH_TOKEN: 'rt',
};

function targetOf(env: Record<string, string | undefined>): Target {
  const read = readTarget(env);
  if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join('\n'));
  return read.target;
}

function messagesOf(env: Record<string, string | undefined>, fileKeys?: readonly string[]): readonly string[] {
  const read = readTarget(env, fileKeys ? { fileKeys: new Set(fileKeys) } : {});
  return read.ok ? [] : read.problems.map(({ message }) => message);
}

describe('a valid target', () => {
  it('without settings has nothing configured, allows nothing, and has the defaults', () => {
    expect(targetOf({ PATH: '/bin', TRANSFER_URL: '', ASSAY_ALLOW_CREATE: ' ' })).toEqual({
      configured: [],
      allowCreate: new Set(),
      notOffered: new Set(),
      concurrency: 4,
      requestTimeoutMs: 30_000,
      runTimeoutMs: 1_800_000,
      proxy: {},
    });
  });

  it('has everything that settings say of the transfer service', () => {
    expect(
      targetOf({
        TRANSFER_URL: ` ${URL}/// `,
        TRANSFER_CERT: CERT,
        TRANSFER_KEY: KEY,
        TRANSFER_KEY_PASSPHRASE: ' with blanks ',
        TRANSFER_CA: folder,
        TRANSFER_TOKEN: 'abc\n',
        TRANSFER_VO: 'dteam',
        TRANSFER_SOURCE: 'davs://a.example.org/in?x=1',
        TRANSFER_DESTINATION: 'root://b.example.org//out',
        TRANSFER_SOURCE_TOKEN: 's',
        TRANSFER_DESTINATION_TOKEN: 'd',
        TRANSFER_CHECKSUM: 'ADLER32:1a2b3c4d',
        TRANSFER_JOB_STATUS_PATH: '/jobs/{job_id}',
        TRANSFER_CANCEL_WAIT_MS: '0',
      }).transfer,
    ).toEqual({
      url: URL,
      certificate: { cert: CERT, key: KEY, passphrase: ' with blanks ' },
      ca: folder,
      token: 'abc',
      vo: 'dteam',
      source: 'davs://a.example.org/in?x=1',
      destination: 'root://b.example.org//out',
      sourceToken: 's',
      destinationToken: 'd',
      checksum: 'ADLER32:1a2b3c4d',
      jobStatusPath: '/jobs/{job_id}',
      cancelWaitMs: 0,
    });
  });

  it('takes a proxy file alone', () => {
    expect(targetOf({ TRANSFER_URL: URL, TRANSFER_CERT: PROXY }).transfer).toEqual({ url: URL, certificate: { cert: PROXY }, cancelWaitMs: 10_000 });
  });

  it("keeps the ticket bridge's whole address", () => {
    const headers = '{"Authorization":"Basic dTpw","X-Y":""}';
    expect(targetOf({ ...BRIDGE, TICKET_BRIDGE_HEADERS: headers, TICKET_BRIDGE_VALUES: '{"Priority":"1"}' })['ticket-bridge']).toEqual({
      url: 'https://tracker.example.org/NoAuth/bridge/',
      namespace: 'urn:x',
      headers: { Authorization: 'Basic dTpw', 'X-Y': '' },
      values: { Priority: '1' },
    });
  });

  it('has everything that settings say of the data hub', () => {
    const target = targetOf({
      ...FLOW,
      DATA_HUB_PROVIDER_URL: 'http://127.0.0.1:1',
      DATA_HUB_IDP_PREFIX: 'hub',
      DATA_HUB_SPACE_PATH: '/space/folder/',
      DATA_HUB_CHANGES_BODY: '{}',
      DATA_HUB_UPLOAD_BYTES: '7',
    });
    expect(target['data-hub']).toEqual({
      auth: { url: 'https://login.example.org', realm: 'hub', clientId: 'portal', refreshToken: 'rt' },
      idpPrefix: 'hub',
      providerUrl: 'http://127.0.0.1:1',
      spacePath: 'space/folder',
      changesBody: '{}',
      changesWaitMs: 3000,
      uploadBytes: 7,
    });
    expect(targetOf(HUB)['data-hub']).toEqual({ zoneUrl: 'https://zone.example.org', token: 'abc', changesWaitMs: 3000 });
  });

  it('may name a refresh-token file that is yet to be made', () => {
    const path = join(folder, 'refresh-token');
    expect(targetOf({ ...FLOW, DATA_HUB_AUTH_REFRESH_TOKEN_FILE: path })['data-hub']?.auth?.refreshTokenFile).toBe(path);
  });

  it('has a client library when its module is named', () => {
    expect(targetOf({ CLIENT_LIBRARY_MODULE: 'a.b_c', CLIENT_LIBRARY_PATH: folder, CLIENT_LIBRARY_CA_ENV: 'A, B' })).toMatchObject({
      configured: ['client-library'],
      'client-library': { python: 'python3', module: 'a.b_c', path: folder, caEnv: ['A', 'B'] },
    });
  });

  it("has Assay's own settings and the proxies of the environment", () => {
    expect(
      targetOf({
        ...TRANSFER,
        ...BRIDGE,
        ASSAY_INTERFACES: 'ticket-bridge,transfer',
        ASSAY_ALLOW_CREATE: 'jobs, files,',
        ASSAY_NOT_OFFERED: 'get-delegation,token',
        ASSAY_PROFILE: 'example',
        ASSAY_CONCURRENCY: '2',
        ASSAY_REQUEST_TIMEOUT_MS: '500',
        ASSAY_RUN_TIMEOUT_MS: '5000',
        https_proxy: 'proxy.example.org:3128',
        HTTP_PROXY: 'http://u:p@proxy.example.org',
        NO_PROXY: '.example.net',
      }),
    ).toMatchObject({
      configured: ['ticket-bridge', 'transfer'],
      allowCreate: new Set(['jobs', 'files']),
      notOffered: new Set(['get-delegation', 'token']),
      profile: 'example',
      concurrency: 2,
      requestTimeoutMs: 500,
      runTimeoutMs: 5000,
      proxy: { https: 'http://proxy.example.org:3128', http: 'http://u:p@proxy.example.org', no: '.example.net' },
    });
    expect([...targetOf({ ASSAY_ALLOW_CREATE: 'all' }).allowCreate]).toHaveLength(7);
  });

  it('warns of credentials that are sent unencrypted, but not on loopback', () => {
    expect(readTarget({ ...TRANSFER, TRANSFER_URL: 'http://transfer.example.org' }).warnings).toEqual([
      'TRANSFER_URL begins with http://: credentials are sent unencrypted.',
    ]);
    expect(readTarget({ ...TRANSFER, TRANSFER_URL: 'http://localhost:1' }).warnings).toEqual([]);
  });
});

describe('a value that is not of its kind', () => {
  it.each<[string, Record<string, string>, string]>([
    [
      'no scheme',
      { TRANSFER_URL: 'fts.example.org:8446' },
      'TRANSFER_URL is not an address that begins with https:// or http:// (got "fts.example.org:8446").',
    ],
    ['another scheme', { TRANSFER_URL: 'ftp://x.example' }, 'TRANSFER_URL is not an address that begins with https:// or http:// (got "ftp://x.example").'],
    [
      'a scheme, and what may be a password',
      { TRANSFER_URL: 'ftp://me:pw@x.example' },
      'TRANSFER_URL is not an address that begins with https:// or http:// (got a text of 21 characters, not shown).',
    ],
    ['a user', { TRANSFER_URL: 'https://me:pw@x.example/' }, 'TRANSFER_URL holds a user name or password before the host; give https://x.example without it.'],
    [
      'a query',
      { TRANSFER_URL: 'https://x.example/a/?token=t' },
      'TRANSFER_URL holds a query, the part from "?" on; give the address without it, such as https://x.example/a.',
    ],
    [
      'a fragment',
      { TRANSFER_URL: 'https://x.example/#top' },
      'TRANSFER_URL holds a fragment, the part from "#" on; give the address without it, such as https://x.example.',
    ],
    ['no file', { TRANSFER_CERT: '/nowhere/x' }, 'TRANSFER_CERT names a file that is not there ("/nowhere/x", ENOENT).'],
    ['a tilde', { TRANSFER_CERT: '~/x' }, 'TRANSFER_CERT names a file that is not there ("~/x", ENOENT); "~" is not expanded here, write the whole path.'],
    ['a folder for a file', { TRANSFER_CERT: folder }, `TRANSFER_CERT names something that is not a file ("${folder}").`],
    ['no CA', { TRANSFER_CA: '/nowhere' }, 'TRANSFER_CA names a file or folder that is not there ("/nowhere", ENOENT).'],
    ['a word before the token', { TRANSFER_TOKEN: 'Bearer s3cret' }, 'TRANSFER_TOKEN begins with the word Bearer; give the token alone.'],
    [
      'blanks in a token',
      { TRANSFER_TOKEN: 's3cret s3cret' },
      'TRANSFER_TOKEN is not a token: it holds blanks or line breaks (got a text of 13 characters, not shown).',
    ],
    [
      'odd characters in a token',
      { TRANSFER_TOKEN: 's3crét' },
      'TRANSFER_TOKEN is not a token: it holds characters that no header can carry (got a text of 6 characters, not shown).',
    ],
    [
      'no storage',
      { TRANSFER_SOURCE: '/tmp/in', TRANSFER_DESTINATION: 'davs://b/x' },
      'TRANSFER_SOURCE is not the address of a file on a storage, scheme://host/path (got "/tmp/in").',
    ],
    ['no checksum', { TRANSFER_CHECKSUM: 'MD5: 1' }, 'TRANSFER_CHECKSUM is not an algorithm name, or NAME:value (got "MD5: 1").'],
    ['no place for the id', { TRANSFER_JOB_STATUS_PATH: '/jobs/job_id' }, 'TRANSFER_JOB_STATUS_PATH does not hold {job_id} (got "/jobs/job_id").'],
    ['no path', { TRANSFER_JOB_STATUS_PATH: 'jobs/{job_id}' }, 'TRANSFER_JOB_STATUS_PATH is not a path that begins with "/" (got "jobs/{job_id}").'],
    ['an unknown place', { TRANSFER_JOB_STATUS_PATH: '/{vo}/{job_id}' }, 'TRANSFER_JOB_STATUS_PATH holds {vo}, which nothing fills in (got "/{vo}/{job_id}").'],
    ['blanks in a path', { TRANSFER_JOB_STATUS_PATH: '/a b/{job_id}' }, 'TRANSFER_JOB_STATUS_PATH holds blanks (got "/a b/{job_id}").'],
    ['no number', { TRANSFER_CANCEL_WAIT_MS: '10s' }, 'TRANSFER_CANCEL_WAIT_MS is not a whole number of ms from 0 to 3600000 (got "10s").'],
    ['too small a number', { ASSAY_CONCURRENCY: '0' }, 'ASSAY_CONCURRENCY is not a whole number of requests from 1 to 64 (got "0").'],
    [
      'too large a number',
      { ASSAY_REQUEST_TIMEOUT_MS: '99999999' },
      'ASSAY_REQUEST_TIMEOUT_MS is not a whole number of ms from 100 to 3600000 (got "99999999").',
    ],
    ['a fraction', { ASSAY_RUN_TIMEOUT_MS: '1.5e4' }, 'ASSAY_RUN_TIMEOUT_MS is not a whole number of ms from 1000 to 86400000 (got "1.5e4").'],
    [
      'broken JSON, secret',
      { ...BRIDGE, TICKET_BRIDGE_HEADERS: '{"A": s3cret}' },
      'TICKET_BRIDGE_HEADERS is not a JSON object (got a text of 13 characters, not shown).',
    ],
    ['broken JSON', { ...BRIDGE, TICKET_BRIDGE_VALUES: '[1]' }, 'TICKET_BRIDGE_VALUES is not a JSON object (got "[1]").'],
    [
      'no header name',
      { ...BRIDGE, TICKET_BRIDGE_HEADERS: '{"A B":"s3cret"}' },
      'TICKET_BRIDGE_HEADERS has the member "A B", which is not the name of a header.',
    ],
    [
      'no header value',
      { ...BRIDGE, TICKET_BRIDGE_HEADERS: '{"A":"s3cret\\n"}' },
      'TICKET_BRIDGE_HEADERS has the member "A", whose value holds characters that no header can carry.',
    ],
    ['no string', { ...BRIDGE, TICKET_BRIDGE_VALUES: '{"Status":1}' }, 'TICKET_BRIDGE_VALUES has the member "Status", whose value is not a string.'],
    [
      'an unknown member',
      { ...BRIDGE, TICKET_BRIDGE_VALUES: '{"priority":"1"}' },
      'TICKET_BRIDGE_VALUES has the member "priority", which is none of Requestor, Priority, Status, AffectedSite; did you mean Priority?',
    ],
    ['no namespace', { ...BRIDGE, TICKET_BRIDGE_NAMESPACE: 'a b' }, 'TICKET_BRIDGE_NAMESPACE is not a namespace name without blanks (got "a b").'],
    ['no JSON', { ...HUB, DATA_HUB_CHANGES_BODY: '{' }, 'DATA_HUB_CHANGES_BODY is not JSON (got "{").'],
    ['a path that leaves', { ...HUB, DATA_HUB_SPACE_PATH: 'a/../b' }, 'DATA_HUB_SPACE_PATH is not a path without empty, "." or ".." parts (got "a/../b").'],
    ['a realm of two', { ...FLOW, DATA_HUB_AUTH_REALM: 'a/b' }, 'DATA_HUB_AUTH_REALM is not one path segment (got "a/b").'],
    ['a prefix with its colon', { ...HUB, DATA_HUB_IDP_PREFIX: 'hub:' }, 'DATA_HUB_IDP_PREFIX is not a word without colon or blank (got "hub:").'],
    [
      'a folder that is not there',
      { ...FLOW, DATA_HUB_AUTH_REFRESH_TOKEN_FILE: '/nowhere/rt' },
      'DATA_HUB_AUTH_REFRESH_TOKEN_FILE names a folder that is not there ("/nowhere/rt", ENOENT).',
    ],
    ['no module', { CLIENT_LIBRARY_MODULE: './x.py' }, 'CLIENT_LIBRARY_MODULE is not the name of a Python module (got "./x.py").'],
    ['a file for a folder', { CLIENT_LIBRARY_MODULE: 'x', CLIENT_LIBRARY_PATH: CERT }, `CLIENT_LIBRARY_PATH names something that is not a folder ("${CERT}").`],
    [
      'an unknown creation',
      { ASSAY_ALLOW_CREATE: 'jobs,file' },
      'ASSAY_ALLOW_CREATE names the kind of creation "file", which is none of tickets, attachments, jobs, tokens, files, shares, handles, all; did you mean files?',
    ],
    [
      'an unknown interface',
      { ASSAY_INTERFACES: 'soap' },
      'ASSAY_INTERFACES names the interface "soap", which is none of ticket-bridge, transfer, client-library, data-hub.',
    ],
    ['a proxy of another kind', { HTTPS_PROXY: 'socks5://s3cret@x' }, 'HTTPS_PROXY is not the address of an HTTP proxy.'],
  ])('%s', (_what, env, message) => {
    const problems = messagesOf({ ...TRANSFER, TRANSFER_KEY: KEY, TRANSFER_CERT: PROXY, ...env });
    expect(problems).toEqual([message]);
    expect(problems.join()).not.toMatch(/s3cr|pw@/);
  });

  it('comes with an example, and a long one is cut', () => {
    const read = readTarget({ ...TRANSFER, TRANSFER_URL: 'x'.repeat(500) });
    if (read.ok) throw new Error('was accepted');
    expect(read.problems).toEqual([
      { setting: 'TRANSFER_URL', message: expect.stringContaining(`"${'x'.repeat(60)}…"`), example: 'TRANSFER_URL=https://transfer.example.org:8446' },
    ]);
  });

  it.skipIf(process.getuid?.() === 0)('an unreadable file (not shown to a superuser, who may read every file)', () => {
    const path = file('closed.pem', '');
    chmodSync(path, 0);
    expect(messagesOf({ ...TRANSFER, TRANSFER_CA: path })).toEqual([`TRANSFER_CA names a file or folder that may not be read ("${path}", EACCES).`]);
  });
});

describe('settings that contradict each other', () => {
  it.each<[string, Record<string, string>, string[]]>([
    ['a token without an address', { TRANSFER_TOKEN: 'abc' }, ['TRANSFER_TOKEN is set but TRANSFER_URL is not.']],
    ['several without an address', { TRANSFER_TOKEN: 'abc', TRANSFER_VO: 'x' }, ['TRANSFER_TOKEN, TRANSFER_VO are set but TRANSFER_URL is not.']],
    ['no credential', { TRANSFER_URL: URL }, ['TRANSFER_URL is set but neither TRANSFER_CERT nor TRANSFER_TOKEN is.']],
    ['a key without certificate', { ...TRANSFER, TRANSFER_KEY: KEY }, ['TRANSFER_KEY is set but TRANSFER_CERT is not.']],
    [
      'a certificate without key',
      { TRANSFER_URL: URL, TRANSFER_CERT: CERT },
      ['TRANSFER_CERT names a file that holds no private key, and TRANSFER_KEY is not set.'],
    ],
    ['a passphrase for nothing', { ...TRANSFER, TRANSFER_KEY_PASSPHRASE: 'x' }, ['TRANSFER_KEY_PASSPHRASE is set but TRANSFER_CERT is not.']],
    [
      'a certificate over http',
      { TRANSFER_URL: 'http://127.0.0.1:1', TRANSFER_CERT: PROXY },
      ['TRANSFER_URL begins with http://, where no client certificate can be presented, but TRANSFER_CERT is set. Use https://, or a token alone.'],
    ],
    ['a source alone', { ...TRANSFER, TRANSFER_SOURCE: 'davs://a/b' }, ['TRANSFER_SOURCE is set but TRANSFER_DESTINATION is not.']],
    ['a destination alone', { ...TRANSFER, TRANSFER_DESTINATION: 'davs://a/b' }, ['TRANSFER_DESTINATION is set but TRANSFER_SOURCE is not.']],
    ['a token for no source', { ...TRANSFER, TRANSFER_SOURCE_TOKEN: 'x' }, ['TRANSFER_SOURCE_TOKEN is set but TRANSFER_SOURCE is not.']],
    ['a token for no destination', { ...TRANSFER, TRANSFER_DESTINATION_TOKEN: 'x' }, ['TRANSFER_DESTINATION_TOKEN is set but TRANSFER_DESTINATION is not.']],
    ['a bridge without namespace', { TICKET_BRIDGE_URL: 'https://x.example/' }, ['TICKET_BRIDGE_URL is set but TICKET_BRIDGE_NAMESPACE is not.']],
    ['a namespace without bridge', { TICKET_BRIDGE_NAMESPACE: 'urn:x' }, ['TICKET_BRIDGE_NAMESPACE is set but TICKET_BRIDGE_URL is not.']],
    [
      'a data hub without address',
      { DATA_HUB_TOKEN: 'x' },
      ['DATA_HUB_TOKEN is set but none of DATA_HUB_AUTH_URL, DATA_HUB_ZONE_URL, DATA_HUB_PROVIDER_URL is.'],
    ],
    [
      'a data hub without token',
      { DATA_HUB_ZONE_URL: 'https://z.example' },
      [
        'The data hub is configured but there is no way to get a token: DATA_HUB_TOKEN is not set, nor DATA_HUB_AUTH_REFRESH_TOKEN or DATA_HUB_AUTH_REFRESH_TOKEN_FILE.',
      ],
    ],
    ['an identity provider without client', { ...FLOW, DATA_HUB_AUTH_CLIENT_ID: '' }, ['DATA_HUB_AUTH_URL is set but DATA_HUB_AUTH_CLIENT_ID is not.']],
    [
      'a refresh token without identity provider',
      { ...HUB, DATA_HUB_TOKEN: '', DATA_HUB_IDP_PREFIX: 'x', DATA_HUB_AUTH_REFRESH_TOKEN: 'x' },
      ['DATA_HUB_AUTH_REFRESH_TOKEN is set but DATA_HUB_AUTH_URL is not.'],
    ],
    [
      'a token flow without prefix',
      { ...FLOW, DATA_HUB_ZONE_URL: 'https://z.example' },
      [
        'DATA_HUB_ZONE_URL is set and the token comes from the identity provider, but DATA_HUB_IDP_PREFIX is not set; without it the data hub does not know whose token it is.',
      ],
    ],
    [
      'a token and a refresh token',
      { ...FLOW, DATA_HUB_TOKEN: 'x' },
      ['DATA_HUB_TOKEN and DATA_HUB_AUTH_REFRESH_TOKEN are both set; with the first, the token flow is skipped and the second is never used. Leave one empty.'],
    ],
    [
      'a client library without module',
      { CLIENT_LIBRARY_PYTHON: 'python3', CLIENT_LIBRARY_PATH: folder },
      ['CLIENT_LIBRARY_PYTHON, CLIENT_LIBRARY_PATH are set but CLIENT_LIBRARY_MODULE is not.'],
    ],
    [
      'interfaces that are not configured',
      { ...TRANSFER, ASSAY_INTERFACES: 'transfer,data-hub' },
      ['ASSAY_INTERFACES names data-hub, but it is not configured: set DATA_HUB_AUTH_URL or DATA_HUB_ZONE_URL or DATA_HUB_PROVIDER_URL.'],
    ],
  ])('%s', (_what, env, messages) => {
    expect(messagesOf(env)).toEqual(messages);
  });

  it('are all reported at once', () => {
    expect(messagesOf({ TRANSFER_URL: 'x', ASSAY_CONCURRENCY: 'x', TICKET_BRIDGE_NAMESPACE: 'x' })).toHaveLength(4);
  });
});

describe('a setting that nobody knows', () => {
  it('is an error in a file and a warning in the environment, and the nearest one is named', () => {
    const env = { ...TRANSFER, TRANSFER_TOKN: 's3cret' };
    expect(readTarget(env, { fileKeys: new Set(['TRANSFER_TOKN']) })).toEqual({
      ok: false,
      problems: [
        { setting: 'TRANSFER_TOKN', message: 'TRANSFER_TOKN is not a setting; did you mean TRANSFER_TOKEN?', example: 'TRANSFER_TOKEN=eyJhbGciOi...' },
      ],
      warnings: [],
    });
    expect(readTarget(env)).toMatchObject({ ok: true, warnings: ['TRANSFER_TOKN is not a setting; did you mean TRANSFER_TOKEN?'] });
  });

  it.each([
    ['TICKET_BRIDGE_UR', 'TICKET_BRIDGE_URL'],
    ['DATA_HUB_ZONEURL', 'DATA_HUB_ZONE_URL'],
    ['CLIENT_LIBRARY_MODUL', 'CLIENT_LIBRARY_MODULE'],
    ['ASSAY_ALOW_CREATE', 'ASSAY_ALLOW_CREATE'],
  ])('%s was meant to be %s', (name, meant) => {
    expect(messagesOf({ [name]: 'x' }, [name])).toEqual([`${name} is not a setting; did you mean ${meant}?`]);
  });

  it('without a near one, the way to all of them is named', () => {
    expect(messagesOf({ ASSAY_QUARTERLY_REPORT_RECIPIENTS: 'x' }, ['ASSAY_QUARTERLY_REPORT_RECIPIENTS'])).toEqual([
      'ASSAY_QUARTERLY_REPORT_RECIPIENTS is not a setting. `assay list settings` prints all.',
    ]);
  });

  it('is a warning where only its prefix is misspelt, in a file', () => {
    expect(readTarget({ TRANFER_URL: URL }, { fileKeys: new Set(['TRANFER_URL']) }).warnings).toEqual([
      'TRANFER_URL is not a setting; did you mean TRANSFER_URL?',
    ]);
    expect(readTarget({ TRANFER_URL: URL, HOME: '/x' }).warnings).toEqual([]);
  });
});

describe('operations that are not offered', () => {
  it('have to be known', () => {
    expect(checkNotOffered(['get-delegation', 'certificate', 'token'], ['get-delegation'])).toEqual([]);
    expect(checkNotOffered(new Set(['get-delegatio', 'x']), ['get-delegation'])).toEqual([
      {
        setting: 'ASSAY_NOT_OFFERED',
        message: 'ASSAY_NOT_OFFERED names "get-delegatio", which is no operation; did you mean get-delegation?',
        example: 'ASSAY_NOT_OFFERED=get-delegation',
      },
      {
        setting: 'ASSAY_NOT_OFFERED',
        message: 'ASSAY_NOT_OFFERED names "x", which is no operation. `assay list operations` prints them.',
        example: 'ASSAY_NOT_OFFERED=get-delegation,token',
      },
    ]);
  });
});

it('reading leaves the environment alone', () => {
  const before = { ...process.env };
  const env = Object.freeze({ ...TRANSFER });
  mkdirSync(join(folder, 'ca'), { recursive: true });
  readTarget(env);
  expect(process.env).toEqual(before);
});
