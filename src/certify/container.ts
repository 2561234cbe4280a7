/**
 * A bundle's file: a zip archive of the simplest kind. Members are stored, not compressed, in order of their names and with
 * one fixed time, so that equal members give equal octets, and nothing inside is larger than it is outside.
 */
import { unzipSync, type Zippable, zipSync } from 'fflate';

/** A file that is no bundle; the message says why. */
export class ContainerError extends Error {
  override readonly name = 'ContainerError';
}

/** The only names that members have. */
const NAMES = /^(?:manifest\.json|signature\.jws|results\.json|evidence\.har|plan\.yaml|statement\.json|bodies\/[0-9a-f]{64})$/;

/** Octets of a bundle, at most. */
export const MOST_OCTETS = 512 * 1024 * 1024;
const MOST_MEMBERS = 10_000;
const STORED = 0;
const DAMAGED = 'it is no zip archive, or it is truncated';

/** Writes members; equal members give equal octets. Throws ContainerError where they are too many or too large. */
export function packMembers(members: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const files: Zippable = {};
  let octets = 0;
  for (const name of [...members.keys()].sort()) {
    const content = members.get(name) as Uint8Array;
    octets += content.length;
    // The earliest time that the format knows.
    files[name] = [content, { level: 0, mtime: new Date(1980, 0, 1) }];
  }
  if (members.size > MOST_MEMBERS || octets > MOST_OCTETS)
    throw new ContainerError(`a bundle has at most ${MOST_MEMBERS} members and ${MOST_OCTETS} octets; this one would have ${members.size} and ${octets}`);
  return zipSync(files);
}

/**
 * Reads members. Takes no more memory than twice the file, whatever its directory says.
 * @throws ContainerError where the file is not exactly what `packMembers` writes: other names, compression, overlaps, duplicates, anything before, between or behind
 */
export function unpackMembers(file: Uint8Array): Map<string, Uint8Array> {
  if (file.length > MOST_OCTETS * 1.01) throw new ContainerError(`it is larger than ${MOST_OCTETS} octets`);
  const seen = new Set<string>();
  let octets = 0;
  let read: Record<string, Uint8Array>;
  try {
    read = unzipSync(file, {
      filter({ name, size, originalSize, compression }) {
        if (seen.size >= MOST_MEMBERS) throw new ContainerError(`it has more than ${MOST_MEMBERS} members`);
        if ([...name].some((character) => character < ' ')) throw new ContainerError(DAMAGED);
        if (!NAMES.test(name)) throw new ContainerError(`its member ${JSON.stringify(name.slice(0, 120))} has a name that no bundle has`);
        if (seen.has(name)) throw new ContainerError(`its member ${name} is there twice`);
        seen.add(name);
        if (compression !== STORED || size !== originalSize) throw new ContainerError(`its member ${name} is compressed, which no member of a bundle is`);
        octets += size;
        if (!(octets <= file.length)) throw new ContainerError('its members are together larger than the file: they overlap, or the file is truncated');
        return true;
      },
    });
  } catch (error) {
    if (error instanceof ContainerError) throw error;
    throw new ContainerError(DAMAGED);
  }
  const members = new Map(Object.entries(read));
  const again = members.size === 0 ? new Uint8Array() : packMembers(members);
  if (Buffer.compare(file, again) !== 0)
    throw new ContainerError('it is not exactly what Assay writes: it is truncated, or something stands before, between or behind its members');
  return members;
}
