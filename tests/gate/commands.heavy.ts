import { startTransferReference } from '../../reference/transfer/start.ts';
import { dayAfter } from '../../src/compare/baseline.ts';
import type { Results, Verdict } from '../../src/index.ts';
import { closing } from '../afterwards.ts';
import { WarmWorkplace } from '../cli/warm.ts';
import { resultsWith } from './results.ts';

const TODAY = new Date().toISOString().slice(0, 10);

const place = new WarmWorkplace();
/** Settings with an address on which no server listens. */
const ENV = { TRANSFER_URL: 'http://127.0.0.1:1', TRANSFER_TOKEN: 'abcdefgh' };

/** Writes a run's directory with made-up results. */
function run(name: string, verdicts: Record<string, Verdict>, more: Partial<Results> = {}) {
  place.write(`${name}/results.json`, JSON.stringify(resultsWith(verdicts, more)));
  return name;
}

describe('baseline', () => {
  test('is drafted, refused as long as reasons are missing, and then checked', async () => {
    const found = run('found', {
      'transfer/job/priority': 'fail',
      'transfer/job/retry': 'fail',
      'transfer/job/job_id': 'pass',
    });
    expect(await place.run(`baseline init ${found}`)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('2 entries added to baseline.yaml'),
    });
    const drafted = await place.run('baseline check');
    expect(drafted.code).toBe(2);
    expect(drafted.stderr.match(/^baseline\.yaml:\d+: \S+: fill in its (reason|owner)\.$/gm)).toHaveLength(4);

    const text = place.read('baseline.yaml');
    place.write(
      'baseline.yaml',
      text.replace(/reason: .*/g, 'reason: the next release').replace(/owner: .*/g, 'owner: ada # by mail'),
    );
    expect(await place.run(`baseline check ${found}`)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('\nKnown: 2\n'),
    });
    expect(await place.run('baseline check baseline.yaml')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('it is not JSON. Give the directory of a run'),
    });
    // A second `init` adds the missing entries.
    expect((await place.run(`baseline init ${found}`)).stdout).toContain(
      `No entry added to baseline.yaml: ${found} has no failed requirement without one.`,
    );
  });

  test('is pruned of what passes or has expired; comments of the others stay', async () => {
    const later = dayAfter(TODAY, 60);
    const entry = (requirement: string, expires: string) =>
      `  # about ${requirement}\n  - requirement: ${requirement} # here\n    verdict: fail\n    reason: r\n    owner: o\n    expires: ${expires}\n`;
    place.write(
      'long.yaml',
      `# our exceptions\nformat: assay-baseline/1\nentries:\n${entry('transfer/job/job_id', later)}${entry('transfer/job/priority', later)}${entry('transfer/job/retry', '2020-01-01')}${entry('transfer/job/reason', later)}`,
    );
    const results = run('later', {
      'transfer/job/job_id': 'pass',
      'transfer/job/priority': 'fail',
      'transfer/job/retry': 'fail',
      'transfer/job/reason': 'fail',
    });
    expect(await place.run('baseline check --baseline long.yaml')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('\n  transfer/job/retry: r (owner o, expired on 2020-01-01)\n'),
    });
    expect((await place.run(`baseline init ${results} --baseline long.yaml`)).stdout).toContain(
      '\nExpired: transfer/job/retry. ',
    );
    expect((await place.run(`baseline prune ${results} --baseline long.yaml --json`)).stdout).toBe(
      `${JSON.stringify({ stale: ['transfer/job/job_id'], expired: ['transfer/job/retry'] }, null, 2)}\n`,
    );
    expect(place.read('long.yaml')).toBe(
      // A comment above the first entry may be about all of them, so it is kept.
      `# our exceptions\nformat: assay-baseline/1\nentries:\n  # about transfer/job/job_id\n${entry('transfer/job/priority', later)}${entry('transfer/job/reason', later)}`,
    );
  });

  test('a misspelt id: exit 2 from check and from run, and nothing is sent', async () => {
    place.write(
      'wrong.yaml',
      `format: assay-baseline/1\nentries:\n  - {requirement: transfer/job/priorty, verdict: fail, reason: r, owner: o, expires: ${TODAY}}\n`,
    );
    const stderr = expect.stringContaining('did you mean transfer/job/priority?');
    expect(await place.run('baseline check --baseline wrong.yaml')).toMatchObject({ code: 2, stderr });
    const { code, results } = await place.results('run --out out --replace --baseline wrong.yaml', ENV);
    expect({ code, sent: results.run.requests, said: results.problems?.join() }).toEqual({
      code: 2,
      sent: 0,
      said: stderr,
    });
  });
});

describe('run', () => {
  test('--only-failed-from a run in which nothing failed: exit 0 and a sentence, nothing is sent', async () => {
    run('clean', { 'transfer/job/job_id': 'pass' });
    const { code, stdout } = await place.run('run --out idle --only-failed-from clean', ENV);
    expect({ code, first: stdout.split('\n')[0] }).toEqual({
      code: 0,
      first: 'NO TESTS TO RUN: No requirement failed or warned in "clean", so no request was sent.',
    });
    // An outage is no failure, and does not turn green because it is not tried again.
    run('down', { 'transfer/job/job_id': 'inconclusive' }, { exitCode: 3 });
    expect(await place.run('run --out idle1 --only-failed-from down', ENV)).toMatchObject({
      code: 3,
      stdout: expect.stringContaining('run is 3: run again without --only-failed-from.'),
    });
    // A report that cannot be written does not hide why nothing was tested.
    expect(
      await place.run('run --out idle4 --only-failed-from clean --report junit=/proc/none/junit.xml', ENV),
    ).toMatchObject({
      code: 4,
      stdout: expect.stringContaining('so no request was sent'),
    });
    // Without settings, the gate does not pass.
    expect((await place.run('run --out idle2 --only-failed-from clean')).code).toBe(2);
    // Nor does it with an earlier run that sent no request.
    expect((await place.run('run --out idle3 --only-failed-from idle', ENV)).code).toBe(2);
  });

  test('--only-failed-from asks again what failed, and nothing else', async () => {
    const failed = run('failed', { 'transfer/identity/base_id': 'fail', 'transfer/job/priority': 'pass' });
    const { env } = closing(await startTransferReference());
    const { code, results } = await place.results(`run --out again --only-failed-from ${failed}`, env);
    expect(code).toBe(0);
    expect(
      results.requirements.filter(({ basis, verdict }) => basis !== 'gap' && verdict === 'pass').map(({ id }) => id),
    ).toEqual(['transfer/identity/base_id']);
  });
});

test('diff: exit 1 on a regression, 0 where not', async () => {
  const [good, bad] = [
    run('good', { 'transfer/job/priority': 'pass' }),
    run('bad', { 'transfer/job/priority': 'fail' }),
  ];
  expect((await place.run(['diff', good, bad])).code).toBe(1);
  const fixed = await place.run(['diff', bad, good, '--json']);
  expect(fixed.code).toBe(0);
  expect(JSON.parse(fixed.stdout)).toMatchObject({
    ...{ regressed: false, new: [], lost: [] },
    fixed: [{ id: 'transfer/job/priority' }],
  });
  expect((await place.run(`diff ${good} ${bad} --markdown`)).stdout).toMatch(/^## Assay: regressions found\n/);
});
