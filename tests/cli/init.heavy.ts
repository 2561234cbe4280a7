import { statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { parse } from 'dotenv';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTransferReference } from '../../reference/transfer/start.ts';
import { askSettings } from '../../src/cli/commands/deployments/init.ts';
import { SETTINGS_TABLE } from '../../src/run/installed/settings-table.ts';
import { Workplace } from './command.ts';

let place: Workplace;
beforeEach(async () => {
  place = await Workplace.create();
});
afterEach(() => place.remove());

describe('from options', () => {
  test('writes a commented file that only its owner can read, checks it, and names the next command', async () => {
    const there = await startTransferReference();
    const {
      TRANSFER_URL: url = '',
      TRANSFER_CERT: cert = '',
      TRANSFER_CA: ca = '',
      TRANSFER_TOKEN: token = '',
    } = there.env;
    const files = ['--certificate', cert, '--ca', ca];
    const args = [
      'init',
      '--interface',
      'transfer',
      '--url',
      url,
      ...files,
      '--vo',
      "it's #1",
      '--out',
      'my settings.env',
    ];
    const { code, stdout, stderr } = await place.run(args, { TRANSFER_TOKEN: token });
    await there.close();
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'my settings.env written, readable only by you.\n' });
    expect(stdout).toMatch(/^ok +transfer, certificate: .*credential accepted$/m);
    expect(stdout).toMatch(/^Next: assay run --env-file 'my settings.env'\n$/m);
    const text = await readFile(place.path('my settings.env'), 'utf8');
    expect(parse(text)).toEqual({ TRANSFER_URL: url, TRANSFER_CERT: cert, TRANSFER_CA: ca, TRANSFER_VO: "it's #1" });
    expect(statSync(place.path('my settings.env')).mode & 0o777).toBe(0o600);
    expect(text).not.toContain(token);
    const own = SETTINGS_TABLE.settings.filter(({ interface: of }) => ['transfer', 'assay'].includes(of));
    for (const { name, meaning } of own)
      expect(text).toMatch(new RegExp(`^# ${meaning.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}.*\n#?${name}=`, 'm'));
    expect(text).not.toContain('DATA_HUB_');
  });

  test.each([
    [
      ['--interface', 'transfer', '--url', 'ftp://x'],
      'TRANSFER_URL must be a URL that begins with https:// or http://',
    ],
    [['--interface', 'transfers', '--url', 'https://x'], 'Unknown interface "transfers"; did you mean transfer?'],
    [
      ['--interface', 'transfer,data-hub', '--ca', 'x'],
      '--ca may mean several settings. Write --transfer-ca or --data-hub-ca.',
    ],
    [
      ['--interface', 'data-hub', '--url', 'https://x'],
      '--url is not a setting of data-hub, but of ticket-bridge, transfer.',
    ],
    [['--interface', 'transfer', '--certificate', 'nowhere.pem'], 'TRANSFER_CERT names a file that does not exist'],
    [['--token', 'abc'], "unknown option '--token'"],
    [[], 'Name interfaces and settings'],
    [['--transfer-url', 'https://x', '--out', 'nowhere/.env'], 'Cannot write nowhere/.env (ENOENT)'],
  ])('init %j ends with 2, says why, and writes nothing', async (args, sentence) => {
    const { code, stderr } = await place.run(['init', ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain(sentence);
    expect((await place.files()).size).toBe(0);
  });

  test('never overwrites a file', async () => {
    await writeFile(place.path('.env'), 'mine');
    const { code, stderr } = await place.run(['init', '--transfer-url', 'https://x']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: '.env exists and is not overwritten. Name another file with --out, or edit it.\n',
    });
    expect(await readFile(place.path('.env'), 'utf8')).toBe('mine');
  });
});

describe('on a terminal', () => {
  /** Answers questions by the name of the setting; the last answer is repeated, as Enter would. */
  function answering(answers: Readonly<Record<string, readonly string[]>>) {
    const asked: string[] = [];
    const printed: string[] = [];
    const ask = async (question: string): Promise<string> => {
      const name = /^\w+/.exec(question)?.[0] ?? '';
      const answer = answers[name]?.[asked.filter((one) => one === name).length] ?? '';
      asked.push(name);
      return answer;
    };
    return { asked, printed, ask, tell: (text: string) => void printed.push(text) };
  }

  test('asks for addresses, what they need, and credentials; a file rather than a secret', async () => {
    const { ask, asked, tell } = answering({
      DATA_HUB_AUTH_URL: ['https://a.example'],
      DATA_HUB_AUTH_REALM: ['hub'],
      DATA_HUB_AUTH_CLIENT_ID: ['portal'],
      DATA_HUB_AUTH_REFRESH_TOKEN_FILE: [place.path('token')],
    });
    const values = await askSettings(['data-hub'], ask, tell);
    expect([...values.keys()]).toEqual([
      'DATA_HUB_AUTH_URL',
      'DATA_HUB_AUTH_REALM',
      'DATA_HUB_AUTH_CLIENT_ID',
      'DATA_HUB_AUTH_REFRESH_TOKEN_FILE',
    ]);
    expect(asked).not.toContain('DATA_HUB_AUTH_REFRESH_TOKEN');
    expect(asked).not.toContain('DATA_HUB_UPLOAD_BYTES');
  });

  test('asks again for a wrong value, and where settings do not fit together', async () => {
    const { ask, printed, tell } = answering({
      TRANSFER_URL: ['transfer.example', 'https://t.example', ''],
      TRANSFER_TOKEN: ['', 'abcdefgh'],
    });
    expect(Object.fromEntries(await askSettings(['transfer'], ask, tell))).toEqual({
      TRANSFER_URL: 'https://t.example',
      TRANSFER_TOKEN: 'abcdefgh',
    });
    expect(printed.join('\n')).toContain('TRANSFER_URL must be a URL');
    expect(printed.join('\n')).toContain('TRANSFER_URL is set but neither TRANSFER_CERT nor TRANSFER_TOKEN is.');
  });

  test('removes a value', async () => {
    const { ask, tell } = answering({
      TRANSFER_URL: ['http://t.example', ''],
      TRANSFER_CERT: [import.meta.filename, '-'],
      TRANSFER_TOKEN: ['', 'abcdefgh'],
    });
    expect([...(await askSettings(['transfer'], ask, tell)).keys()]).toEqual(['TRANSFER_URL', 'TRANSFER_TOKEN']);
  });
});
