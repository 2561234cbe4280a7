/** A run in a process of its own, so that its memory is its own: settings as JSON on stdin, figures as JSON on stdout. */
import { existsSync, readFileSync } from 'node:fs';
import { hostRun } from '../src/run/run-conformance.ts';

const STATUS = '/proc/self/status';

/** Peak of resident memory, MiB. maxRSS would also hold what the parent had when it forked; VmHWM (proc(5)) is that of this process alone. */
function peakMib(): number {
  const own = existsSync(STATUS) ? /VmHWM:\s+(\d+)/.exec(readFileSync(STATUS, 'utf8'))?.[1] : undefined;
  return (own === undefined ? process.resourceUsage().maxRSS : Number(own)) / 1024;
}

process.stdin.setEncoding('utf8');
let given = '';
for await (const part of process.stdin) given += String(part);
const { env, out } = JSON.parse(given) as { env: Record<string, string>; out?: string };
const began = performance.now();
const { results } = await hostRun({ env, ...(out !== undefined && { out }) });
const { exitCode, conclusion, counts } = results;
process.stdout.write(JSON.stringify({ exitCode, conclusion, counts, ms: performance.now() - began, peakMib: peakMib() }));
