import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'dotenv';
import fc from 'fast-check';
import type { InputError } from '../../src/files/read-file.ts';
import { SETTINGS_TABLE } from '../../src/run/installed/settings-table.ts';
import { settingsFromFiles } from '../../src/run/settings-source.ts';
import { describeTarget } from '../../src/settings/describe.ts';
import { renderEnvExample } from '../../src/settings/env-example.ts';
import { readEnvFile } from '../../src/settings/env-file.ts';
import { secretsOf } from '../../src/settings/secrets.ts';
import { temporaryFolder } from '../afterwards.ts';
import { targetOf } from './given-settings.ts';

const folder = temporaryFolder();

/**
 * Returns every setting with a value: secrets have recognisable ones, and those that need a file get one with a key.
 */
function everySetting() {
  const pem = join(folder, 'proxy.pem');
  writeFileSync(pem, '-----BEGIN PRIVATE KEY-----\n');
  const value = (setting: (typeof SETTINGS_TABLE.settings)[number]) => {
    if (setting.name === 'TICKET_BRIDGE_HEADERS')
      return `{"Authorization":"Basic ${Buffer.from('me:planted-password').toString('base64')}","X-Key":"planted-key","X-Lang":"en"}`;
    if (setting.secret) return `planted-${setting.name.toLowerCase()}`;
    if (setting.kind.is === 'directory') return folder;
    return setting.kind.is.startsWith('file') ? pem : setting.example;
  };
  return {
    ...Object.fromEntries(SETTINGS_TABLE.settings.map((setting) => [setting.name, value(setting)])),
    ASSAY_INTERFACES: '',
    HTTPS_PROXY: 'http://me:planted%20proxy@proxy.example.org',
  };
}

function fullTargets() {
  const all = everySetting();
  return [
    { ...all, DATA_HUB_TOKEN: '' },
    { ...all, DATA_HUB_AUTH_REFRESH_TOKEN: '', DATA_HUB_AUTH_REFRESH_TOKEN_FILE: '' },
  ].map(targetOf);
}

describe('the table of settings', () => {
  it('names each setting once, with a known prefix, and only needs settings that exist', () => {
    const names = SETTINGS_TABLE.settings.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !SETTINGS_TABLE.prefixes.some((prefix) => name.startsWith(prefix)))).toEqual([]);
    expect(
      SETTINGS_TABLE.settings
        .flatMap(({ needs }) => needs.flat())
        .filter((name) => SETTINGS_TABLE.named(name) === undefined),
    ).toEqual([]);
  });

  it('is what .env.example shows (after a change of the table: npx vitest run tests/settings -u), and that file sets nothing', async () => {
    const text = renderEnvExample(SETTINGS_TABLE);
    await expect(text).toMatchFileSnapshot('../../.env.example');
    expect(parse(text)).toEqual({});
    const uncommented = parse(text.replace(/^#(?=[A-Z0-9_]+=)/gm, ''));
    expect(uncommented).toEqual(
      Object.fromEntries(SETTINGS_TABLE.settings.map(({ name, example }) => [name, example])),
    );
  });
});

