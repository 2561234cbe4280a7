/**
 * The subscription: it is opened before anything else is written, so that what it says can only be about our own
 * changes.
 */

import {
  CLOSED_BY_US,
  type Exchange,
  ifSent,
  optional,
  PASSING,
  type ProbeContext,
  paramsOf,
  probe,
  REMEDY,
  type RequestOptions,
  type Settings,
  succeeded,
  VALUES_OPEN,
  type Value,
} from '../../words.ts';
import { plainText, utf8 } from '../contents.ts';
import { changesBody, set, settingsOf, usualChangesBody } from '../known-settings.ts';
import { textsIn } from '../listings.ts';
import { isNotThere } from '../poll.ts';
import { type Mark, spokenIn } from '../stream.ts';
import { directoryIn, findFolder, withoutFolder } from './folder.ts';
import { signedIn } from './sign-in.ts';
import { put, write } from './transfers.ts';
import { answeredWith, confirmedOr, readSpace, spaceNameIn } from './zone.ts';

/** Maximum size of a subscription; a longer one is closed. */
const MOST_BYTES = 1024 * 1024;
const KEPT = 64 * 1024;
const MOST_BUSY_MS = 120_000;
/** A timer that is not needed any more keeps the process alive. */
const LONGEST_TIMER_MS = 100;

/** A subscription that is kept open. */
export class Stream {
  readonly marks: Mark[] = [];
  closedByUs = false;
  ended = false;
  #bytes = Buffer.alloc(0);
  #size = 0;
  #news: () => void = () => undefined;
  status: number | undefined;
  readonly #closing = new AbortController();

