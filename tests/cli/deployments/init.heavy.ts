/** `assay init` with options, without a terminal. */
import { statSync } from 'node:fs';
import { parse } from 'dotenv';
import { startTransferReference } from '../../../reference/transfer/start.ts';
import { SETTINGS_TABLE } from '../../../src/run/installed/settings-table.ts';
import { meaningAndForm } from '../../../src/settings/values.ts';
import { temporaryFolder } from '../../afterwards.ts';
import { WarmWorkplace } from '../warm.ts';

const place = new WarmWorkplace();
beforeEach(() => {
  place.directory = temporaryFolder();
});

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
  expect(stdout).toMatch(/^Then: assay run --env-file 'my settings.env'\n$/m);
  const text = place.read('my settings.env');
  expect(parse(text)).toEqual({ TRANSFER_URL: url, TRANSFER_CERT: cert, TRANSFER_CA: ca, TRANSFER_VO: "it's #1" });
  expect(statSync(place.path('my settings.env')).mode & 0o777).toBe(0o600);
  expect(text).not.toContain(token);
  const own = SETTINGS_TABLE.settings.filter(({ interface: of }) => ['transfer', 'assay'].includes(of));
  for (const setting of own)
    expect(text).toMatch(
      new RegExp(`^# ${meaningAndForm(setting).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}.*\n#?${setting.name}=`, 'm'),
    );
  expect(text).not.toContain('DATA_HUB_');
});

test.each([
  ['init --interface transfer --url ftp://x', 'TRANSFER_URL must be a URL that begins with https:// or http://'],
  ['init --interface transfers --url https://x', 'Unknown interface "transfers"; did you mean transfer?'],
  ['init --interface data-hub --url https://x', '--url is not a setting of data-hub, but of ticket-bridge, transfer.'],
  ['init', 'No setting is given. For a list of the options: assay init --interface '],
  ['init --transfer-url https://x --out nowhere/.env', 'Cannot write nowhere/.env: no such file'],
])('%s ends with 2, says why, and writes nothing', async (args, sentence) => {
  const { code, stderr } = await place.run(args);
  expect(code).toBe(2);
  expect(stderr).toContain(sentence);
  expect((await place.files()).size).toBe(0);
});

test('says that the written file is not complete, and what to do', async () => {
  const { code, stdout, stderr } = await place.run('init --transfer-url https://x --out part.env');
  expect(code).toBe(2);
  expect(stderr).toContain('TRANSFER_URL needs TRANSFER_CERT or TRANSFER_TOKEN');
  expect(stdout).toBe(
    'No request was sent: part.env is not complete. Edit it as shown above, then run: assay doctor --env-file part.env\n',
  );
});

test('never overwrites a file', async () => {
  place.write('.env', 'mine');
  const { code, stderr } = await place.run('init --transfer-url https://x');
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: '".env" exists and is not overwritten. Choose another file with --out, or edit it.\n',
  });
  expect(place.read('.env')).toBe('mine');
});
