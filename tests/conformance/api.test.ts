/** The API: results and exit codes for all that can go wrong, and nothing else of the process is touched. */
import { readFileSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { StartedTransferReference } from '../../reference/transfer/start.ts';
import { packageRoot } from '../../src/contract/root.ts';
import { runConformance } from '../../src/index.ts';
import { temporaryFolder } from '../afterwards.ts';
import { start } from '../process.ts';
import { verdictOf, withVerdict } from '../verdicts.ts';
import { SHORT, transferReference, writes } from './deployment.ts';

describe('the API', () => {
  const good = (started: StartedTransferReference) => ({ ...started.env, ...SHORT });

  test.each([
    [undefined, /env must be an object/],
    [{ env: null }, /env must be an object/],
    [
      { env: { TRANSFER_URL: 'https://127.0.0.1:1', TRANSFER_TOKEN: 4_711_471 } },
      /TRANSFER_TOKEN must be a string, not a number/,
    ],
  ])('options that are none, %j: exit code 2', async (options, says) => {
    const results = await runConformance(options as unknown as Parameters<typeof runConformance>[0]);
    expect(results).toMatchObject({ exitCode: 2, problems: [expect.stringMatching(says)] });
    expect(JSON.stringify(results)).not.toContain('4711471');
  });

  test('evidence that cannot be written is not a reason to throw or to lose the verdicts', async () => {
    const started = await transferReference();
    const out = temporaryFolder();
    await mkdir(join(out, 'evidence.har'));
    const results = await runConformance({ env: good(started), out, only: 'transfer/identity' });
    expect(withVerdict(results, 'pass').length).toBeGreaterThan(20);
    expect(results.exitCode).toBe(4);
    expect(results.gate.join()).toContain('evidence');
    expect(JSON.parse(readFileSync(join(out, 'results.json'), 'utf8'))).toMatchObject({ exitCode: 4 });
  });

  test('process.env is neither read nor written, and process.exit not called', async () => {
    const started = await transferReference();
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
      throw new Error('process.exit was called');
    });
    const { exitCode } = process;
    vi.stubEnv('TRANSFER_TOKEN', 'from-the-environment');
    vi.stubEnv('ASSAY_ALLOW_CREATE', 'all');
    const before = JSON.stringify(process.env);
    const only = ['transfer/identity', 'transfer/submit-job'];
    const results = await runConformance({ env: { ...good(started), TRANSFER_TOKEN: '' }, only });
    expect(JSON.stringify(process.env)).toBe(before);
    expect(exit).not.toHaveBeenCalled();
    expect(process.exitCode).toBe(exitCode);
    expect(verdictOf(results, 'transfer/identity/answers-token')).toBe('skipped');
    expect(writes(started)).toEqual([]);
    vi.unstubAllEnvs();
    exit.mockRestore();
  });

  test('no file is written without an output directory', async () => {
    const started = await transferReference();
    const [cwd, temporary] = [temporaryFolder(), temporaryFolder()];
    const script = `
      import { runConformance } from ${JSON.stringify(join(packageRoot(), 'dist', 'src', 'index.js'))};
      const results = await runConformance({
        env: JSON.parse(process.env.GIVEN),
        only: 'transfer/submit-job/returns-job-id',
      });
      console.log(JSON.stringify([results.exitCode, results.counts.pass]));`;
    const env = {
      GIVEN: JSON.stringify({ ...good(started), ASSAY_ALLOW_CREATE: 'jobs' }),
      TMPDIR: temporary,
      HOME: temporary,
    };
    const { stdout } = await start(process.execPath, ['--input-type=module', '-e', script], cwd, env).ended;
    const [exitCode, passed] = JSON.parse(stdout) as number[];
    expect({ exitCode, passed }).toEqual({ exitCode: 0, passed: 1 });
    expect(await readdir(cwd)).toEqual([]);
    expect(await readdir(temporary)).toEqual([]);
  });
});
