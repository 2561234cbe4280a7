/** Prepares interfaces from settings, or reports all problems. */
import { type Profile, ProfileError } from '../contract/profile.ts';
import type { Ready } from '../engine/run.ts';
import { checkNotOffered, readTarget } from '../settings/read.ts';
import type { SettingProblem, Target } from '../settings/types.ts';
import { loadKnownProfile } from './known-profile.ts';
import { loadSuite } from './suites.ts';

export type ReadyOrProblems =
  | { readonly ok: true; readonly target: Target; readonly ready: readonly Ready[]; readonly warnings: readonly string[]; readonly profile?: Profile }
  | { readonly ok: false; readonly problems: readonly string[]; readonly warnings: readonly string[] };

/** Reads settings, loads contracts with the profile, prepares credentials. Sends nothing. */
export async function makeReady(env: Readonly<Record<string, string | undefined>>, fileKeys?: ReadonlySet<string>): Promise<ReadyOrProblems> {
  const read = readTarget(env, fileKeys ? { fileKeys } : {});
  if (!read.ok)
    return {
      ok: false,
      problems: read.problems.map(inWords),
      warnings: read.warnings,
    };
  const { target, warnings } = read;
  if (target.configured.length === 0) {
    return {
      ok: false,
      problems: [
        'No interface is configured. Set TRANSFER_URL, TICKET_BRIDGE_URL, DATA_HUB_ZONE_URL or CLIENT_LIBRARY_MODULE (see `assay list settings`), or use --reference.',
      ],
      warnings,
    };
  }
  try {
    const profile = target.profile === undefined ? undefined : loadKnownProfile(target.profile);
    const ready: Ready[] = [];
    const problems: string[] = [];
    for (const name of target.configured) {
      const suite = await loadSuite(name);
      const contract = suite.contract(profile);
      const prepared = await suite.prepare(target[name] as never, contract, target.notOffered);
      problems.push(...prepared.problems);
      ready.push({ suite, contract, prepared });
    }
    const operations = ready.flatMap(({ contract }) => [...contract.operations.keys()]);
    problems.push(...checkNotOffered(target.notOffered, operations).map(inWords));
    if (problems.length > 0) return { ok: false, problems, warnings };
    return { ok: true, target, ready, warnings, ...(profile && { profile }) };
  } catch (error) {
    if (error instanceof ProfileError) return { ok: false, problems: [error.message], warnings };
    throw error;
  }
}

function inWords({ message, example }: SettingProblem): string {
  return example === undefined ? message : `${message} Example: ${example}`;
}
