/** The forecast of `assay plan`, compared with the run. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startDataHubReference } from '../../../reference/data-hub/start.ts';
import { packageRoot } from '../../../src/contract/root.ts';
import { closing } from '../../afterwards.ts';
import { transferReference } from '../../conformance/deployment.ts';
import { Workplace } from '../command.ts';
import { inProcess, withVariables } from '../in-process.ts';

describe('the estimate of a plan', () => {
  test('names the objects that cannot be removed', async () => {
    withVariables({
      TICKET_BRIDGE_URL: 'http://127.0.0.1:9/',
      TICKET_BRIDGE_NAMESPACE: 'urn:example',
      ASSAY_ALLOW_CREATE: 'all',
    });
    const { stdout } = await inProcess(['plan', '--only', 'ticket-bridge/TicketCreate']);
    const left = 'Created and left behind, because the document gives no way to remove them: tickets';
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(left);
  });

  test.each([
    ['jobs', () => transferReference()],
    ['files', async () => closing(await startDataHubReference())],
  ])('docs/effects.md states the numbers of the plan: %s', async (kind, start) => {
    const { env } = await start();
    const page = readFileSync(join(packageRoot(), 'docs', 'effects.md'), 'utf8');
    const totals = async (depth: string, create: string) => {
      withVariables({ ...env, ASSAY_ALLOW_CREATE: create });
      const { stdout } = await inProcess(['plan', '--depth', depth]);
      const sum = (counted: RegExp) => [...stdout.matchAll(counted)].reduce((all, [number]) => all + Number(number), 0);
      return {
        requests: sum(/(?<=probes, about )\d+/g),
        made: sum(new RegExp(`(?<=probes, .*)\\d+(?= ${kind}$)`, 'gm')),
      };
    };
    for (const depth of ['standard', 'thorough']) {
      const reading = await totals(depth, '');
      const { requests, made } = await totals(depth, kind);
      expect(page).toContain(`| \`${depth}\` | ${reading.requests} requests | ${requests} requests, ${made} ${kind} |`);
    }
  });

  test('is missing where the settings cannot be rehearsed', async () => {
    const { code, stdout } = await new Workplace().run('plan', {
      DATA_HUB_ZONE_URL: 'https://zone.example.org',
      DATA_HUB_TOKEN: 'opaque-token-of-a-test',
      COLUMNS: '200',
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}list spaces +\? +GET /m);
    expect(stdout).toContain('Not estimated: data-hub.');
  });

  test('shows the path that a setting gives, what is created if something is, and the address once', async () => {
    const { reference, env } = await transferReference();
    const url = env['TRANSFER_URL'];
    withVariables({ ...env, TRANSFER_JOB_STATUS_PATH: '/jobs/{job_id}?part=all', ASSAY_ALLOW_CREATE: '' });
    const { stdout } = await inProcess(['plan']);
    expect(stdout).toContain(`would test:\n  transfer at ${url}\n`);
    expect(stdout).toMatch(/^ {2}probe +requests {2}creates {2}request$/m);
    expect(stdout).toMatch(/^ {2}read listed job +\d+ {11}GET \/jobs\/\{job_id\}\?part=all$/m);
    expect(stdout).toMatch(/^ {2}repeat reads +\d+ {11}GETs from above$/m);
    withVariables({ ...env, ASSAY_ALLOW_CREATE: 'jobs' });
    expect((await inProcess(['plan'])).stdout).toMatch(/^ .* jobs? +POST /m);
    expect(reference.log).toEqual([]);
  });

  test('for a certification plan is about its interfaces', async () => {
    const { stdout } = await inProcess(['plan', '--reference', '--plan', 'ticket-bridge', '--json']);
    const { asked } = JSON.parse(stdout) as { asked: string[] };
    expect(new Set(asked.map((id) => id.split('/')[0]))).toEqual(new Set(['ticket-bridge']));
  });
});