describe('a settings file', () => {
  const file = (text: string) => {
    const path = join(folder, 'settings.env');
    writeFileSync(path, text);
    return path;
  };

  it('is read with its names', async () => {
    const read = await readEnvFile(
      file('\uFEFFTRANSFER_URL="https://x.example" # why\nexport TRANSFER_TOKEN=abc\n# ASSAY_PROFILE=x\n'),
    );
    expect(read).toEqual({
      values: { TRANSFER_URL: 'https://x.example', TRANSFER_TOKEN: 'abc' },
      places: new Map([
        ['TRANSFER_URL', `${join(folder, 'settings.env')}:1`],
        ['TRANSFER_TOKEN', `${join(folder, 'settings.env')}:2`],
      ]),
    });
  });

  it('gives way to the environment, which may also unset', async () => {
    const path = file('ASSAY_PROFILE=file\nTRANSFER_TOKEN=file\nTRANSFER_VO=file');
    const environment = { ASSAY_PROFILE: 'environment', TRANSFER_TOKEN: '' };
    expect((await settingsFromFiles(environment, folder, path)).env).toEqual({
      ASSAY_PROFILE: 'environment',
      TRANSFER_TOKEN: '',
      TRANSFER_VO: 'file',
    });
  });

  it.each([
    ["ASSAY_PROFILE='two\nlines'\n# comment\nexport ASSAY_PROFILE\n  \nno value\n", 6],
    ['A=\'1\ngarbage\n2\'\nB="1\\ngarbage"\ngarbage\n', 5],
  ])('with a line that has no effect is refused: %j', async (text, line) => {
    await expect(readEnvFile(file(text))).rejects.toThrow(
      new RegExp(`:${line}: this line is neither NAME=value nor a comment \\(#\\)\\.`),
    );
  });

  it.each([
    ['A=1\nTRANSFER_TOKEN="abc\n', '2: TRANSFER_TOKEN'],
    ["A='set'\nB=1\nA='abc\n", '3: A'],
  ])('with a quote that is not closed is refused: %j', async (text, place) => {
    const refused = await readEnvFile(file(text)).catch(({ problems }: InputError) => problems);
    const unclosed = [refused].flat().filter((problem) => String(problem).includes('a quote that is not closed.'));
    expect(unclosed).toEqual([expect.stringMatching(new RegExp(`:${place}: the value begins`))]);
  });

  it.each(['A=abc#1\n', 'B=1\nexport A: abc#1 # why\n'])('with a value that a # ends is refused: %j', async (text) => {
    await expect(readEnvFile(file(text))).rejects.toThrow(/:\d: A: the value ends at the #/);
  });

  it.each(["'\"abc'", '`"a" \'b\'`', '""a""', '"a" # "b', '"a#b"', 'a # b', '#b', 'a\n\n#b'])(
    'may contain quotes and comments: %s',
    async (value) => {
      expect((await readEnvFile(file(`A=${value}\n`))).places).toEqual(
        new Map([['A', `${join(folder, 'settings.env')}:1`]]),
      );
    },
  );

  it('with a setting given twice is refused', async () => {
    await expect(readEnvFile(file("A='1\nB=2'\nB=3\nC: x\nB=4\n"))).rejects.toThrow(
      /:3: sets B, which line \d sets again\. Remove one of them\.$/,
    );
  });

  it('may hold values of several lines, comments, and names of other programs', async () => {
    const read = await readEnvFile(file("# comment\r\nOTHER: yaml\r\nexport A='1\nnot a line\n2' # why\nexport A\n"));
    expect(read.values).toEqual({ OTHER: 'yaml', A: '1\nnot a line\n2' });
  });

  it('may hold a value of many lines', async () => {
    const value = Array.from({ length: 20_000 }, (_, at) => (at % 2 ? `line ${at}` : `a: ${at}`)).join('\n');
    expect((await readEnvFile(file(`A='${value}'\n`))).values).toEqual({ A: value });
  });

  it('has the names that dotenv reads', async () => {
    const part = fc.constantFrom(
      ...['A', 'B1', 'export ', '=', ': ', "'", '"', '`', '\\', '#', ' ', '\n', '\r\n', 'C=1\n'],
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 9 }), async (parts) => {
        const read = await readEnvFile(file(parts.join(''))).catch(() => undefined);
        if (read) expect(new Set(read.places.keys())).toEqual(new Set(Object.keys(read.values)));
      }),
      { numRuns: 500 },
    );
  });

  it('that is not there is named', async () => {
    await expect(readEnvFile('/nowhere/.env')).rejects.toThrow(
      'Cannot read the settings file "/nowhere/.env": no such file or directory. Choose another file with --env-file, or create it: assay init --out "/nowhere/.env"',
    );
    await expect(readEnvFile('/nowhere/client.env')).rejects.toThrow(
      'Choose another file with --env-file, or start assay serve again, which writes it.',
    );
    await expect(readEnvFile(folder)).rejects.toThrow(': it is a directory.');
  });
});

describe('what is reported of a target', () => {
  it('holds no secret and no place on this machine', () => {
    for (const target of fullTargets()) {
      const text = JSON.stringify(describeTarget(target));
      expect(text).not.toMatch(/planted/);
      expect(text).not.toContain(folder);
      expect(text).not.toContain(Buffer.from('me:planted-password').toString('base64'));
    }
  });

  it('holds addresses and choices', () => {
    const [target] = fullTargets();
    expect(target && describeTarget(target)).toMatchObject({
      interfaces: {
        transfer: {
          url: 'https://transfer.example.org:8446',
          vo: 'dteam',
          cert: true,
          token: true,
          cancelWaitMs: 10_000,
        },
        'ticket-bridge': { headers: ['Authorization', 'X-Key', 'X-Lang'], values: { Status: 'in progress' } },
        'data-hub': { authRealm: 'hub', authRefreshToken: true, authRefreshTokenFile: true },
        'client-library': { module: 'transfer_client.easy', python: true },
      },
      allowCreate: ['files', 'jobs'],
      profile: 'profile.yaml',
      concurrency: 4,
    });
  });

  it('leaves the secrets to a list, which holds every secret setting', () => {
    const secrets = fullTargets().flatMap(secretsOf);
    const missing = SETTINGS_TABLE.settings.filter(
      (setting) => setting.secret && !secrets.some(({ name }) => name === setting.name),
    );
    expect(missing.map(({ name }) => name)).toEqual([]);
    const values = secrets.map(({ value }) => value);
    expect(values).toEqual(
      expect.arrayContaining(['planted-password', 'planted-key', 'planted-transfer_token', 'planted proxy']),
    );
    expect(values).not.toContain('en');
    expect(values).not.toContain('');
  });
});
