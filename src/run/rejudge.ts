/** Recomputes the verdicts from the evidence, by a round trip through HAR in memory. */
import { buildResults } from '../engine/account/results.ts';
import type { ConductedRun } from '../engine/send/run.ts';
import type { Results } from '../engine/words/types.ts';
import { fromHarEntry, type HarEntry, toHarEntry } from '../wire/evidence/har.ts';

/** Judges a run from its exchanges as read back from evidence. */
export function rejudge({ judgeables, context }: ConductedRun): Results {
  const began = Date.parse(context.run.startedAt);
  const noBody = (digest: string): Uint8Array => {
    throw new Error(`missing body ${digest}`);
  };
  const again = judgeables.map((judgeable) => {
    const entries = judgeable.recording.exchanges.map((exchange) => toHarEntry(exchange, began, () => undefined));
    const read = (JSON.parse(JSON.stringify(entries)) as HarEntry[]).map((entry) => fromHarEntry(entry, noBody));
    const recording = JSON.parse(
      JSON.stringify({ ...judgeable.recording, exchanges: [] }),
    ) as typeof judgeable.recording;
    return { ...judgeable, recording: { ...recording, exchanges: read } };
  });
  return buildResults(again, JSON.parse(JSON.stringify(context)) as typeof context);
}
