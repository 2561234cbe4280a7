/** Profiles: what a deployment calls documented names, and how it fills gaps. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LineCounter, type Node, parseDocument } from 'yaml';
import { wrongForm } from '../contract/own-documents.ts';
import { packageRoot } from '../contract/root.ts';
import type { Profile } from '../contract/types.ts';
import { ProfileError } from '../contract/wording.ts';
import { objectIn } from '../files/json-value.ts';
import { FileKindError, readGivenText, reasonOf, yamlProblem } from '../files/read-file.ts';

type Entries<T = string> = readonly (readonly [string, T])[];

/** The parts of a profile that judging needs, in the form of the evidence. */
export interface RecordedProfile {
  readonly name: string;
  readonly digest: string;
  readonly names: Entries;
  readonly fills: Entries<unknown>;
  readonly members?: Entries;
  readonly identifiers?: Entries;
}

/** Returns the parts of a profile that judging needs, for evidence. */
export function recordedProfile({ name, digest, names, fills, members, identifiers }: Profile): RecordedProfile {
  return {
    name,
    digest,
    names: [...names],
    fills: [...fills],
    ...(members && { members: [...members] }),
    ...(identifiers && { identifiers: [...identifiers] }),
  };
}

/** Returns a profile in the form of the evidence. */
export function profileFrom({ name, digest, names, fills, members, identifiers }: RecordedProfile): Profile {
  return {
    name,
    digest,
    names: new Map(names),
    fills: new Map(fills),
    ...(members && { members: new Map(members) }),
    ...(identifiers && { identifiers: new Map(identifiers) }),
  };
}

/** Content of a profile's file. */
interface ProfileFile {
  readonly profile: string;
  readonly about?: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly fills?: Readonly<Record<string, unknown>>;
  readonly handshakes?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly notOffered?: readonly string[];
  readonly members?: Readonly<Record<string, string>>;
  readonly identifiers?: Readonly<Record<string, string>>;
}

/** Reads a shipped profile by name, or a file. Throws ProfileError with what is wrong and where. */
export function loadProfile(nameOrFile: string, root = packageRoot()): Profile {
  const shipped = join(root, 'specs', 'profiles', `${nameOrFile}.yaml`);
  const file = /^[\w.-]+$/.test(nameOrFile) && existsSync(shipped) ? shipped : nameOrFile;
  if (!existsSync(file))
    throw new ProfileError(
      `ASSAY_PROFILE=${nameOrFile} is neither a file nor a shipped profile. Shipped: ${shippedProfiles(root).join(', ')} (assay list profiles).`,
    );
  const { text, content, lineOf } = readYaml(file, nameOrFile);
  if (objectIn(content)?.['profile'] === undefined)
    throw new ProfileError(
      `${nameOrFile} is not a profile: YAML with the member profile is expected (assay explain profiles).`,
    );
  const wrong = wrongForm('profile', content);
  if (wrong)
    throw new ProfileError(
      `The profile ${nameOrFile} does not have the form of schemas/assay/profile.schema.json: ${wrong}`,
    );
  const { profile, about, names, fills, handshakes, notOffered, members, identifiers } = content as ProfileFile;
  return {
    name: profile,
    digest: createHash('sha256').update(text).digest('hex'),
    ...(about !== undefined && { about }),
    names: new Map(Object.entries(names ?? {})),
    fills: new Map(Object.entries(fills ?? {})),
    ...(handshakes && {
      handshakes: new Map(Object.entries(handshakes).map(([id, steps]) => [id, new Map(Object.entries(steps))])),
    }),
    ...(notOffered && { notOffered }),
    ...(members && { members: new Map(Object.entries(members)) }),
    ...(identifiers && { identifiers: new Map(Object.entries(identifiers)) }),
    place: (...keys) => `${file}:${lineOf(keys)}`,
  };
}

/** Reads one YAML document. A tag that is unknown, an alias and a repeated key are errors: each is ambiguous. */
function readYaml(
  file: string,
  name: string,
): { readonly text: string; readonly content: unknown; lineOf(path: readonly string[]): number } {
  const lines = new LineCounter();
  try {
    const text = readGivenText(file, 'profile');
    const document = parseDocument(text, { lineCounter: lines });
    const [problem] = [...document.errors, ...document.warnings];
    if (problem !== undefined) throw problem;
    return {
      text,
      content: document.toJS({ maxAliasCount: 0 }),
      lineOf: (path) => lines.linePos((document.getIn(path, true) as Node | undefined)?.range?.[0] ?? 0).line,
    };
  } catch (error) {
    if (error instanceof FileKindError || 'syscall' in (error as Error))
      throw new ProfileError(`Cannot read the profile ${JSON.stringify(name)}: ${reasonOf(error)}.`);
    throw new ProfileError(`The profile ${name} ${yamlProblem(error)}`);
  }
}

/** Names of the profiles in specs/profiles/. */
export function shippedProfiles(root = packageRoot()): string[] {
  const folder = join(root, 'specs', 'profiles');
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith('.yaml'))
        .map((file) => file.slice(0, -'.yaml'.length))
        .sort()
    : [];
}
