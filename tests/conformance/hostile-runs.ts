/** Runs against services that are hostile in one operation, or in all. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StartedTransferReference } from '../../reference/transfer/start.ts';
import { packageRoot } from '../../src/contract/root.ts';
import type { Results } from '../../src/index.ts';
import { Opened, SHORT, withVerdict } from './deployment.ts';
import { HOSTILITIES, serveHostile } from './hostile-server.ts';

const MOST_MIB = 400;
const opened = new Opened();

/**
 * Runs, one after another, in a process of their own, each with its peak of resident memory: what the one before left is collected,
 * and the peak begun anew. maxRSS would also hold what the parent had when it forked; VmHWM (proc(5)) is that of the process alone.
 * V8 frees the memory of octets in threads of its own, which on a busy machine lag behind by hundreds of MiB: with
 * --single-threaded-gc the peak says what Assay holds, whatever else the machine does.
 */
const SCRIPT = `
  import { existsSync, readFileSync, writeFileSync } from 'node:fs';
  const STATUS = '/proc/self/status';
  const PEAK = '/proc/self/clear_refs';
  const peakMib = () => (existsSync(STATUS) ? Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync(STATUS, 'utf8'))[1]) : process.resourceUsage().maxRSS) / 1024;
  import { hostRun } from ${JSON.stringify(join(packageRoot(), 'dist', 'src', 'run', 'run-conformance.js'))};
  process.stdin.setEncoding('utf8');
  let given = '';
  for await (const part of process.stdin) given += part;
  for (const { name, env } of JSON.parse(given)) {
    const { results } = await hostRun({ env, backoffMs: 5 });
    process.stdout.write(JSON.stringify({ name, results, peakMib: peakMib() }) + '\\n');
    globalThis.gc();
    if (existsSync(PEAK)) writeFileSync(PEAK, '5');
  }`;

/** Large blocks go back to the system when they are freed (mallopt(3)): otherwise glibc keeps what the run before had, and a peak counts it too. */
const RETURNING_MEMORY = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };

interface Ended {
  readonly name: string;
  readonly results: Results;
  readonly peakMib: number;
}

async function runInChild(
  runs: readonly { readonly name: string; readonly env: Record<string, string> }[],
): Promise<{ ended: Map<string, Ended>; exitCode: number | null }> {
  const child = spawn(process.execPath, ['--single-threaded-gc', '--expose-gc', '--input-type=module', '-e', SCRIPT], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...RETURNING_MEMORY },
  });
  child.stdin.end(JSON.stringify(runs));
  const ended = new Map<string, Ended>();
  const exited = new Promise<number | null>((resolve) => child.on('close', resolve));
  for await (const line of createInterface({ input: child.stdout })) {
    const one = JSON.parse(line) as Ended;
    ended.set(one.name, one);
  }
  return { ended, exitCode: await exited };
}

interface Scope {
  readonly spoils: (method: string, path: string) => boolean;
  readonly row: string;
  /** Operations that have to be seen to answer all the same. */
  readonly others: readonly string[];
  /** What has to be allowed for it to be asked. */
  readonly allow?: 'jobs';
}

const SCOPES = {
  'the listing': { spoils: (method, path) => method === 'GET' && path === '/jobs', row: 'list-jobs', others: ['identity', 'delegation'] },
  'the identity check': { spoils: (_, path) => path === '/whoami', row: 'identity', others: ['list-jobs', 'job-status'] },
  'the reading of one job': { spoils: (method, path) => method === 'GET' && path.startsWith('/jobs/'), row: 'job-status', others: ['identity', 'list-jobs'] },
  'the delegation': { spoils: (_, path) => path.startsWith('/delegation'), row: 'delegation', others: ['identity', 'list-jobs'] },
  submission: { spoils: (method) => method === 'POST', row: 'submit-job', others: ['identity', 'list-jobs'], allow: 'jobs' },
  cancellation: { spoils: (method) => method === 'DELETE', row: 'cancel-job', others: ['identity', 'submit-job'], allow: 'jobs' },
  everything: { spoils: () => true, row: 'identity', others: [], allow: 'jobs' },
} as const satisfies Readonly<Record<string, Scope>>;

/** Shows of each of these operations that hostile answers get a verdict with the right blame, that the run goes on and ends, and that it takes little memory. */
export function describeHostile(scopes: readonly (keyof typeof SCOPES)[]): void {
  describe.each(scopes.map((name) => [name, SCOPES[name] as Scope] as const))('%s answers with', (_, { spoils, row, others, allow = '' }) => {
    let started: StartedTransferReference;
    let ended: Map<string, Ended>;
    let exitCode: number | null;

    beforeAll(async () => {
      started = await opened.reference();
      const runs: { name: string; env: Record<string, string> }[] = [];
      for (const { what, misbehave } of HOSTILITIES) {
        const { url } = opened.closing(await serveHostile(started, misbehave, spoils));
        const limits = { TRANSFER_CANCEL_WAIT_MS: '0', ASSAY_REQUEST_TIMEOUT_MS: '1200' };
        runs.push({ name: what, env: { ...started.env, ...SHORT, ...limits, TRANSFER_URL: url, ASSAY_ALLOW_CREATE: allow } });
      }
      ({ ended, exitCode } = await runInChild(runs));
    }, 300_000);
    afterAll(() => opened.close());

    test.each(HOSTILITIES)('$what', ({ what, makes, asEveryAnswer }) => {
      const results = (ended.get(what) as Ended).results;
      expect(withVerdict(results, 'error').map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
      const answers = results.requirements.filter(({ id }) => id.startsWith(`transfer/${row}/answers-`));
      const shape = results.requirements.find(({ id }) => id.startsWith(`transfer/${row}/returns-json-`));
      const failed = withVerdict(results, 'fail').map(({ id, message }) => `${id}: ${message}`);
      if (makes === 'unanswered') {
        expect(failed).toEqual([]);
        for (const { verdict, blame } of answers) expect({ verdict, blame }).toEqual({ verdict: 'inconclusive', blame: 'infrastructure' });
      }
      if (makes === 'lawful') expect(failed).toEqual([]);
      const elsewhere = others.length === 0 && asEveryAnswer !== undefined;
      expect(results.otherServices?.map(({ why }) => why)).toEqual(elsewhere ? [asEveryAnswer] : []);
      if (makes === 'wrong' && shape)
        expect(shape).toMatchObject(elsewhere ? { verdict: 'inconclusive', blame: 'settings' } : { verdict: 'fail', blame: 'target' });
      if (makes === 'wrong') expect(failed.filter((line) => !/^transfer\/[^/]+\/(returns-json-|accepts-vo-name)/.test(line))).toEqual([]);
      for (const other of others) {
        const working = results.requirements.filter(({ id }) => id.startsWith(`transfer/${other}/answers-`));
        expect(working.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual(working.map(({ id }) => `${id} pass`));
      }
    });

    test(`the process lives, and its peak of memory is under ${MOST_MIB} MiB`, () => {
      expect(exitCode).toBe(0);
      const peaks = [...ended.values()].map(({ name, peakMib }) => `${Math.round(peakMib)} MiB after ${name}`);
      expect(Math.max(...[...ended.values()].map(({ peakMib }) => peakMib)), peaks.join('\n')).toBeLessThan(MOST_MIB);
      console.log(`${row}: ${peaks.toSorted((one, other) => Number.parseInt(other, 10) - Number.parseInt(one, 10))[0]}`);
    });
  });
}
