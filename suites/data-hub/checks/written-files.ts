/** The files of a run, as its exchanges show them: what was written at each path, and what was read there, whichever documented way. */
import { succeeded } from '../../../src/engine/words/answer.ts';
import { originsOf } from '../../../src/engine/words/origins.ts';
import type { Reporter } from '../../../src/engine/words/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { folderOf } from '../contents.ts';
import { came, matches } from './trips.ts';

/** A file that was written. */
export interface WrittenFile {
  readonly path: string;
  readonly name: string;
  /** Accepted uploads, in the order of their ends. */
  readonly writes: readonly Exchange[];
  /** Readings through CDMI, and by an identifier that a lookup of the path or the upload gave, in order. */
  readonly reads: readonly Exchange[];
  /** Its name is of a kind that any deployment takes. */
  readonly plain: boolean;
}

const WRITES: readonly string[] = ['cdmi-write', 'upload-file'];

/** Files by path. Attempts that another took the place of are left out: until then, nothing may have been there. */
export function writtenFiles({
  returned,
  settings,
}: Pick<Reporter, 'returned' | 'settings'>): ReadonlyMap<string, WrittenFile> {
  const byId = new Map(returned.map((one) => [one.id, one]));
  const pathIn = (one: Exchange | undefined): string | undefined => {
    if (one === undefined) return undefined;
    const { file_path: path, space_path: lookedUp, name, file_id: id } = one.params;
    if (path !== undefined || lookedUp !== undefined) return path ?? lookedUp;
    if (one.operation === 'upload-file') return `${folderOf({ settings })}/${name}`;
    const [origin] = id === undefined ? [] : (originsOf(one)['params/file_id'] ?? []);
    return origin?.from === 'answer' ? pathIn(byId.get(origin.exchange)) : undefined;
  };
  const files = new Map<
    string,
    { path: string; name: string; writes: Exchange[]; reads: Exchange[]; plain: boolean }
  >();
  const documented = returned.filter(({ purpose }) => purpose === 'documented');
  for (const one of documented.filter((each) => WRITES.includes(each.operation) && succeeded(each))) {
    const path = pathIn(one) ?? '';
    const plain = !Object.entries(originsOf(one)).some(
      ([place, origins]) =>
        place.startsWith('params/') && origins.some((each) => each.from === 'assay' && each.unusual),
    );
    const file = files.get(path) ?? { path, name: path.split('/').at(-1) ?? '', writes: [], reads: [], plain };
    file.writes.push(one);
    files.set(path, file);
  }
  for (const one of documented.filter(({ operation }) => operation === 'cdmi-read' || operation === 'read-content'))
    files.get(pathIn(one) ?? '')?.reads.push(one);
  for (const { writes } of files.values()) writes.sort((a, b) => a.endedAt - b.endedAt);
  return files;
}

/** The uploads whose content a reading may give: the last one that ended before, and those that ran at the same time as it or as the reading. */
export function mayGive({ writes }: WrittenFile, read: Exchange): readonly Exchange[] {
  const begun = writes.filter(({ startedAt }) => startedAt < read.endedAt);
  const ended = begun.filter(({ endedAt }) => endedAt <= read.startedAt);
  return begun.filter((one) => !ended.some(({ startedAt }) => startedAt >= one.endedAt));
}

/** Identifiers under which its content was read. */
export const identifiersOf = ({ reads }: WrittenFile): string[] =>
  reads
    .filter((one) => succeeded(one) && one.params['file_id'] !== undefined)
    .map(({ params }) => params['file_id'] ?? '');

/** A file of an unusual name that cannot be read back under it may not be there. */
export const isThere = (file: WrittenFile): boolean =>
  file.plain ||
  file.reads.some(
    (read) =>
      read.operation === 'cdmi-read' && came(read) !== undefined && file.writes.some((one) => matches(read, one)),
  );
