/** The commands of a finding, run as printed, show the finding again. */
import { execFile } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { referenceOf } from '../../reference/index.ts';
import { type HostOutcome, hostRun } from '../../src/run/run-conformance.ts';
import { closing } from '../afterwards.ts';
import { COMMAND, settingsFile, Workplace } from '../cli/command.ts';
import { PEERS, testWith } from '../peers/peer.ts';
import { SHORT } from '../short.ts';
import { resultOf } from '../verdicts.ts';

/** Faults of each interface: reads and writes, with and without a credential, JSON, XML and bytes. */
const FAULTS = [
  'transfer/job/job_finished@line-break',
  'transfer/identity/refuses/none@let-in',
  'transfer/identity/voms_cred/with-token@scope-that-is-not-granted',
  'transfer/submit-job/returns-job-id@missing',
  'ticket-bridge/TicketCreate/namespace@slash',
  'data-hub/list-spaces/refuses/none@let-in',
  'transfer/identity/answers-token@404',
];

/** Parts that differ between two responses to one request: identifiers, times, tickets. */
const CHANGING =
  /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{32}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d|\d+|"access_token":"[^"]*"/g;

/** Returns the member of a JSON body that a finding marks, or the whole body, without the changing parts. */
function marked(body: string, at: string | undefined) {
  const steps = at?.split('/').slice(1) ?? [];
  const member =
    at?.startsWith('/') && /^[[{]/.test(body) ? steps.reduce((value, step) => value?.[step], JSON.parse(body)) : body;
  return `${JSON.stringify(member)}`.replace(CHANGING, '#');
}

interface Shell {
  code: number;
  stdout: string;
  stderr: string;
}

const workplace = new Workplace();

const command = workplace.path('assay');
await writeFile(command, `#!/bin/sh\nexec '${process.execPath}' -- '${COMMAND}' "$@"\n`);
await chmod(command, 0o755);

/** Runs one line in `sh`, with the settings of a file as variables if it needs them. */
function shell(line: string, env: Record<string, string> = {}): Promise<Shell> {
  const environment = { PATH: `${workplace.directory}:${process.env.PATH}`, HOME: workplace.directory, ...env };
  return new Promise((resolve) => {
    execFile(
      'sh',
      ['-c', line],
      { cwd: workplace.directory, env: environment, encoding: 'latin1' },
      (error, stdout, stderr) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
  });
}

/** Starts a reference with a fault, and runs against it with the settings in a file or in the environment. */
async function faulty(fault: string, from: 'file' | 'environment') {
  const [row = ''] = fault.split('@');
  const [of = ''] = row.split('/');
  const started = closing(await referenceOf(of).start({ fault }));
  const env: Record<string, string> = { ...started.env, ...SHORT[of], ASSAY_ALLOW_CREATE: 'all' };
  const envFile = `the ${of}.env`;
  workplace.write(envFile, settingsFile(env));
  const outcome = await hostRun({
    env,
    only: row,
    started: from === 'file' ? { environment: {}, envFile } : { environment: env },
  });
  const result = resultOf(outcome.results, row);
  if (result?.reproduce === undefined) throw new Error(`${fault} was not found: ${result?.verdict} ${result?.message}`);
  return { env, outcome, result, reproduce: result.reproduce };
}

function exchangeOf({ conducted }: HostOutcome, id: string | undefined) {
  const found = conducted?.judgeables
    .flatMap(({ recording }) => recording.exchanges)
    .find((exchange) => exchange.id === id);
  if (found === undefined) throw new Error(`no exchange ${id}`);
  return found;
}

describe('the assay command of a finding', { timeout: 120_000 }, () => {
  test.each([
    ['transfer/job/job_finished@line-break', 'file'],
    ['data-hub/cdmi-write/path/spaces@space-as-plus', 'environment'],
  ] as const)('tests %s again, with the settings in the %s, and comes to the same verdict', async (fault, from) => {
    const { env, result, reproduce } = await faulty(fault, from);
    // A command contains neither secrets nor names of files: they remain in the environment.
    const { stdout, stderr } = await shell(
      `${reproduce.assay} --json --out again --replace`,
      from === 'environment' ? hidden(env, reproduce.assay) : {},
    );
    const again = JSON.parse(stdout || `"${stderr}"`);
    const found = again.requirements?.find(({ id }: { id: string }) => id === result.id);
    expect(
      { verdict: found?.verdict, blame: found?.blame, again: found?.reproduce?.assay },
      stdout.slice(0, 500),
    ).toEqual({
      verdict: result.verdict,
      blame: result.blame,
      again: reproduce.assay,
    });
  });
});

function hidden(env: Record<string, string>, command: string) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !command.includes(`${name}=`)));
}

describe('the curl command of a finding', { timeout: 120_000 }, () => {
  for (const fault of FAULTS) {
    testWith(PEERS.curl, `sends the request of ${fault} again, and receives the same`, async () => {
      const { env, outcome, result, reproduce } = await faulty(fault, 'file');
      const exchange = exchangeOf(outcome, result.exchanges[0]);
      const { curl = '' } = reproduce;
      for (const [name, value] of Object.entries(env))
        if (/TOKEN|CERT|KEY/.test(name)) expect(curl, name).not.toContain(value);
      const { stdout, stderr } = await shell(curl, env);
      const [head = '', ...rest] = stdout.split('\r\n\r\n');
      expect({ stderr, status: head.split(' ')[1] }, curl).toEqual({
        stderr: '',
        status: String(exchange.outcome.status),
      });
      const received =
        exchange.outcome.kind === 'answer' ? Buffer.from(exchange.outcome.body.bytes).toString('latin1') : '';
      expect(marked(rest.join('\r\n\r\n'), result.at)).toBe(marked(received, result.at));
    });
  }
});

test('a curl command says which values have to be set, and holds no value of a secret', {
  timeout: 60_000,
}, async () => {
  const { env, reproduce } = await faulty('data-hub/cdmi-write/path/spaces@space-as-plus', 'file');
  expect(reproduce.curl).toMatch(/-H "X-Auth-Token: \$PREFIXED_TOKEN" https:/);
  expect(reproduce.curlNote).toBe(
    'Set DATA_HUB_CA first, as in the data-hub.env. Set PREFIXED_TOKEN first: Assay made or received the value, and did not record it.',
  );
  expect(reproduce.curl).not.toContain(env.DATA_HUB_AUTH_REFRESH_TOKEN);
});

test('a run against the embedded reference prints no curl command, because its services have ended', {
  timeout: 60_000,
}, async () => {
  const { results } = await hostRun({
    env: {},
    reference: true,
    only: 'ticket-bridge',
    started: { environment: { ASSAY_CONCURRENCY: '2' } },
  });
  expect(results.run.invocation?.environment).toEqual({ assay: { ASSAY_CONCURRENCY: '2' } });
  expect(results.requirements.filter(({ reproduce }) => reproduce?.curl !== undefined)).toEqual([]);
});
