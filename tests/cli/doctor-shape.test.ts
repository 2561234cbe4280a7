/** `doctor` judges what an answer holds, not only its status. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { doctorCommand } from '../../src/cli/commands/doctor.ts';
import { createContext } from '../../src/cli/context.ts';
import type { Finding } from '../../src/cli/doctor/finding.ts';

let server: Server | undefined;

afterEach(async () => {
  vi.unstubAllEnvs();
  await new Promise((closed) => (server ? server.close(closed) : closed(undefined)));
  server = undefined;
});

async function serve(listener: RequestListener): Promise<string> {
  const made = createServer(listener);
  server = made;
  await new Promise<void>((listening) => made.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}`;
}

const SETTINGS: Readonly<Record<string, (url: string) => Record<string, string>>> = {
  transfer: (url) => ({ TRANSFER_URL: url, TRANSFER_TOKEN: 'opaque-token-of-the-test' }),
  'data-hub': (url) => ({ DATA_HUB_ZONE_URL: url, DATA_HUB_TOKEN: 'opaque-token-of-the-test' }),
};

async function examined(name: string, type: string, body: string): Promise<{ code: number; findings: Finding[] }> {
  const url = await serve((_, answer) => answer.setHeader('Content-Type', type).end(body));
  for (const [variable, value] of Object.entries(SETTINGS[name]?.(url) ?? {})) vi.stubEnv(variable, value);
  const said: string[] = [];
  const context = { ...createContext(), answer: (text: string) => void said.push(text) };
  const code = await doctorCommand(context, { json: true });
  return { code, findings: JSON.parse(said.join('\n')) as Finding[] };
}

const HTML = '<!doctype html><title>Welcome</title><p>It works!</p>';

describe.each([
  ['transfer', 'text/html', HTML, 'an HTML page'],
  ['transfer', 'text/plain', ` \n${HTML}`, 'an HTML page'],
  ['transfer', 'text/plain', 'ok', 'a body that is not JSON'],
  ['transfer', 'application/json', '{"hello":"world"}', 'JSON without any documented member'],
  ['data-hub', 'text/html', HTML, 'an HTML page'],
])('%s: %s with %j', (name, type, body, what) => {
  test('is not the service', async () => {
    const { code, findings } = await examined(name, type, body);
    expect(code).toBe(3);
    expect(findings.map((one) => one.what).join('\n')).toMatch(new RegExp(`this does not look like the \\S+ service: GET \\S* returned ${what}`));
    expect(findings.filter((one) => one.what.includes('credential accepted'))).toEqual([]);
  });
});

test.each([
  ['transfer', '{"user_dn":"/DC=org/CN=Ada","delegation_id":"0123456789abcdef","vos":["atlas"]}'],
  ['data-hub', '{"any":"member"}'],
])('%s: the documented content is accepted', async (name, body) => {
  const { findings } = await examined(name, 'application/json', body);
  expect(findings.filter(({ what }) => what.includes('does not look like'))).toEqual([]);
  expect(findings.filter(({ what }) => what.includes('credential accepted'))).not.toEqual([]);
});
