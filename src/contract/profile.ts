/** Profiles: what a deployment calls documented names, and how it fills gaps. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LineCounter, type Node, parseDocument } from 'yaml';
import { InputError } from '../files/input.ts';
import { FileKindError, readGivenText } from '../files/read-file.ts';
import { compileDocument } from '../records/ajv.ts';
import { packageRoot } from './root.ts';
import type { Contract, Interface, Requirement } from './types.ts';

export interface Profile {
  readonly name: string;
  readonly digest: string;
  /** The deployment, and the source of its names. */
  readonly about?: string;
  /** The document's word to the deployment's: a path prefix, a header, a query parameter, a member of a request, a call, an operation, a message part. */
  readonly names: ReadonlyMap<string, string>;
  /** Gap id to an input, or to an expectation. */
  readonly fills: ReadonlyMap<string, unknown>;
  /** Handshake id to the paths of its steps by name. */
  readonly handshakes?: Handshakes;
  /** Operations that the deployment does not offer, as ASSAY_NOT_OFFERED names them. */
  readonly notOffered?: readonly string[];
  /** Requirement id of a record's member to the name that the deployment gives the member. */
  readonly members?: ReadonlyMap<string, string>;
  /** Operation to the JSON pointer of the identifier in its response. */
  readonly identifiers?: ReadonlyMap<string, string>;
  /** The place of an entry, by the keys that lead to it: `file:line`. Absent where the profile was not read from a file. */
  place?(...keys: readonly string[]): string;
}

/** Steps before documented requests, by the id of the handshake: the name of each step, and its path. */
export type Handshakes = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The parts of a profile that judging needs, as evidence holds them. */
export interface RecordedProfile {
  readonly name: string;
  readonly digest: string;
  readonly names: readonly (readonly [string, string])[];
  readonly fills: readonly (readonly [string, unknown])[];
  readonly members?: readonly (readonly [string, string])[];
  readonly identifiers?: readonly (readonly [string, string])[];
}

/** The parts of a profile that judging needs, for evidence. */
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

/** A profile as evidence holds it. */
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

/** A profile that cannot be used; the message is for the operator. */
export class ProfileError extends InputError {
  override readonly name = 'ProfileError';
}

/** A profile as it is written. */
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
      `ASSAY_PROFILE is neither a file nor a shipped profile (${shippedProfiles(root).join(', ') || 'none is shipped'}): ${nameOrFile}`,
    );
  const { text, content, lineOf } = readYaml(file, nameOrFile);
  const schema = JSON.parse(readFileSync(join(root, 'schemas', 'assay', 'profile.schema.json'), 'utf8')) as Record<
    string,
    unknown
  >;
  const wrong = compileDocument(schema)(content)
    .slice(0, 3)
    .map(({ instancePath, message, params }) => {
      const name = params['additionalProperty'] ?? params['propertyName'];
      return `${instancePath || '/'} ${message}${name === undefined ? '' : `: ${name}`}`;
    });
  if (wrong.length > 0)
    throw new ProfileError(
      `The profile ${nameOrFile} does not have the form of schemas/assay/profile.schema.json: ${wrong.join('; ')}`,
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

/** Reads one YAML document. A tag that is unknown, an alias and a key that stands twice are errors: each hides what is meant. */
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
    if (error instanceof FileKindError) throw new ProfileError(`The profile ${name} cannot be read: ${error.message}`);
    throw new ProfileError(`The profile ${name} is not readable YAML: ${(error as Error).message.split('\n')[0]}`);
  }
}

/** The gaps of one interface that a profile fills. Throws ProfileError if it names something that the document does not leave open. */
export function fillsOf(
  of: Interface,
  requirements: ReadonlyMap<string, Requirement>,
  profile: Profile | undefined,
): ReadonlyMap<string, unknown> {
  if (profile === undefined) return new Map();
  const fills = new Map([...profile.fills].filter(([id]) => id.startsWith(`${of}/gap/`)));
  for (const id of fills.keys()) {
    if (requirements.get(id)?.basis !== 'gap')
      throw new ProfileError(`The profile ${profile.name} fills ${id}, which is not a gap of the document.`);
  }
  return fills;
}

/** The profile as a contract names it. */
export function namedProfile({ name, digest, notOffered }: Profile): NonNullable<Contract['profile']> {
  return { name, digest, ...(notOffered && { notOffered }) };
}

/** The handshakes of one interface that a profile declares. */
export function handshakesOf(of: Interface, profile: Profile | undefined): Handshakes {
  return new Map([...(profile?.handshakes ?? [])].filter(([id]) => id.startsWith(`${of}/handshake/`)));
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
