/** `doctor` judges the content of responses, not only their status: it recognises something else at the address. */
import { startTransferReference } from '../../../reference/transfer/start.ts';
import type { Diagnostic } from '../../../src/cli/doctor/connections.ts';
import { closing } from '../../afterwards.ts';
import { type Listening, SETTINGS, STRANGERS, serve } from '../../gate/strangers.ts';
import { examined as examinedWith, inProcess, withVariables } from '../in-process.ts';

let there: Listening | undefined;

const examined = (name: string) => examinedWith(SETTINGS[name]?.(there as Listening) ?? {});

function problems(findings: Diagnostic[]) {
  return findings.flatMap(({ state, about, what }) => (state === 'problem' ? [`${about}: ${what}`] : [])).join('\n');
}

/** Runs `assay doctor` with these settings, and returns its output also in one line. */
async function doctored(env: Record<string, string>) {
  withVariables(env);
  const ended = await inProcess(['doctor']);
  return { ...ended, line: ended.stdout.replace(/\s+/g, ' ') };
}

const accepted = (findings: Diagnostic[]) => findings.filter(({ what }) => what.includes('credential accepted'));

// tests/gate/wrong-address tries all of them: the same function recognises them in a run.
test.each(STRANGERS.filter(({ what }) => /index page|another host/.test(what)))(
  'transfer: $what is not the service',
  async ({ answers, says }) => {
    there = await serve(answers);
    const { code, findings } = await examined('transfer');
    expect(code).toBe(3);
    expect(problems(findings)).toMatch(new RegExp(`does not seem to be that of [^:]+: ${says.source}`));
    expect(accepted(findings)).toEqual([]);
  },
);

const IDENTITY = '{"user_dn":"/DC=org/CN=Ada","delegation_id":"0123456789abcdef","vos":["atlas"]}';

/** Serves an identity to requests with a credential. Returns what was requested. */
async function identifying() {
  const asked: string[] = [];
  there = await serve(({ url, headers }, answer) => {
    const known = headers.authorization !== undefined;
    asked.push(`${url}${known ? '' : ', without a credential'}`);
    answer.writeHead(known ? 200 : 401, { 'Content-Type': 'application/json' }).end(known ? IDENTITY : '{}');
  });
  return asked;
}

test('one documented answer is enough: the same request without a credential follows it, and no other', async () => {
  const asked = await identifying();
  const { findings } = await examined('transfer');
  expect(problems(findings)).toBe('');
  expect(accepted(findings)).not.toEqual([]);
  expect(asked).toEqual(['/whoami', '/whoami, without a credential']);
});

test('a service that is well, asked with reads only', async () => {
  const { reference, env } = closing(await startTransferReference());
  const { code, stdout } = await doctored({ ...env, ASSAY_ALLOW_CREATE: 'jobs' });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ok +transfer: TCP/m);
  expect(stdout).toMatch(/^ok +transfer: TLS: TLSv1/m);
  expect(stdout).toMatch(/^ok +transfer, token: GET \/whoami returned 200/m);
  expect(stdout).not.toMatch(/^(warning|problem)/m);
  // The identity with each credential and without one, and the delegation, because jobs may be created.
  expect(reference.log.map(({ method, target }) => `${method} ${target.replace(/[0-9a-f]{16}/, '…')}`)).toEqual([
    ...[...Array(4).fill('GET /whoami'), 'GET /delegation/…'],
  ]);
});

test('without a problem, the last line says so; a token is named by its setting', async () => {
  await identifying();
  const given = SETTINGS['transfer']?.(there as Listening) ?? {};
  const { code, stdout } = await doctored({ ...given, TRANSFER_JOB_STATUS_PATH: '' });
  expect(code).toBe(0);
  expect(stdout).toContain('the expiry of the token in TRANSFER_TOKEN is unknown');
  expect(stdout).toMatch(/\nNo problem found\. Only a run shows .*\.\nNext: .*assay.* plan$/);
});

test('a run that may create nothing tests no ticket bridge: what to allow is named', async () => {
  there = await serve((_, answer) => void answer.end());
  const given = SETTINGS['ticket-bridge']?.(there as Listening) ?? {};
  expect((await doctored({ ...given, ASSAY_ALLOW_CREATE: 'tickets' })).stdout).toMatch(
    /^ok .*ticket-bridge: \d+ requirements: /m,
  );
  const { line: nothing } = await doctored({ ...given, ASSAY_ALLOW_CREATE: '' });
  expect(nothing).toContain('ticket-bridge: a run with these settings verifies no requirement');
  expect(nothing).toContain('Creating tickets is not allowed; ASSAY_ALLOW_CREATE=tickets allows it');
});

test('the same answer without a credential: it is not known to be accepted', async () => {
  there = await serve((_, answer) => void answer.setHeader('Content-Type', 'application/json').end(IDENTITY));
  const { findings } = await examined('transfer');
  expect(accepted(findings)).toEqual([]);
  expect(findings.filter(({ state }) => state === 'warning').map(({ what }) => what)).toContain(
    'GET /whoami returned the same response without a credential: the service may be unprotected, so this does not show that it accepts the credential',
  );
});

test.each(['transfer', 'data-hub'])(
  '%s: with no documented path, only those of known products are tried',
  async (name) => {
    const asked: string[] = [];
    there = await serve(({ url = '', headers }, answer) => {
      asked.push(url);
      expect(Object.keys(headers)).not.toContain('x-transfer-authorization');
      answer.writeHead(404, { 'Content-Type': 'application/json' }).end('{}');
    });
    await examined(name);
    expect(asked.filter((url) => url.startsWith('/v2/'))).toEqual([]);
    expect(asked.some((url) => url.startsWith('/api/v3/onezone/'))).toBe(name === 'data-hub');
  },
);

test('a path that the settings name wrongly: the setting is named, not the service', async () => {
  there = await serve(({ url }, answer) =>
    answer
      .writeHead(url?.includes('/zone/') ? 200 : 404, { 'Content-Type': 'application/json' })
      .end(JSON.stringify({ any: url })),
  );
  const { code, findings } = await examined('data-hub');
  expect(code).toBe(3);
  expect(problems(findings)).not.toContain('does not seem to be that of');
  expect(problems(findings)).toMatch(/returned 404 .*; check DATA_HUB_SPACE_PATH \(space_path /);
});

test('notices about settings are also printed if the settings have problems', async () => {
  const { code, stderr } = await doctored({ TRANSFER_URL: 'http://127.0.0.1:1', TRANSFER_TOKN: 's3cret' });
  expect(code).toBe(2);
  expect(stderr).toContain('TRANSFER_URL needs TRANSFER_CERT or TRANSFER_TOKEN');
  expect(stderr).toContain('Notice: TRANSFER_TOKN is not a setting; did you mean TRANSFER_TOKEN?');
  expect(stderr).not.toContain('s3cret');
});
