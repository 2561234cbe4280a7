/**
 * A bundle file: a simple zip archive. Members are stored uncompressed, sorted by name and with a fixed time, so that equal
 * members give equal octets, and no member is larger than the file.
 */
import { unzipSync, type Zippable, zipSync } from 'fflate';

/** An invalid bundle file; the message gives the reason. */
export class ContainerError extends Error {
  override readonly name = 'ContainerError';
}

/** The allowed names of members. */
const NAMES =
  /^(?:manifest\.json|signature\.jws|results\.json|evidence\.har|plan\.yaml|statement\.json|bodies\/[0-9a-f]{64})$/;

/** Maximum size of a bundle, in octets. */
const MOST_OCTETS = 512 * 1024 * 1024;
const MOST_MEMBERS = 10_000;
const STORED = 0;
const DAMAGED = 'not a zip archive, or truncated';

/** Writes members; equal members give equal octets. Throws ContainerError if they are too many or too large. */
export function packMembers(members: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const files: Zippable = {};
  let octets = 0;
  for (const name of [...members.keys()].sort()) {
    const content = members.get(name) as Uint8Array;
    octets += content.length;
    // The earliest time of the format.
    files[name] = [content, { level: 0, mtime: new Date(1980, 0, 1) }];
  }
  if (members.size > MOST_MEMBERS || octets > MOST_OCTETS)
    throw new ContainerError(
      `a bundle has at most ${MOST_MEMBERS} members and ${MOST_OCTETS} octets; this one would have ${members.size} and ${octets}`,
    );
  return zipSync(files);
}

/**
 * Reads members. Uses at most twice the memory of the file, whichever sizes its directory claims.
 * @throws ContainerError unless the file is exactly as `packMembers` writes it: no other names, compression, overlaps, duplicates or additional data
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
        if (!NAMES.test(name))
          throw new ContainerError(`its member ${JSON.stringify(name.slice(0, 120))} has an unexpected name`);
        if (seen.has(name)) throw new ContainerError(`its member ${name} occurs twice`);
        seen.add(name);
        if (compression !== STORED || size !== originalSize)
          throw new ContainerError(`its member ${name} is compressed`);
        octets += size;
        if (!(octets <= file.length))
          throw new ContainerError('its members are larger than the file: they overlap, or the file is truncated');
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
    throw new ContainerError('it differs from the output of Assay: it was changed, truncated or extended');
  return members;
}
