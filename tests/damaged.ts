/** Recordings that are not as they were. */
import { buildResults } from '../src/engine/account/results.ts';
import type { ConductedRun } from '../src/engine/send/run.ts';
import type { Exchange } from '../src/wire/types.ts';

export const exchangesOf = ({ judgeables }: ConductedRun) => judgeables.flatMap(({ recording }) => recording.exchanges);

/** Judges a run of which each exchange is kept, changed or (undefined) lost. */
export function judgedAgain({ judgeables, context }: ConductedRun, change: (one: Exchange) => Exchange | undefined) {
  const damaged = judgeables.map((judgeable) => ({
    ...judgeable,
    recording: {
      ...judgeable.recording,
      exchanges: judgeable.recording.exchanges.map(change).filter((exchange) => exchange !== undefined),
    },
  }));
  return buildResults(damaged, context);
}
