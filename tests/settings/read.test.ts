import { SETTINGS_TABLE } from '../../src/run/installed/settings-table.ts';
import { checkNotOffered, readTarget } from '../../src/settings/read.ts';
import type { Environment } from '../../src/settings/types.ts';
import { BRIDGE, CERT, HUB, KEY, messagesOf, TRANSFER, targetOf, URL } from './given-settings.ts';

const read = (env: Environment, places?: Map<string, string>) => readTarget(SETTINGS_TABLE, env, places);
const describedOf = (of: string, env: Environment) => targetOf(env).described[of];

describe('a valid target', () => {
  it('without settings has nothing configured, allows nothing, and has the defaults', () => {
    expect(targetOf({ PATH: '/bin', TRANSFER_URL: '', ASSAY_ALLOW_CREATE: ' ' })).toEqual({
      configured: [],
      values: expect.anything(),
      described: {},
      secrets: [],
      allowCreate: new Set(),
      notOffered: new Set(),
      depth: 'standard',
      concurrency: 4,
      requestTimeoutMs: 30_000,
      runTimeoutMs: 1_800_000,
      proxy: {},
    });
  });

  it('has tokens without surrounding blanks, and a passphrase as it is', () => {
    const files = { TRANSFER_CERT: CERT, TRANSFER_KEY: KEY, TRANSFER_KEY_PASSPHRASE: ' with blanks ' };
    const { values } = targetOf({ ...TRANSFER, ...files, TRANSFER_TOKEN: ' abc\n' });
    expect([values.text('TRANSFER_TOKEN'), values.text('TRANSFER_KEY_PASSPHRASE')]).toEqual(['abc', ' with blanks ']);
  });

  it('has addresses and paths without blanks and slashes at their ends, numbers, and defaults', () => {
    const more = { TRANSFER_URL: ` ${URL}/// `, TRANSFER_SOURCE_2: 'davs://c/in?x=1', TRANSFER_CANCEL_WAIT_MS: '0' };
    const storages = { TRANSFER_SOURCE: 'davs://a/in', TRANSFER_DESTINATION: 'root://b//out' };
    expect(describedOf('transfer', { ...TRANSFER, ...storages, ...more })).toMatchObject({
      ...{ url: URL, source2: 'davs://c/in?x=1', destination: 'root://b//out', cancelWaitMs: 0 },
    });
    expect(describedOf('data-hub', { ...HUB, DATA_HUB_SPACE_PATH: '/space/folder/' })).toMatchObject({
      ...{ spacePath: 'space/folder', changesWaitMs: 3000 },
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
    expect(read({ ...TRANSFER, TRANSFER_URL: 'http://transfer.example.org' }).warnings).toEqual([
      'TRANSFER_URL begins with http://: credentials are sent unencrypted.',
    ]);
    expect(read({ ...TRANSFER, TRANSFER_URL: 'http://localhost:1' }).warnings).toEqual([]);
  });
});

it('warns of a variable in a settings file, because it is not replaced', () => {
  const { warnings } = read({ ...TRANSFER, TRANSFER_TOKEN: '$TOK' }, new Map([['TRANSFER_TOKEN', '.env:2']]));
  expect(warnings).toEqual([
    '.env:2: the value of TRANSFER_TOKEN is the name of a variable, which is not replaced. Write the value, or set it in the environment.',
  ]);
});

describe('an unknown setting', () => {
  it('is an error in a file and a warning in the environment, and the nearest one is named', () => {
    const [setting, meant] = ['TRANSFER_TOKN', 'TRANSFER_TOKEN'];
    const message = `${setting} is not a setting; did you mean ${meant}?`;
    const env = { ...TRANSFER, [setting]: 's3cret' };
    const problems = [{ setting, message, example: `${meant}=eyJhbGciOi...` }];
    expect(read(env, new Map([[setting, '.env:3']]))).toEqual({
      ok: false,
      problems,
      warnings: [],
    });
    expect(read(env)).toMatchObject({ ok: true, warnings: [message] });
  });

  it.each([
    // Only what follows from the name.
    [{ TRANSFER_URL: URL, TRANSFER_KEY: KEY, TRANSFER_TOKN: 'abcdefgh' }, [/^TRANSFER_KEY needs TRANSFER_CERT: /]],
    [
      { TRANSFER_TOKEN: 'abcdefgh', ASSAY_INTERFACES: 'transfer,data-hub', TRANSFER_UR: URL },
      [/^data-hub must be configured\. /],
    ],
    // Whether the next problem appears is seen when the name is right.
    [{ TRANSFER_URL: 'http://x.example', TRANSFER_CRT: CERT }, []],
  ])('%j: the setting that was meant is not called missing', (env, others) => {
    const [name = ''] = Object.keys(env).filter((one) => /_(CRT|UR|TOKN)$/.test(one));
    const [first, ...rest] = messagesOf(env, [name]);
    expect(first).toMatch(`${name} is not a setting; did you mean `);
    expect(rest).toEqual(others.map((one) => expect.stringMatching(one)));
  });

  it('for the file of a secret, the option is named', () => {
    expect(messagesOf({ ...TRANSFER, TRANSFER_TOKEN_FILE: 'x' }, ['TRANSFER_TOKEN_FILE'])).toEqual([
      'TRANSFER_TOKEN_FILE is not a setting. Set TRANSFER_TOKEN, or give the option --transfer-token-file FILE.',
    ]);
  });

  it('is an error in a file, and a notice elsewhere, if its prefix is misspelt', () => {
    const message = 'TRANFER_URL is not a setting; did you mean TRANSFER_URL?';
    expect(messagesOf({ TRANFER_URL: URL }, ['TRANFER_URL'])).toEqual([message]);
    expect(read({ TRANFER_URL: URL, HOME: '/x' }).warnings).toEqual([message]);
  });
});

it('operations that are not offered have to be known', () => {
  expect(checkNotOffered(SETTINGS_TABLE, ['get-delegation', 'certificate', 'token'], ['get-delegation'])).toEqual([]);
  const setting = 'ASSAY_NOT_OFFERED';
  const problem = (word: string, then: string, example: string) => ({
    setting,
    message: `${setting}: "${word}" is neither an operation nor a credential${then}`,
    example: `${setting}=${example}`,
  });
  expect(checkNotOffered(SETTINGS_TABLE, new Set(['get-delegatio', 'x']), ['get-delegation'])).toEqual([
    problem('get-delegatio', '; did you mean get-delegation?', 'get-delegation'),
    problem('x', '. For a list: assay list operations.', 'token'),
  ]);
});
