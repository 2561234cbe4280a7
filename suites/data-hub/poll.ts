/** Polling: an accepted change may take as long to appear as an event, since the document specifies no time. */

import {
  poll as askAgain,
  doublingPauses,
  type Exchange,
  type MemorySlot,
  NOT_FOUND,
  type ProbeContext,
  statusOf,
  succeeded,
  type Value,
} from '../words.ts';
import { settingsOf } from './known-settings.ts';
import { listingOf, mentions } from './listings.ts';

/** Milliseconds between the first two requests. */
const FIRST_PAUSE = 200;

/** Memory of one lane in one run. */
interface Memory {
  /** Kinds of objects that never appeared: the wait for the next ones is short. */
  readonly neverAppeared: Set<string>;
  /** Words by which each created object may be listed, by its kind and name. */
  readonly made: Readonly<Record<'file' | 'handle', Map<string, readonly string[]>>>;
  /** Paths of files that were read. */
  readonly seen: Set<string>;
  /** Files that were written, by path: the upload, and the identifier under which the right content was read. */
  readonly files: Map<string, { readonly path: Value; readonly written: Exchange; readonly id?: Value }>;
}

const POLLING: MemorySlot<Memory> = {
  initial: () => ({
    neverAppeared: new Set(),
    made: { file: new Map(), handle: new Map() },
    seen: new Set(),
    files: new Map(),
  }),
};
export const memoryOf = (context: ProbeContext): Memory => context.memory(POLLING);

/**
 * Requests a new object until it exists, or the time is over; returns the last response.
 * @param what the kind of the object: after one of a kind that never appeared, later ones are requested only twice
 */
export async function poll<T>(
  context: ProbeContext,
  what: string,
  once: () => Promise<T>,
  there: (made: T) => boolean,
): Promise<T> {
  const { neverAppeared } = memoryOf(context);
  const pauses = doublingPauses(FIRST_PAUSE, Number(settingsOf(context.settings).objectWaitMs));
  const made = await askAgain(context, neverAppeared.has(what) ? pauses.slice(0, 1) : pauses, once, there);
  if (!there(made)) neverAppeared.add(what);
  return made;
}

const NOT_THERE = new Set([400, ...NOT_FOUND]);

/** Whether a response says that the requested object does not exist: it may appear, or have another identifier. */
export function isNotThere(exchange: Exchange): boolean {
  return NOT_THERE.has(statusOf(exchange));
}

/** Remembers what was made, with words by which a list may name it. */
export function remember(
  context: ProbeContext,
  kind: 'file' | 'handle',
  name: string,
  words: readonly string[] = [name],
): void {
  const made = memoryOf(context).made[kind];
  made.set(name, [...(made.get(name) ?? []), ...words]);
}

/**
 * Requests a list until it contains all objects of a kind that were created so far, if it can be read and is declared
 * complete.
 */
export function pollListing(
  context: ProbeContext,
  kind: 'file' | 'handle',
  once: () => Promise<Exchange>,
): Promise<Exchange> {
  return poll(context, `list of ${kind}s`, once, (exchange) => {
    const listing = succeeded(exchange) ? listingOf(exchange) : undefined;
    if (listing === undefined || listing.more !== undefined) return true;
    return [...memoryOf(context).made[kind].values()].every((words) => words.some((word) => mentions(listing, word)));
  });
}
