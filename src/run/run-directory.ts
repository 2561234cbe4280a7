/** Writes a run directory: results.json and the evidence. */
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Profile, type RecordedProfile, recordedProfile } from '../contract/profile.ts';
import type { Judgeable, RunContext } from '../engine/results.ts';
import type { ConductedRun } from '../engine/run.ts';
import type { Recording, Results } from '../engine/types.ts';
import { writeEvidence } from '../wire/evidence.ts';

/** Data in the evidence besides the exchanges, needed to judge them again. */
export interface Testimony {
  readonly context: RunContext;
  readonly recordings: readonly (Omit<Recording, 'exchanges'> & { readonly exchanges: readonly string[] })[];
  readonly profile?: RecordedProfile;
}

/** Writes results.json and, if something was recorded, the evidence. Files are written atomically. */
export async function writeRun(directory: string, results: Results, conducted?: ConductedRun, profile?: Profile): Promise<void> {
  if (conducted) {
    await writeEvidence(directory, {
      exchanges: conducted.judgeables.flatMap(({ recording }) => recording.exchanges),
      assay: testimonyOf(conducted.judgeables, conducted.context, profile),
      startedAt: results.run.startedAt,
      version: results.suite.version,
    });
  }
  const path = join(directory, 'results.json');
  await writeFile(`${path}.part`, `${JSON.stringify(results, null, 2)}\n`);
  await rename(`${path}.part`, path);
}

function testimonyOf(judgeables: readonly Judgeable[], context: RunContext, profile: Profile | undefined): Testimony {
  return {
    context,
    recordings: judgeables.map(({ recording }) => ({ ...recording, exchanges: recording.exchanges.map((exchange) => exchange.id) })),
    ...(profile && { profile: recordedProfile(profile) }),
  };
}
