/**
 * A fleet of reference deployments, interrupted and resumed once: number of processes, memory, and work per deployment.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { referenceOf } from '../reference/index.ts';
import type { FleetOverview } from '../src/compare/fleet.ts';
import type { Results } from '../src/engine/words/types.ts';
import type { Figure } from './measuring/measure.ts';

const MAIN = fileURLToPath(new URL('../src/cli/main.js', import.meta.url));
const AT_ONCE = 2;
/** Each deployment offers one of these, in turn, with settings that keep its waits short. */
const OFFERED: readonly (readonly [name: string, settings: Readonly<Record<string, string>>])[] = [
  ['ticket-bridge', {}],
  ['transfer', { TRANSFER_CANCEL_WAIT_MS: '300' }],
  ['data-hub', { DATA_HUB_CHANGES_WAIT_MS: '300' }],
];
const MOST_GROWTH = 1.25;
const SAMPLE_MS = 100;
/** Processor time is counted in hundredths of a second (proc(5)). */
const TICK_MS = 10;

interface Measured {
  readonly peakMib: number;
  readonly processes: number;
  readonly cpuMs: number;
  readonly requests: number;
}

/**
 * Returns the figures of a large fleet, compared with those of a small one. Only on Linux, because they come from
 * /proc.
 */
export async function fleetFigures(small = 20, large = 200): Promise<Figure[]> {
  const few = await fleetOf(small);
  const many = await fleetOf(large);
  const detail = `${many.peakMib.toFixed(0)} MiB of ${many.processes} processes ÷ ${few.peakMib.toFixed(0)} MiB`;
  return [
    {
      name: `peak memory of a fleet of ${large} ÷ of ${small}`,
      value: many.peakMib / few.peakMib,
      unit: '×',
      most: MOST_GROWTH,
      detail,
    },
    {
      name: `processor time per deployment of a fleet of ${large}`,
      value: many.cpuMs / large,
      unit: 'ms',
      detail: `${(many.requests / large).toFixed(0)} requests; interrupted and resumed once`,
    },
  ];
}

async function fleetOf(size: number): Promise<Measured> {
  const place = await mkdtemp(join(tmpdir(), 'assay-bench-fleet-'));
  const folder = join(place, 'fleet');
  const out = join(place, 'out');
  await mkdir(folder);
  const started: { close(): Promise<void> }[] = [];
  try {
    for (let index = 0; index < size; index += 1) {
      const [of, settings] = OFFERED[index % OFFERED.length] as (typeof OFFERED)[number];
      const reference = await referenceOf(of).start({});
      started.push(reference);
      const lines = Object.entries({ ...reference.env, ...settings, ASSAY_ALLOW_CREATE: 'all' }).map(
        ([name, value]) => `${name}='${value}'\n`,
      );
      await writeFile(join(folder, `site-${String(index).padStart(4, '0')}.env`), lines.join(''));
    }
    const args = ['fleet', folder, '--out', out, '--at-once', String(AT_ONCE)];
    const first = await watched(args, async (child) => {
      if ((await finished(out)) >= size / 3) child.kill('SIGINT');
    });
    const before = await finished(out);
    if (before >= size) throw new Error('the fleet ended before it was interrupted');
    const second = await watched([...args, '--resume']);
    const overview = JSON.parse(await readFile(join(out, 'fleet.json'), 'utf8')) as FleetOverview;
    const wrong = overview.deployments.filter(({ exitCode }) => exitCode !== 0);
    if (overview.deployments.length !== size || wrong.length > 0)
      throw new Error(
        `${overview.deployments.length} of ${size} deployments; not 0: ${JSON.stringify(wrong.slice(0, 3))}`,
      );
    const processes = Math.max(first.processes, second.processes);
    if (processes > AT_ONCE + 1) throw new Error(`${processes} processes at once`);
    const each = await Promise.all(
      overview.deployments.map(({ name }) => readFile(join(out, name, 'results.json'), 'utf8')),
    );
    return {
      peakMib: Math.max(first.peakMib, second.peakMib),
      processes,
      cpuMs: first.cpuMs + second.cpuMs,
      requests: each.reduce((sum, text) => sum + (JSON.parse(text) as Results).run.requests, 0),
    };
  } finally {
    await Promise.all(started.map((one) => one.close()));
    await rm(place, { recursive: true, force: true });
  }
}

async function finished(out: string): Promise<number> {
  return (await readdir(out).catch(() => [])).filter((name) => /^site-\d+$/.test(name)).length;
}

/** Runs the command, and samples its processes: the sum of their resident memory, and their processor time. */
async function watched(
  args: readonly string[],
  look?: (child: ChildProcess) => Promise<void>,
): Promise<Omit<Measured, 'requests'>> {
  const child = spawn(process.execPath, ['--', MAIN, ...args], { stdio: 'ignore' });
  let ended = false;
  child.once('exit', () => {
    ended = true;
  });
  const cpu = new Map<number, number>();
  let [peakMib, processes] = [0, 0];
  while (!ended) {
    const all = await processesOf(child.pid as number);
    for (const { id, cpuMs } of all) cpu.set(id, cpuMs);
    processes = Math.max(processes, all.length);
    peakMib = Math.max(
      peakMib,
      all.reduce((sum, one) => sum + one.mib, 0),
    );
    await look?.(child);
    await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
  }
  return { peakMib, processes, cpuMs: [...cpu.values()].reduce((sum, one) => sum + one, 0) };
}

/** Returns a process and its children, except those that end meanwhile. */
async function processesOf(
  id: number,
): Promise<{ readonly id: number; readonly mib: number; readonly cpuMs: number }[]> {
  try {
    const [stat, status, children] = await Promise.all(
      ['stat', 'status', `task/${id}/children`].map((name) => readFile(`/proc/${id}/${name}`, 'utf8')),
    );
    // The name of the program may contain blanks; user and system time are fields 14 and 15.
    const fields = (stat as string).slice((stat as string).lastIndexOf(')') + 2).split(' ');
    const own = {
      id,
      mib: Number(/VmRSS:\s+(\d+)/.exec(status as string)?.[1] ?? 0) / 1024,
      cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
    };
    const below = await Promise.all(
      (children as string)
        .split(' ')
        .filter(Boolean)
        .map((child) => processesOf(Number(child))),
    );
    return [own, ...below.flat()];
  } catch {
    return [];
  }
}
