/** The subscription: it is opened before anything else is written, so that what it says can only be about our own changes. */
import { succeeded } from '../../../src/engine/answer.ts';
import { probe } from '../../../src/engine/suite.ts';
import type { Ask, AskOptions, Given } from '../../../src/engine/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { textsIn } from '../identifiers.ts';
import { type Mark, spokenIn } from '../stream.ts';
import { findFolder, withoutFolder } from './folder.ts';
import { signedIn } from './sign-in.ts';
import { without } from './tokens.ts';
import { upload, write } from './transfers.ts';
import { answeredWith, optional, readSpace, spaceNameIn } from './zone.ts';

/** A subscription that has said so much is closed. */
const MOST_OCTETS = 1024 * 1024;
const KEPT = 64 * 1024;

/** A subscription that is being held. */
class Held {
  readonly marks: Mark[] = [];
  closedByUs = false;
  #octets = Buffer.alloc(0);
  #size = 0;
  #done = false;
  #news: () => void = () => undefined;
  status: number | undefined;
  readonly #closing = new AbortController();
  readonly #ours: boolean | 'unnamed';

  /** How it is asked for. */
  readonly options: Pick<AskOptions, 'onHeaders' | 'onChunk' | 'until' | 'notes'> = {
    until: this.#closing.signal,
    onHeaders: (status) => {
      this.status = status;
      this.#news();
      return undefined;
    },
    onChunk: (chunk) => {
      if (this.#octets.length < KEPT) this.#octets = Buffer.concat([this.#octets, chunk.subarray(0, KEPT - this.#octets.length)]);
      this.#size += chunk.length;
      this.#news();
      if (this.#size < MOST_OCTETS) return undefined;
      this.closedByUs = true;
      return false;
    },
    notes: () => ({ marks: this.marks, closedByUs: this.closedByUs, ours: this.#ours }),
  };

  /** @param ours whether it is of the space that is written to; `unnamed`: the settings say so, and its details do not hold the name */
  constructor(ours: boolean | 'unnamed') {
    this.#ours = ours;
  }

  mark(what: Mark['what']): void {
    this.marks.push({ what, at: this.#size });
  }

  get ended(): boolean {
    return this.#done;
  }

  end(): void {
    this.#done = true;
    this.#news();
  }

  close(): void {
    if (this.#done) return;
    this.closedByUs = true;
    this.mark('end');
    this.#closing.abort();
  }

  /** Since the last mark something came that is no heartbeat. */
  get spoke(): boolean {
    const quiet = { from: 0, to: this.marks.find(({ what }) => what !== 'quiet')?.at ?? this.#size };
    return spokenIn(this.#octets, { from: this.marks.at(-1)?.at ?? 0, to: this.#octets.length }, quiet).length > 0;
  }

  /** Waits until something holds, the answer has ended, or the time is over. */
  async until(ask: Ask, ms: number, holds: () => boolean): Promise<void> {
    const end = ask.now() + ms;
    while (!this.#done && !holds() && ask.now() < end) {
      await Promise.race([new Promise<void>((resolve) => (this.#news = resolve)), ask.wait(Math.max(1, end - ask.now()))]);
    }
  }
}

/** Milliseconds to listen before the first change, to learn what comes without one. */
function quietMs(given: Given): number {
  return Math.min(500, Math.max(50, Number(given['changesWaitMs']) / 4));
}

/** What is sent with a subscription. */
export function subscribing(given: Given, spaceId: string): AskOptions {
  const body = typeof given['changesBody'] === 'string' ? given['changesBody'] : '{}';
  return { params: { space_id: spaceId }, body: new TextEncoder().encode(body), chosen: true };
}

/** Why no space can be subscribed to; undefined where one is named, or can be found in a list. */
function withoutSpace(given: Given): string | undefined {
  if (typeof given['spaceId'] === 'string') return undefined;
  return without('zone')(given) && 'neither DATA_HUB_SPACE_ID nor DATA_HUB_ZONE_URL is set';
}

export const subscription = probe({
  name: 'subscription',
  operation: 'subscribe-changes',
  needs: [signedIn, optional(readSpace), optional(findFolder)],
  unless: (given) => without('provider')(given) ?? withoutSpace(given),
  async run({ readSpace, findFolder }, ask) {
    const name = spaceNameIn(ask.given);
    const named = readSpace.find((exchange) => succeeded(exchange) && name !== undefined && textsIn(exchange)?.has(name))?.params['space_id'];
    const shown = named ?? answeredWith(readSpace, 'get-space', 'space_id');
    const own = ask.given['spaceId'];
    const spaceId = own ?? shown;
    if (typeof spaceId !== 'string') return [];
    const ours = spaceId === named || (spaceId === own && unlessOther(readSpace, spaceId, name));
    const wait = Number(ask.given['changesWaitMs']);
    const held = new Held(ours);
    const answer = ask('subscribe-changes', {
      ...subscribing(ask.given, spaceId),
      ...held.options,
      label: 'held',
      identifiers: spaceId === shown ? 'service' : 'given',
      timeoutMs: 60_000 + 4 * wait,
    });
    const ending = answer.then(
      () => held.end(),
      () => held.end(),
    );
    const made: Exchange[] = [];
    try {
      // Some servers send the headers with the first event only.
      await held.until(ask, wait, () => held.status !== undefined);
      if (held.status === undefined || held.status < 300) {
        held.mark('quiet');
        await held.until(ask, quietMs(ask.given), () => false);
        if (ours !== false && ask.allows('files') && withoutFolder(ask.given) === undefined) made.push(...(await change(ask, held, findFolder, wait)));
        else await held.until(ask, wait, () => false);
      }
    } finally {
      held.close();
      await ending;
    }
    return [await answer, ...made];
  },
});

/** The space of the settings, unless its details can be read and do not hold the name in the path. */
function unlessOther(readSpace: readonly Exchange[], spaceId: string, name: string | undefined): true | 'unnamed' {
  const details = readSpace.find((exchange) => succeeded(exchange) && exchange.params['space_id'] === spaceId);
  const texts = details && textsIn(details);
  return texts === undefined || name === undefined || texts.has(name) ? true : 'unnamed';
}

/** A change through CDMI, then one through REST; after each, an event is waited for. */
async function change(ask: Ask, held: Held, findFolder: readonly Exchange[], wait: number): Promise<Exchange[]> {
  const made: Exchange[] = [];
  const content = new TextEncoder().encode(`A change of run ${ask.runId}.`);
  const directory = findFolder.find((exchange) => exchange.operation === 'list-children')?.params['dir_id'];
  const ways = [
    ['cdmi-write', () => write(ask, 'change-c', content, 'change')],
    ...(directory === undefined
      ? []
      : ([['upload-file', () => upload(ask, answeredWith(findFolder, 'list-children', 'dir_id') ?? directory, 'change-r', content, 'change')]] as const)),
  ] as const;
  for (const [what, once] of ways) {
    if (held.ended) break;
    held.mark(what);
    const exchange = await once();
    made.push(exchange);
    if (succeeded(exchange)) await held.until(ask, wait, () => held.spoke);
  }
  return made;
}
