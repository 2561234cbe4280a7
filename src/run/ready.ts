/** Prepares interfaces from settings, or reports all problems. */
import { INTERFACES } from '../../suites/index.ts';
import type { Profile } from '../contract/types.ts';
import { ProfileError } from '../contract/wording.ts';
import type { Ready } from '../engine/send/run.ts';
import type { InterfaceDescriptor } from '../engine/words/descriptor.ts';
import type { Prepared } from '../engine/words/types.ts';
import { checkNotOffered, readTarget } from '../settings/read.ts';
import type { Environment, SettingProblem, Target } from '../settings/types.ts';
import type { ConnectionSettings } from '../wire/connect/tls-failure.ts';
import { loadKnownProfile } from './installed/known-profile.ts';
import { SETTINGS_TABLE } from './installed/settings-table.ts';
import { descriptorOf, loadContract, loadSuite, offerings } from './installed/suites.ts';

export type ReadyOrProblems =
  | {
      readonly ok: true;
      readonly target: Target;
      readonly ready: readonly Ready[];
      readonly warnings: readonly string[];
      readonly profile?: Profile;
    }
  | { readonly ok: false; readonly problems: readonly string[]; readonly warnings: readonly string[] };

/** Reads settings, loads contracts with the profile, prepares credentials. Sends no request. */
export async function makeReady(env: Environment, fileKeys?: ReadonlySet<string>): Promise<ReadyOrProblems> {
  const read = readTarget(SETTINGS_TABLE, env, fileKeys ? { fileKeys } : {});
  if (!read.ok)
    return {
      ok: false,
      problems: read.problems.map(inWords),
      warnings: read.warnings,
    };
  const { warnings } = read;
  if (read.target.configured.length === 0) {
    return {
      ok: false,
      problems: [
        `No interface is configured. Set the address of one (${list(INTERFACES.map(({ settings }) => settings.configuredBy[0] ?? ''))}): \`assay init\` prompts for it. Or test the embedded reference: \`assay run --reference\`.`,
      ],
      warnings,
    };
  }
  try {
    const profile = read.target.profile === undefined ? undefined : loadKnownProfile(read.target.profile);
    const target = { ...read.target, notOffered: new Set([...read.target.notOffered, ...(profile?.notOffered ?? [])]) };
    const ready: Ready[] = [];
    const problems: string[] = [];
    for (const name of target.configured) {
      const contract = loadContract(name, profile);
      const suite = await loadSuite(name, contract);
      const prepared = await suite.prepare(target.values, contract, target.notOffered);
      problems.push(...prepared.problems);
      ready.push({ suite, contract, prepared, connection: connectionOf(descriptorOf(name), prepared) });
    }
    problems.push(
      ...checkNotOffered(SETTINGS_TABLE, read.target.notOffered, offerings(ready.map(({ contract }) => contract))).map(
        inWords,
      ),
    );
    if (problems.length > 0) return { ok: false, problems, warnings };
    return { ok: true, target, ready, warnings, ...(profile && { profile }) };
  } catch (error) {
    if (error instanceof ProfileError) return { ok: false, problems: error.problems, warnings };
    throw error;
  }
}

function connectionOf(
  { services, ca, certificate }: InterfaceDescriptor,
  { authorities }: Prepared,
): ConnectionSettings {
  return {
    addresses: Object.fromEntries(services.map(({ name, address }) => [name, address])),
    ...(ca !== undefined && { ca }),
    authorities: authorities !== undefined,
    ...(certificate && { certificate: certificate.cert }),
  };
}

/** `a, b or c`. */
function list(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

function inWords({ message, example }: SettingProblem): string {
  return example === undefined ? message : `${message} Example: ${example}`;
}
