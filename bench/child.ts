/** A run in a process of its own, so that its memory is its own: settings as JSON on stdin, figures as JSON on stdout. */
import { hostRun } from '../src/host/run-conformance.ts';

process.stdin.setEncoding('utf8');
let given = '';
for await (const part of process.stdin) given += String(part);
const { env, out } = JSON.parse(given) as { env: Record<string, string>; out?: string };
const began = performance.now();
const { results } = await hostRun({ env, ...(out !== undefined && { out }) });
const { exitCode, conclusion, counts } = results;
process.stdout.write(JSON.stringify({ exitCode, conclusion, counts, ms: performance.now() - began, peakMib: process.resourceUsage().maxRSS / 1024 }));
