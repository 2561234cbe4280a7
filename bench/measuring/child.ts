/**
 * A run in a separate process, to measure its memory alone: settings as JSON on stdin, figures as JSON on stdout.
 */

import { peakMemory } from '../../src/run/peak-memory.ts';
import { hostRun } from '../../src/run/run-conformance.ts';
import { createUndiciTransport } from '../../src/wire/connect/undici-transport.ts';
import type { TransportRequest } from '../../src/wire/types.ts';
import { recording, sendBare } from './bare.ts';
import type { Ended, Input } from './in-child.ts';
import { processorMs } from './measure.ts';

const AT_ONCE = 4;

process.stdin.setEncoding('utf8');
let text = '';
for await (const part of process.stdin) text += String(part);
const { env, out, ca } = JSON.parse(text) as Input;
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
  peakMib: peakMemory() / 2 ** 20,
};
const before = processorMs();
const bare =
  ca === undefined
    ? undefined
    : { requests: sent.length, ms: await sendBare(sent, ca, AT_ONCE), processorMs: processorMs() - before };
process.stdout.write(JSON.stringify({ ...ended, ...(bare && { bare }) }));
