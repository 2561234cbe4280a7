/** Writes a run directory: results.json and the evidence. */
import { join } from 'node:path';
import type { Testimony } from '../../certify/types.ts';
import type { Profile } from '../../contract/types.ts';
import type { Judgeable, RunContext } from '../../engine/account/results.ts';
import type { ConductedRun } from '../../engine/send/run.ts';
import type { Results } from '../../engine/words/types.ts';
import { writeWhole } from '../../files/write-file.ts';
import { recordedProfile } from '../../profile/profile.ts';
import { writeEvidence } from '../../wire/evidence/evidence.ts';

/** Writes results.json and, if something was recorded, the evidence. Files are written atomically. */
export async function writeRun(
  directory: string,
  results: Results,
  conducted?: ConductedRun,
  profile?: Profile,
): Promise<void> {
  if (conducted) {
    await writeEvidence(directory, {
      exchanges: conducted.judgeables.flatMap(({ recording }) => recording.exchanges),
      assay: testimonyOf(conducted.judgeables, conducted.context, profile),
      startedAt: results.run.startedAt,
      version: results.suite.version,
    });
  }
  await writeWhole(join(directory, 'results.json'), `${JSON.stringify(results, null, 2)}\n`);
}

function testimonyOf(judgeables: readonly Judgeable[], context: RunContext, profile: Profile | undefined): Testimony {
  return {
    context,
    recordings: judgeables.map(({ recording }) => ({
      ...recording,
      exchanges: recording.exchanges.map((exchange) => exchange.id),
    })),
    ...(profile && { profile: recordedProfile(profile) }),
  };
}
