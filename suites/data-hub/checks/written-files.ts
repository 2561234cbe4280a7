/**
 * The files of a run, as its exchanges show them: what was written at each path, and what was read there, whichever
 * documented way.
 */

import { type Exchange, isBefore, originsOf, PASSING, placedOrigins, type Reporter, succeeded } from '../../words.ts';
import { folderOf } from '../contents.ts';
import { isNotThere } from '../poll.ts';
import { isPart } from '../probes/transfers.ts';

/** A file with the requests about it, except readings before its content appeared. */
export interface WrittenFile {
  readonly name: string;
  /** Uploads, accepted or not, in order. */
  readonly uploads: readonly Exchange[];
  /** Readings of the path through CDMI. */
  readonly direct: readonly Exchange[];
  readonly lookups: readonly Exchange[];
  /** Readings by identifiers that a lookup of the path or an upload gave. */
  readonly content: readonly Exchange[];
  /** Its name is of a kind that any deployment takes. */
  readonly plain: boolean;
}

const ROLES = {
  'cdmi-write': 'uploads',
  'upload-file': 'uploads',
  'cdmi-read': 'direct',
  'lookup-file-id': 'lookups',
  'read-content': 'content',
} as const;
type Role = (typeof ROLES)[keyof typeof ROLES];
const roleOf = ({ operation }: Exchange) => ROLES[operation as keyof typeof ROLES];
/**
 * Every reading counts, not only the one that its probe returned; lookups that were repeated until the file appeared do
 * not.
 */
const READS: ReadonlySet<Role | undefined> = new Set(['direct', 'content']);

/** Returns the response that gave the identifier with which a file was read. */
const giving = (read: Exchange, all: readonly Exchange[]) => {
  const [origin] = originsOf(read)['params/file_id'] ?? [];
  return origin?.from === 'answer' ? all.find(({ id }) => id === origin.exchange) : undefined;
};

type Recorded = Pick<Reporter, 'exchanges' | 'lane' | 'returned' | 'settings'>;

/** The written files of a lane and round, found once, by the exchanges that its probes returned. */
const FOUND = new WeakMap<readonly Exchange[], WrittenFiles>();

/** By path, what was uploaded to it and read from it. */
export class WrittenFiles {
  readonly all: readonly WrittenFile[];
  readonly #byPath = new Map<string, Omit<WrittenFile, Role> & Record<Role, Exchange[]>>();
  readonly #folder: string;
  readonly #returned: readonly Exchange[];

  /** Returns the written files of a lane and round, found once. */
  static of(report: Recorded): WrittenFiles {
    const files = FOUND.get(report.returned) ?? new WrittenFiles(report);
    FOUND.set(report.returned, files);
    return files;
  }

  private constructor({ exchanges, lane, returned, settings }: Recorded) {
    this.#folder = folderOf({ settings });
    const known = new Set(returned);
    // A probe that returned nothing may have written what is not recorded.
    const ended = new Set(returned.map(({ probe }) => probe));
    const counts = (one: Exchange) =>
      known.has(one) || roleOf(one) === 'uploads' || (READS.has(roleOf(one)) && ended.has(one.probe));
    this.#returned = exchanges.filter((one) => one.purpose === 'documented' && one.lane === lane && counts(one));
    for (const one of this.#returned) {
      const role = roleOf(one);
      if (role === undefined) continue;
      const path = this.#pathOf(one) ?? '';
      const plain = !placedOrigins(one).some(
        ({ parameter, origin }) => parameter !== undefined && origin.from === 'assay' && origin.unusual !== undefined,
      );
      const name = path.split('/').at(-1) ?? '';
      const file = this.#byPath.get(path) ?? { name, uploads: [], direct: [], lookups: [], content: [], plain };
      file[role].push(one);
      this.#byPath.set(path, file);
    }
    this.#dropEarly();
    // A probe that was interrupted may have written more than is known, and an upload that was tried again may have
    // arrived.
    this.all = [...this.#byPath.values()].filter(
      ({ uploads }) =>
        uploads.some((one) => known.has(one)) &&
        uploads.every((one) => known.has(one) || (one.outcome.kind === 'answer' && !succeeded(one))),
    );
  }

  /**
   * Ignores a reading without the new content if a later one returned it. Another node may be later, so that readings
   * within twice the longest delay that was seen are ignored, too.
   */
  #dropEarly() {
    const found = new Map<Exchange, Early>();
    for (const file of this.#byPath.values())
      for (const all of [file.direct, file.content])
        for (const read of all) {
          const early = earlyReading(file, read, all);
          if (early) found.set(read, early);
        }
    const longest = Math.max(0, ...[...found.values()].map(({ appeared = 0 }) => appeared));
    const counts = (read: Exchange) => {
      const early = found.get(read);
      return early === undefined || (early.appeared === undefined && early.age > 2 * longest);
    };
    for (const file of this.#byPath.values())
      for (const role of ['direct', 'content'] as const) file[role] = file[role].filter(counts);
  }

  #pathOf(one: Exchange | undefined): string | undefined {
    if (one === undefined) return undefined;
    if (one.operation === 'upload-file') return `${this.#folder}/${one.params['name']}`;
    if (one.operation === 'read-content') return this.#pathOf(giving(one, this.#returned));
    return one.params['file_path'] ?? one.params['space_path'];
  }

