/** Profiles: a deployment's names for documented ones, and how it fills gaps. */
import { hash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { formProblems } from '../contract/own-documents.ts';
import { packageRoot } from '../contract/root.ts';
import type { Profile } from '../contract/types.ts';
import { stepsOf } from '../files/json-value.ts';
import { InputError, refuseIf } from '../files/read-file.ts';
import { readYaml } from '../files/yaml-file.ts';
import { suggestion } from '../settings/nearest.ts';

/** The parts of a profile that judging needs. */
const RECORDED = ['name', 'digest', 'names', 'fills', 'members', 'identifiers'] as const;

/** These parts in the form of the evidence: maps as lists of entries. */
export type RecordedProfile = {
  readonly [P in keyof Pick<Profile, (typeof RECORDED)[number]>]: Profile[P] extends
    | ReadonlyMap<string, infer V>
    | undefined
    ? readonly (readonly [string, V])[]
    : Profile[P];
};

/** Returns the parts of a profile that judging needs, for evidence. */
export function recordedProfile(profile: Profile): RecordedProfile {
  return converted(recorded(profile), (part) => (part instanceof Map ? [...part] : part));
}

/** Returns a profile in the form of the evidence. */
export function profileFrom(profile: RecordedProfile): Profile {
  return converted(recorded(profile), (part) => (Array.isArray(part) ? new Map(part) : part));
}

/** Returns the recorded parts of a profile. */
const recorded = (profile: Partial<Record<(typeof RECORDED)[number], unknown>>) =>
  Object.fromEntries(RECORDED.map((name) => [name, profile[name]]));

function converted<T>(parts: object, convert: (part: unknown) => unknown) {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, convert(part)])) as T;
}

/** Content of a profile's file. */
interface ProfileFile extends Pick<Profile, 'about' | 'notOffered'> {
  readonly profile: string;
  readonly handshakes?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Reads a shipped profile by name, or a file. Throws InputError with what is wrong and where. */
export function loadProfile(nameOrFile: string, root = packageRoot()): Profile {
  const shipped = join(root, 'specs', 'profiles', `${nameOrFile}.yaml`);
  const file = /^[\w.-]+$/.test(nameOrFile) && existsSync(shipped) ? shipped : nameOrFile;
  const names = shippedProfiles(root);
  if (!existsSync(file))
    throw new InputError(
      `The profile ${JSON.stringify(nameOrFile)} is neither a file nor a shipped one${suggestion(nameOrFile, names)} Shipped: ${names.join(', ')} (assay list profiles).`,
    );
  const { text, content, lineOf } = readYaml(file, 'profile', nameOrFile);
  const wrong = formProblems('profile', content).map(
    ({ pointer, what, word = '', known = [] }) =>
      `${file}:${lineOf(stepsOf(pointer))}: ${what}${suggestion(word, known)}`,
  );
  refuseIf(wrong);
  const { profile: name, handshakes, about, notOffered, ...maps } = content as ProfileFile;
  return {
    name,
    digest: hash('sha256', text),
    about,
    notOffered,
    ...converted<Pick<Profile, 'names' | 'fills'>>({ names: {}, fills: {}, ...maps }, mapOf),
    ...(handshakes && { handshakes: mapOf(converted(handshakes, mapOf)) }),
    place: (...keys) => `${file}:${lineOf(keys)}`,
  };
}

const mapOf = (part: unknown) => new Map(Object.entries(part as object));

/** Names of the profiles of known products: `doctor` sends their requests with the credential. */
export function shippedProfiles(root = packageRoot()): string[] {
  const folder = join(root, 'specs', 'profiles');
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith('.yaml'))
        .map((file) => file.slice(0, -'.yaml'.length))
        .sort()
    : [];
}
