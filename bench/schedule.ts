/** The time of a run, compared with the least time in which its requests can be made. */
import { startTransferReference } from '../reference/transfer/start.ts';
import type { Recording } from '../src/engine/words/types.ts';
import { loadSuite } from '../src/run/installed/suites.ts';
import { hostRun } from '../src/run/run-conformance.ts';
import type { Exchange } from '../src/wire/types.ts';
import type { Figure } from './measuring/measure.ts';

const DELAY_MS = 50;
const SLOTS = 4;
const TIMES = 3;

/**
 * Returns the time of the requests to a transfer service that takes 50 ms per response, ÷ the larger of two bounds:
 * that of the longest chain, and that of all requests divided by the concurrency.
 */
export async function scheduleFigure(): Promise<Figure> {
  const figures: Figure[] = [];
  for (let time = 0; time < TIMES; time += 1) figures.push(await oneRun());
  // Other processes can only lengthen a run.
  return figures.reduce((least, figure) => (figure.value < least.value ? figure : least));
}

async function oneRun(): Promise<Figure> {
  const started = await startTransferReference({ delayMs: DELAY_MS });
  try {
    const env = { ...started.env, ASSAY_ALLOW_CREATE: 'jobs', ASSAY_CONCURRENCY: String(SLOTS) };
    const { conducted } = await hostRun({ env });
    const recording = conducted?.judgeables[0]?.recording;
    if (recording === undefined) throw new Error('nothing was recorded');
    const { exchanges } = recording;
    const took =
      Math.max(...exchanges.map(({ endedAt }) => endedAt)) - Math.min(...exchanges.map(({ startedAt }) => startedAt));
    const share = exchanges.reduce((sum, exchange) => sum + timeOf(exchange), 0) / SLOTS;
    const chain = await longestChain(recording);
    return {
      name: 'asking the reference ÷ lower bound',
      value: took / Math.max(share, chain),
      unit: '×',
      most: 1.1,
      detail: `${Math.round(took)} ms for ${exchanges.length} requests; chain ${Math.round(chain)} ms, share ${Math.round(share)} ms`,
    };
  } finally {
    await started.close();
  }
}

/** Returns the time on the wire, without waiting for a slot. */
function timeOf(exchange: Exchange): number {
  return exchange.attempts.reduce((sum, attempt) => sum + attempt.endedAt - attempt.startedAt, 0);
}

/**
 * Returns the time of the longest chain of requests that depend on each other: through the needs of probes, and within
 * each probe.
 */
async function longestChain(recording: Recording): Promise<number> {
  const { probes } = await loadSuite('transfer');
  const byId = new Map(recording.exchanges.map((exchange) => [exchange.id, exchange]));
  let longest = 0;
  for (const lane of recording.lanes) {
    const until = new Map<string, number>();
    for (const probe of probes) {
      const own =
        recording.probes.find((outcome) => outcome.lane === lane.name && outcome.probe === probe.name)?.exchanges ?? [];
      const before = probe.last
        ? [...until.values()]
        : [...probe.needs.map((need) => need.probe), ...probe.after].map(({ name }) => until.get(name) ?? 0);
      const length = within(own.map((id) => byId.get(id)).filter((exchange) => exchange !== undefined));
      until.set(probe.name, Math.max(0, ...before) + length);
    }
    longest = Math.max(longest, ...until.values());
  }
  return longest;
}

/**
 * Returns the time within a probe: requests about one invalid credential are sequential, several invalid credentials
 * are tried at once, and all other requests are in order.
 */
function within(exchanges: readonly Exchange[]): number {
  const branches = new Map<string, number>();
  let trunk = 0;
  const kinds = new Set(exchanges.filter(({ purpose }) => purpose === 'refusal').map(({ label }) => label));
  for (const exchange of exchanges) {
    const kind = [...kinds].find((one) => exchange.label === one || exchange.label.endsWith(`-${one}`));
    if (kind === undefined) trunk += timeOf(exchange);
    else branches.set(kind, (branches.get(kind) ?? 0) + timeOf(exchange));
  }
  return trunk + Math.max(0, ...branches.values());
}
