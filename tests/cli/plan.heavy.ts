/** The forecast of `assay plan`, compared with the run. */
import { runConformance } from '../../src/index.ts';
import { SHORT, transferReference } from '../conformance/deployment.ts';
import { Workplace } from './command.ts';
import { inProcess, withVariables } from './in-process.ts';

interface Planned {
  probes: {
    probe: string;
    why?: string;
    requests?: number;
    created?: Record<string, number>;
  }[];
}

describe('the estimate of a plan', { timeout: 60_000 }, () => {
  test.each([
    ['read-only, with both credentials', {}, []],
    ['with jobs, with a token', { ASSAY_ALLOW_CREATE: 'jobs', TRANSFER_CERT: '' }, []],
    [
      'without the path of the status',
      { TRANSFER_JOB_STATUS_PATH: '', TRANSFER_FINISHED_JOB_ID: '2f9c1c1e-6a0b-4b6e-9d4b-0c6f5d3e7a11' },
      [],
    ],
    ['of a selection, read-only', {}, ['transfer/identity']],
  ])('is what a run sends and creates: %s', async (_, more, only) => {
    const { reference, env: own } = await transferReference();
    const env: Record<string, string> = { ...own, ...SHORT, ...more };
    withVariables(env);
    const words = ['plan', ...only.flatMap((id) => ['--only', id])];
    const { code, stdout } = await inProcess([...words, '--json']);
    expect({ code, sent: reference.log.length }).toEqual({ code: 0, sent: 0 });
    const { probes } = JSON.parse(stdout) as Planned;
    const sum = (of: (probe: Planned['probes'][0]) => number | undefined) =>
      probes.reduce((total, probe) => total + (of(probe) ?? 0), 0);
    const results = await runConformance({ env, only });
    const created = reference.log.filter(({ method, status }) => method === 'POST' && status < 300).length;
    expect({ requests: sum(({ requests }) => requests), jobs: sum((probe) => probe.created?.jobs) }).toEqual({
      requests: results.run.requests,
      jobs: created,
    });
    const text = await inProcess(words);
    expect(text.stdout).toMatch(/^No requests are sent\./);
    expect(text.stdout).toContain(`${results.requirements.length} requirements: `);
    expect(probes.filter(({ why, requests }) => (why === undefined) !== (requests !== undefined))).toEqual([]);
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

  test('of the references with a certification plan is about the interfaces of the plan', async () => {
    const { code, stdout } = await new Workplace().run('plan --reference --plan ticket-bridge --json');
    const { probes, asked } = JSON.parse(stdout) as Planned & { asked: string[] };
    expect(code).toBe(0);
    expect(probes.length).toBeGreaterThan(0);
    expect(asked.filter((id) => !id.startsWith('ticket-bridge/'))).toEqual([]);
  });
});
