import { spawnSync } from 'node:child_process';
import { curlCommand } from '../../../src/engine/repeat/curl.ts';
import { printable } from '../../../src/report/parts/report-input.ts';
import type { Exchange, Headers } from '../../../src/wire/types.ts';
import { answered, exchange } from '../../report/recorded.ts';

const URL_ = 'https://transfer.example.org:8446/jobs';

const ACCEPT = ['Accept', '*/*'] as const;

interface Sent {
  method?: string;
  url?: string;
  headers?: Headers;
  body?: string | Uint8Array;
  size?: number;
}

function sent({ method = 'GET', url = URL_, headers = [ACCEPT], body, size }: Sent): Exchange {
  const bytes = Buffer.from((body ?? '') as string);
  const truncated = size !== undefined && size > bytes.length;
  const recorded = { bytes, size: size ?? bytes.length, digest: '', truncated };
  return exchange('e7', answered(200, ''), {
    request: { method, url, headers, credential: 'token', ...(body !== undefined && { body: recorded }) },
    attempts: [],
  });
}

/** Returns the arguments of a command, as a POSIX shell parses it. */
function understood(command: string, env: Record<string, string> = {}) {
  const script = `curl() { for word; do printf '%s\\0' "$word"; done; }\n${command}`;
  const { stdout, stderr } = spawnSync('sh', ['-c', script], {
    encoding: 'latin1',
    env: { PATH: process.env.PATH ?? '', ...env },
  });
  expect(stderr).toBe('');
  return stdout.split('\0').slice(0, -1);
}

describe('a request as a curl command', () => {
  test.each([
    ['DELETE', undefined, ['-sS', '-i', '-X', 'DELETE', URL_]],
    ['POST', '{}', ['-sS', '-i', '-H', 'Content-Type:', '--data-binary', '{}', URL_]],
    ['PUT', '{}', ['-sS', '-i', '-X', 'PUT', '-H', 'Content-Type:', '--data-binary', '{}', URL_]],
    ['POST', undefined, ['-sS', '-i', '-H', 'Content-Type:', '--data-binary', '', URL_]],
  ])('sends %s with the body %s', (method, body, args) => {
    expect(understood(curlCommand(sent({ method, ...(body !== undefined && { body }) }), {})?.command ?? '')).toEqual(
      args,
    );
  });

  test.each(['it\'s "quoted" $HOME `id` \\ !x', '{"name":"é 😀"}', '%s %% \\n', '-n and --help'])(
    'sends the body %j byte by byte',
    (body) => {
      const args = understood(curlCommand(sent({ method: 'POST', body }), {})?.command ?? '');
      const value = args[args.indexOf('--data-binary') + 1];
      expect(Buffer.from(value ?? '', 'latin1')).toEqual(Buffer.from(body));
    },
  );

  test.each([
    ['Bearer [redacted:A_TOKEN]', 'Bearer secret'],
    ['say "[redacted:A_TOKEN]more" `id` $HOME \\', 'say "secretmore" `id` $HOME \\'],
    ["it's ![redacted:A_TOKEN]!", "it's !secret!"],
  ])('puts a variable in the place of a secret in %s', (value, shown) => {
    const made = curlCommand(sent({ headers: [ACCEPT, ['Authorization', value]] }), {});
    expect(made?.variables).toEqual(['A_TOKEN']);
    expect(understood(made?.command ?? '', { A_TOKEN: 'secret' })).toContain(`Authorization: ${shown}`);
  });

  test('sends an empty header, and neither the run nor the headers of curl', () => {
    const own = { 'User-Agent': 'assay/1', 'X-Request-Id': 'assay-1', 'X-Auth-Token': '' };
    const { command = '' } = curlCommand(sent({ headers: Object.entries(own) }), {}) ?? {};
    expect(understood(command)).toEqual(['-sS', '-i', '-H', 'X-Auth-Token;', '-H', 'Accept:', URL_]);
  });

  test.each<[body: string | Uint8Array, size: number | undefined, note: string]>([
    ['x'.repeat(3000), undefined, 'Save the request body of e7 (3000 bytes, in evidence.har) as e7.body first.'],
    ['', 9_000_000, 'Save the request body of e7 (9000000 bytes, not recorded in full) as e7.body first.'],
    ['one\n[redacted:A_TOKEN]', undefined, 'Save the request body of e7 (22 bytes, in evidence.har) as e7.body first.'],
    ...['@file', 'two\nlines', '::error::x ##[group] ##vso[x] $(id)', '\u202ereversed', new Uint8Array([0, 255])].map(
      (body) => {
        const note = `Save the request body of e7 (${Buffer.from(body as string).length} bytes, in evidence.har) as e7.body first.`;
        return [body, undefined, note] as [typeof body, undefined, string];
      },
    ),
  ])('names a file for a body that does not fit on a line', (body, size, note) => {
    const made = curlCommand(sent({ method: 'PUT', body, ...(size !== undefined && { size }) }), {});
    expect(made?.body).toBe(note);
    expect(made?.command).toContain('--data-binary @e7.body');
  });

  test('takes the address of the last redirect on the same origin, and no other', () => {
    const hop = (url: string): Exchange => ({
      ...sent({}),
      attempts: [{ ...(exchange('e1', answered(200, '')).attempts[0] as Exchange['attempts'][0]), url }],
    });
    expect(curlCommand(hop(`${URL_}/`), {})?.command).toBe(`curl -sS -i ${URL_}/`);
    expect(curlCommand(hop('https://elsewhere.example.org/'), {})?.command).toBe(`curl -sS -i ${URL_}`);
  });

  test('holds no text that a report would escape', () => {
    const body = '::error::x ##[group] ##vso[task]';
    const made = curlCommand(sent({ method: 'POST', url: `${URL_}/a::error::b`, body }), {})?.command ?? '';
    expect(printable(made)).toBe(made);
    expect(made).toContain(`${URL_}/a%3A:error::b`);
    expect(curlCommand(sent({ headers: [['X-Note', '::error::x']] }), {})).toBeUndefined();
  });

  test('does not let curl expand brackets', () => {
    expect(curlCommand(sent({ url: `${URL_}?a[]=1` }), {})?.command).toBe(`curl -sS -i -g '${URL_}?a[]=1'`);
  });
});
