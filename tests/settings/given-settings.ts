/** Settings files and sets of settings for tests of reading them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SETTINGS_TABLE } from '../../src/run/installed/settings-table.ts';
import { readTarget } from '../../src/settings/read.ts';

export const folder = mkdtempSync(join(tmpdir(), 'assay-target-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
export const file = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
export const CERT = file('cert.pem', '-----BEGIN CERTIFICATE-----\n');
export const KEY = file('key.pem', '-----BEGIN PRIVATE KEY-----\n');
export const PROXY = file(
  'proxy.pem',
  '-----BEGIN CERTIFICATE-----\n-----BEGIN RSA PRIVATE KEY-----\n-----BEGIN CERTIFICATE-----\n',
);

export const URL = 'https://transfer.example.org:8446';
export const TRANSFER = { TRANSFER_URL: URL, TRANSFER_TOKEN: 'abc' };
export const BRIDGE = {
  TICKET_BRIDGE_URL: 'https://tracker.example.org/NoAuth/bridge/',
  TICKET_BRIDGE_NAMESPACE: 'urn:x',
};
export const HUB = { DATA_HUB_ZONE_URL: 'https://zone.example.org', DATA_HUB_TOKEN: 'abc' };
export const FLOW = {
  DATA_HUB_AUTH_URL: 'https://login.example.org/',
  DATA_HUB_AUTH_REALM: 'hub',
  DATA_HUB_AUTH_CLIENT_ID: 'portal',
  DATA_HUB_AUTH_REFRESH_TOKEN: 'rt',
};

export function targetOf(env: Record<string, string | undefined>) {
  const read = readTarget(SETTINGS_TABLE, env);
  if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join('\n'));
  return read.target;
}

export function messagesOf(env: Record<string, string | undefined>, inFile?: string[]) {
  const read = readTarget(SETTINGS_TABLE, env, inFile && new Map(inFile.map((name) => [name, '.env:1'])));
  return read.ok ? [] : read.problems.map(({ message }) => message);
}
