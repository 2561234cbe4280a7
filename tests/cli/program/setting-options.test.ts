import { join } from 'node:path';
import { Command } from 'commander';
import { addSettingOptions, interfacesIn, settingsIn, settingsOfCommand } from '../../../src/cli/setting-options.ts';
import { packageRoot } from '../../../src/contract/root.ts';
import { reproduction, settingWords } from '../../../src/engine/repeat/reproduction.ts';
import { SETTINGS_TABLE } from '../../../src/run/installed/settings-table.ts';
import { temporaryFile } from '../../afterwards.ts';

const FILE = join(packageRoot(), 'LICENSE');
const words = (text: string) => text.split(' ').map((word) => (word === 'FILE' ? FILE : word));

function parsed(args: string): object {
  const command = new Command('x').exitOverride().configureOutput({ writeErr: () => undefined });
  addSettingOptions(command, true, []);
  command.action(() => undefined).parse(words(args), { from: 'user' });
  return command.opts();
}

test('every setting is an option by its full name, and a secret only as a file', () => {
  for (const { name, secret } of SETTINGS_TABLE.settings) {
    if (name === 'ASSAY_INTERFACES') continue;
    const option = `--${name.toLowerCase().replaceAll('_', '-')}`;
    if (secret) {
      expect(() => parsed(`${option} x`), name).toThrow('unknown option');
      const { values } = settingsIn(parsed(`${option}-file FILE`));
      // The settings already name a file for the refresh token.
      expect(Object.keys(values).map((one) => one.replace(/_FILE$/, ''))).toEqual([name]);
    } else expect(settingsIn(parsed(`${option} x`)).values).toEqual({ [name]: 'x' });
  }
});

test.each([
  ['--url u --cert c --key k --ca a', 'transfer'],
  ['--url u --token-file FILE --ca a', 'transfer'],
  ['--url u --namespace urn:x', 'ticket-bridge'],
  ['--zone-url u --token-file FILE --ca a', 'data-hub'],
])('the options %s are those of %s', (args, of) => {
  const options = parsed(`${args} --allow-create all`);
  expect(interfacesIn(options)).toEqual([of]);
  const { options: repeated } = settingsIn(options);
  expect(Object.keys(repeated).sort()).toEqual(['assay', of].sort());
});

test('an option that may belong to several interfaces is refused with their names', () => {
  expect(() => settingsIn(parsed('--url u'))).toThrow(
    '--url can mean TICKET_BRIDGE_URL or TRANSFER_URL: write --ticket-bridge-url or --transfer-url.',
  );
  expect(() => settingsIn(parsed('--transfer-url u --ticket-bridge-url v --ca a'))).toThrow(
    '--ca can mean TICKET_BRIDGE_CA or TRANSFER_CA: write --ticket-bridge-ca or --transfer-ca.',
  );
  expect(() => settingsOfCommand({ ...parsed('--url u --vo v'), reference: true })).toThrow(
    '--reference tests the embedded references, but --url is about a deployment.',
  );
});

test('two options for one setting are refused', () => {
  expect(() => settingsIn(parsed('--transfer-url u --url v'))).toThrow(
    /^--(?:transfer-)?url and --(?:transfer-)?url both set TRANSFER_URL: give one of them\.$/,
  );
});

test('help names each option in full, with its setting', () => {
  const command = new Command('x');
  addSettingOptions(command, true, ['--interface', 'ticket-bridge,transfer,client-library']);
  const help = command.helpInformation();
  expect(help).toContain('--ticket-bridge-url');
  expect(help).toContain('--transfer-url');
  expect(help).toMatch(/--client-library-path <directory> .*\(CLIENT_LIBRARY_PATH\)/);
  expect(help).not.toMatch(/--(?:url|path|ca) /);
  const ofNone = new Command('x');
  addSettingOptions(ofNone, true, []);
  expect(ofNone.helpInformation()).not.toMatch(/TRANSFER_URL|ASSAY_DEPTH/);
  const ofOne = new Command('x');
  addSettingOptions(ofOne, true, ['init', '--interface=transfer']);
  const short = ofOne.helpInformation();
  expect(short).toContain('(TRANSFER_URL)');
  expect(short).toContain('(ASSAY_DEPTH)');
  expect(short).not.toMatch(/TICKET_BRIDGE|ticket-bridge-url/);
  expect(ofOne.options.map(({ long }) => long)).toEqual(command.options.map(({ long }) => long));
});

test('an empty file of a secret is an error, not an unset secret', () => {
  const file = temporaryFile('token', '\n');
  expect(() => settingsIn(parsed(`--transfer-token-file ${file}`))).toThrow(
    `--transfer-token-file names "${file}", which is empty. Write the value into it, or name another file.`,
  );
});

test('a secret is read from its file without the last line break, and the file is what a command repeats', () => {
  const { values, options } = settingsIn(parsed('--url u --token-file FILE --allow-create jobs'));
  expect(values.TRANSFER_TOKEN).toMatch(/^\s*Apache License[\s\S]*[^\n]$/);
  expect(JSON.stringify(options)).not.toContain('Apache');
  expect(settingWords({ options })).toEqual(words('--transfer-url u --transfer-token-file FILE --allow-create jobs'));
  expect(reproduction('transfer/identity/user_dn', false)).toBe('assay run --only transfer/identity/user_dn');
});
