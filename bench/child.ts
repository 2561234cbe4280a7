/** A run in a process of its own, so that its memory is its own: settings as JSON on stdin, figures as JSON on stdout. */
import { existsSync, readFileSync } from 'node:fs';
import { hostRun } from '../src/run/run-conformance.ts';
import { createUndiciTransport } from '../src/wire/connect/undici-transport.ts';
import type { TransportRequest } from '../src/wire/types.ts';
import { recording, sendBare } from './bare.ts';
import type { Ended, Given } from './in-child.ts';
import { processorMs } from './measure.ts';

const STATUS = '/proc/self/status';
const AT_ONCE = 4;

/** Peak of resident memory, MiB. maxRSS would also hold what the parent had when it forked; VmHWM (proc(5)) is that of this process alone. */
function peakMib(): number {
  const own = existsSync(STATUS) ? /VmHWM:\s+(\d+)/.exec(readFileSync(STATUS, 'utf8'))?.[1] : undefined;
  return (own === undefined ? process.resourceUsage().maxRSS : Number(own)) / 1024;
}

process.stdin.setEncoding('utf8');
let text = '';
for await (const part of process.stdin) text += String(part);
const { env, out, ca } = JSON.parse(text) as Given;
const sent: TransportRequest[] = [];
const transport =
  ca === undefined
    ? undefined
    : recording(createUndiciTransport({ caFor: () => [ca], proxy: {}, connectTimeoutMs: 10_000 }), sent);
const [began, processor] = [performance.now(), processorMs()];
const { results } = await hostRun({ env, ...(out !== undefined && { out }), ...(transport && { transport }) });
const { exitCode, conclusion, counts } = results;
const ended: Ended = {
  exitCode,
  conclusion,
  counts,
  ms: performance.now() - began,
  processorMs: processorMs() - processor,
  peakMib: peakMib(),
};
const before = processorMs();
const bare =
  ca === undefined
    ? undefined
    : { requests: sent.length, ms: await sendBare(sent, ca, AT_ONCE), processorMs: processorMs() - before };
process.stdout.write(JSON.stringify({ ...ended, ...(bare && { bare }) }));