  /** Options of its request. */
  readonly options: Pick<RequestOptions, 'onHeaders' | 'onChunk' | 'until'> = {
    until: this.#closing.signal,
    // Also those of an earlier attempt, whose body is not that of the response.
    onHeaders: (status) => {
      this.status = status;
      this.#bytes = Buffer.alloc(0);
      this.#size = 0;
      this.#news();
      return undefined;
    },
    onChunk: (chunk) => {
      if (this.#bytes.length < KEPT)
        this.#bytes = Buffer.concat([this.#bytes, chunk.subarray(0, KEPT - this.#bytes.length)]);
      this.#size += chunk.length;
      this.#news();
      if (this.#size < MOST_BYTES) return undefined;
      this.closedByUs = true;
      return false;
    },
  };

  mark(what: Mark['what']): void {
    this.marks.push({ what, at: this.#size, ...(this.status === undefined && { unopened: true }) });
  }

  end(): void {
    this.ended = true;
    this.#news();
  }

  close(): void {
    if (this.ended) return;
    this.closedByUs = true;
    this.mark('end');
    this.#closing.abort();
  }

  /** Something other than a heartbeat came since the last mark. */
  get spoke(): boolean {
    const quiet = { from: 0, to: this.marks.find(({ what }) => what !== 'quiet')?.at ?? this.#size };
    return spokenIn(this.#bytes, { from: this.marks.at(-1)?.at ?? 0, to: this.#bytes.length }, quiet).length > 0;
  }

  /** Waits until a condition is met, the response has ended, or the time is over. */
  async until(context: ProbeContext, ms: number, isMet: () => boolean): Promise<void> {
    const end = context.now() + ms;
    while (!this.ended && !isMet() && context.now() < end) {
      await Promise.race([
        new Promise<void>((resolve) => (this.#news = resolve)),
        context.wait(Math.max(1, Math.min(LONGEST_TIMER_MS, end - context.now()))),
      ]);
    }
  }
}

/** Returns milliseconds to listen before the first change, to learn what comes without one. */
function quietMs(settings: Settings) {
  return Math.min(500, Math.max(50, Number(settingsOf(settings).changesWaitMs) / 4));
}

/** Returns options of a subscription request. */
export function subscribing(
  settings: Settings,
  spaceId: Value,
  { text, origins } = changesBody(settings),
): RequestOptions {
  return { params: { space_id: spaceId }, body: { body: utf8(text), origins } };
}

/** Returns why no space can be subscribed to, or undefined if one is named, or can be found in a list. */
function withoutSpace(settings: Settings) {
  if (typeof settingsOf(settings).spaceId === 'string') return undefined;
  return settingsOf(settings).services?.includes('zone')
    ? undefined
    : 'neither DATA_HUB_SPACE_ID nor DATA_HUB_ZONE_URL is set';
}

/** The subscription, and the changes that are made meanwhile. */
export const subscription = probe({
  name: 'subscription',
  title: 'subscribe to changes',
  operation: 'subscribe-changes',
  needs: [signedIn, optional(readSpace), ifSent(findFolder)],
  unless: withoutSpace,
  async run(
    { readSpace, findFolder },
    context,
  ): Promise<{ readonly held?: Exchange; readonly changes?: readonly Exchange[]; readonly usualBody?: Exchange }> {
    const name = spaceNameIn(context.settings);
    const details = readSpace.find(
      (exchange) => succeeded(exchange) && name !== undefined && textsIn(exchange)?.has(name),
    );
    const named = details && paramsOf(details)['space_id'];
    const shown = named ?? answeredWith(readSpace, 'space_id');
    const own = set(context.settings, 'spaceId');
    const spaceId = confirmedOr(own, shown);
    if (spaceId === undefined) return {};
    // Whether the subscription is to the space that the run writes to; `unnamed`: only the settings say so, its details
    // lack the name.
    const shownIn = readSpace.find((one) => succeeded(one) && one.params['space_id'] === spaceId.text);
    const texts = shownIn && textsIn(shownIn);
    const isNamed = texts === undefined || name === undefined || texts.has(name);
    const ours = spaceId.text === named?.text || (spaceId.text === own?.text && (isNamed || 'unnamed'));
    const wait = Number(settingsOf(context.settings).changesWaitMs);
    const open = new Stream();
    const answer = context.send('subscribe-changes', {
      ...subscribing(context.settings, spaceId),
      ...open.options,
      // A subscription creates no object.
      repeatable: true,
      timeoutMs: 60_000 + 4 * wait,
    });
    const ending = answer.then(
      () => open.end(),
      () => open.end(),
    );
    let changes: readonly Exchange[] = [];
    try {
      // Some servers send the headers with the first event only.
      await open.until(context, wait, () => open.status !== undefined);
      // A service that is busy or fails is asked again, after the time that it demands.
      await open.until(context, MOST_BUSY_MS, () => !PASSING.has(open.status) && open.status !== 500);
      if (open.status === undefined || open.status < 300) {
        open.mark('quiet');
        await open.until(context, quietMs(context.settings), () => false);
        if (ours !== false && context.allows('files') && withoutFolder(context.settings) === undefined)
          changes = await change(context, open, directoryIn(findFolder), wait);
        else await open.until(context, wait, () => false);
      } else {
        // The server's own words follow the status of a rejection.
        await open.until(context, wait, () => false);
      }
    } finally {
      open.close();
      await ending;
    }
    const answered = await answer;
    context.note(answered, { marks: open.marks, [CLOSED_BY_US]: open.closedByUs, ours });
    if (answered.outcome.status === 403)
      context.note(answered, {
        [REMEDY]:
          'a subscription requires a permission on the space (Authentication 3): assign it to the user or a group',
      });
    if (ours === 'unnamed' && isNotThere(answered))
      context.note(answered, {
        [VALUES_OPEN]:
          'the space may not be one of the provider: its details do not contain the name in DATA_HUB_SPACE_PATH; check DATA_HUB_SPACE_ID',
      });
    // Whether a 404 may be due to the body in the settings: then the usual body is tried too.
    const twin = typeof settingsOf(context.settings).changesBody === 'string' && isNotThere(answered);
    const bare = {
      ...subscribing(context.settings, spaceId, usualChangesBody()),
      purpose: 'other',
      onHeaders: () => false,
    } as const;
    return { held: answered, changes, ...(twin && { usualBody: await context.send('subscribe-changes', bare) }) };
  },
});

/**
 * Returns a change through CDMI, one through REST, and the same again with other files; after each, an event is waited
 * for.
 */
async function change(context: ProbeContext, open: Stream, directory: Value | undefined, wait: number) {
  const content = plainText(`A change of run ${context.runId}.`);
  const made: Exchange[] = [];
  let spoken = true;
  for (const again of ['', '-again'])
    for (const operation of ['cdmi-write', ...(directory ? (['upload-file'] as const) : [])] as const) {
      // If no event came for one, another wait would not help.
      if (open.ended || (again !== '' && !spoken)) return made;
      open.mark(operation);
      const exchange =
        operation === 'cdmi-write'
          ? await write(context, `change-c${again}`, content)
          : await put(context, directory, `change-r${again}`, content);
      if (succeeded(exchange)) await open.until(context, wait, () => open.spoke);
      spoken &&= open.spoke;
      made.push(exchange);
    }
  return made;
}
