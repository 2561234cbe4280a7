/** Judges recorded runs again, offline. */

import { isTestimony, judgeRecorded } from '../certify/bundled-evidence.ts';
import { buildResults } from '../engine/account/results.ts';
import type { ConductedRun } from '../engine/send/run.ts';
import type { Results } from '../engine/words/types.ts';
import { InputError } from '../files/read-file.ts';
import { readEvidence } from '../wire/evidence/evidence.ts';
import { fromHarEntry, toHarEntry } from '../wire/evidence/har.ts';
import { loaderOfSuites } from './claims/suite-source.ts';

/**
 * Judges recorded exchanges again, offline, with this suite's checks and contract.
 * @param path a run's directory, or its evidence.har
 * @throws InputError if the file is not evidence of a run
 */
export async function judgeAgain(path: string): Promise<Results> {
  const { exchanges, assay } = await readEvidence(path).catch((error: Error) => {
    throw new InputError(`${error.message}. Give the directory of a run, or a HAR file.`);
  });
  if (!isTestimony(assay))
    throw new InputError(
      `${JSON.stringify(path)} cannot be judged: its member log._assay lacks the purpose of the exchanges. Give the evidence.har of a run as it was written.`,
    );
  return (await judgeRecorded({ exchanges, testimony: assay }, loaderOfSuites())).results;
}

/** Judges a run from its exchanges as read back from evidence. */
export function rejudge({ judgeables, context }: ConductedRun): Results {
  const began = Date.parse(context.run.startedAt);
  const noBody = (digest: string) => {
    throw new Error(`missing body ${digest}`);
  };
  const again = judgeables.map((judgeable) => {
    const { exchanges, ...recording } = judgeable.recording;
    const entries = asStored(exchanges.map((exchange) => toHarEntry(exchange, began)));
    const read = entries.map((entry) => fromHarEntry(entry, noBody));
    return { ...judgeable, recording: { ...asStored(recording), exchanges: read } };
  });
  return buildResults(again, asStored(context));
}

/** Returns a value as a file would contain it. */
const asStored = <T>(value: T) => JSON.parse(JSON.stringify(value)) as T;
