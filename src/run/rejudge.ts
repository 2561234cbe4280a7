/** The verdicts again, from what the evidence would hold: a round trip through HAR in memory. */
import { buildResults } from '../engine/results.ts';
import type { ConductedRun } from '../engine/run.ts';
import type { Results } from '../engine/types.ts';
import { fromHarEntry, type HarEntry, toHarEntry } from '../wire/har.ts';

/** Judges a conducted run from its exchanges as they would be read back from evidence. */
export function rejudge({ judgeables, context }: ConductedRun): Results {
  const began = Date.parse(context.run.startedAt);
  const noBody = (digest: string): Uint8Array => {
    throw new Error(`no body ${digest} was put aside`);
  };
  const again = judgeables.map((judgeable) => {
    const entries = judgeable.recording.exchanges.map((exchange) => toHarEntry(exchange, began, () => undefined));
    const read = (JSON.parse(JSON.stringify(entries)) as HarEntry[]).map((entry) => fromHarEntry(entry, noBody));
    const recording = JSON.parse(JSON.stringify({ ...judgeable.recording, exchanges: [] })) as typeof judgeable.recording;
    return { ...judgeable, recording: { ...recording, exchanges: read } };
  });
  return buildResults(again, JSON.parse(JSON.stringify(context)) as typeof context);
}