  /** Returns the file to which an upload went. */
  of(upload: Exchange | undefined): WrittenFile | undefined {
    return this.#byPath.get(this.#pathOf(upload) ?? '');
  }

  /** Returns the file that a lookup is of. */
  lookedUp(lookup: Exchange): WrittenFile | undefined {
    return this.all.find(({ lookups }) => lookups.includes(lookup));
  }

  /** Returns readings by an identifier that a lookup gave. */
  afterLookup({ content }: WrittenFile): readonly Exchange[] {
    return content.filter((read) => giving(read, this.#returned)?.operation === 'lookup-file-id');
  }

  /** Whether any lookup leads to the file that was written at its path. */
  lookupsWork(of: readonly WrittenFile[] = this.all): boolean {
    return of.some((file) => this.afterLookup(file).some((read) => isRight(file, read)));
  }

  /**
   * Whether files can be read by identifiers that REST uploads returned, but never with the written content: then
   * lookups are not the cause.
   */
  get spoilt(): boolean {
    const own = this.all.flatMap((file) =>
      file.content
        .filter((read) => succeeded(read) && giving(read, this.#returned)?.operation === 'upload-file')
        .map((read) => isRight(file, read)),
    );
    return own.length > 0 && !own.includes(true);
  }
}

export const bytesSent = (exchange: Exchange | undefined): string | undefined => exchange?.request.body?.rawDigest;
export const came = (exchange: Exchange | undefined): string | undefined =>
  exchange?.outcome.kind === 'answer' && succeeded(exchange) ? exchange.outcome.body.rawDigest : undefined;

/**
 * Whether the service itself rejected the whole request, which then had no effect. Any other outcome may have had an
 * effect, because an intermediary may have responded.
 */
const isRefused = ({ outcome }: Exchange) =>
  outcome.kind === 'answer' && outcome.status >= 400 && outcome.status < 500 && !PASSING.has(outcome.status);

/**
 * Returns the accepted uploads whose content a read may return: the last one that ended before it, and those that
 * overlapped with that upload or with the read. Empty if it is unknown whether an upload had an effect.
 */
export function expectedIn({ uploads }: WrittenFile, read: Exchange): readonly Exchange[] {
  const begun = uploads.filter(({ startedAt }) => startedAt < read.endedAt);
  if (!begun.every((one) => succeeded(one) || isRefused(one))) return [];
  const taken = begun.filter(succeeded);
  const ended = taken.filter((one) => isBefore(one, read));
  return taken.filter((one) => !ended.some((other) => isBefore(one, other)));
}

/** Whether a reading gave what was written last. */
export const isRight = (file: WrittenFile, read: Exchange | undefined): boolean =>
  read !== undefined && came(read) !== undefined && expectedIn(file, read).some((one) => bytesSent(one) === came(read));

/** When a reading did not give a content that another one in the same way gave, in milliseconds after its upload. */
interface Early {
  readonly age: number;
  /** When the content appeared; undefined if it had been read before, or was not read later. */
  readonly appeared: number | undefined;
}

/**
 * Returns when a reading gave nothing, a part, or what had been written before, while another one in the same way gave
 * the content; undefined for any other reading.
 */
function earlyReading(file: WrittenFile, read: Exchange, all: readonly Exchange[]) {
  const [written] = expectedIn(file, read).toReversed();
  if (written === undefined || isRight(file, read)) return undefined;
  const before = file.uploads.filter((one) => isBefore(one, written)).map(bytesSent);
  const mayAppear =
    isNotThere(read) || isPart(read, written) || (came(read) !== undefined && before.includes(came(read)));
  const right = all.filter(
    (one) =>
      one.params['file_id'] === read.params['file_id'] && isRight(file, one) && expectedIn(file, one).includes(written),
  );
  if (!mayAppear || right.length === 0) return undefined;
  const age = ({ startedAt }: Exchange) => startedAt - written.endedAt;
  const isFirst = right.every((one) => isBefore(read, one));
  return { age: age(read), appeared: isFirst ? Math.min(...right.map(age)) : undefined };
}

/**
 * Returns the readings by identifier that count: those by identifiers that gave the right content; else the first that
 * succeeded; else the first. Any other text in a response may not be the identifier.
 */
export function byIdentifier(file: WrittenFile): readonly Exchange[] {
  const { content } = file;
  const ids = new Set(content.filter((read) => isRight(file, read)).map(({ params }) => params['file_id']));
  if (ids.size > 0) return content.filter(({ params }) => ids.has(params['file_id']));
  return [content.find(succeeded) ?? content[0] ?? []].flat();
}

/**
 * Whether a file exists: an upload succeeded, and its name is plain, or it was read back. An unusual name may not be
 * kept.
 */
export const isThere = (file: WrittenFile): boolean =>
  file.uploads.some(succeeded) && (file.plain || file.direct.some((read) => isRight(file, read)));
