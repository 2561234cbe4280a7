/** File-change events of spaces, and the stream that a subscription holds open. */

import type { Way } from './files.ts';
import type { Switches } from './switches.ts';

interface Change {
  readonly sequence: number;
  readonly at: number;
  readonly spaceId: string;
  readonly fileId: string;
  readonly path: string;
  readonly kind: 'created' | 'changed' | 'removed';
  readonly way: Way;
}

export interface Changes {
  report(change: Omit<Change, 'sequence' | 'at'>): void;
  /** Octets of the stream for one space; ends when `signal` aborts (or when a fault says so). */
  stream(spaceId: string, signal: AbortSignal): AsyncIterable<Uint8Array>;
  /** How many streams are open. */
  readonly open: () => number;
}

const HEARTBEAT_MS = 40;

export function createChanges(switches: Switches, clock: () => number): Changes {
  const listeners = new Set<(change: Change) => void>();
  let sequence = 0;
  return {
    open: () => listeners.size,
    report(change) {
      sequence += 1;
      const full = { ...change, sequence, at: clock() };
      for (const listen of [...listeners]) listen(full);
    },
    stream(spaceId, signal) {
      const fault = switches.fault('subscribe-changes/stays-open');
      const queue: (string | Uint8Array)[] = [...opening(switches)];
      let wake: () => void = () => {};
      const push = (...texts: readonly (string | Uint8Array)[]): void => {
        queue.push(...texts);
        wake();
      };
      const listen = (change: Change): void => {
        if (fault === 'ends-with-a-change') {
          end.abort();
          wake();
        } else if (change.spaceId === spaceId && !silenced(switches, change)) push(...frames(switches, change));
      };
      const beat = heartbeat(switches);
      const timer = beat === undefined ? undefined : setInterval(() => push(beat), HEARTBEAT_MS);
      const close = (): void => {
        clearInterval(timer);
        clearTimeout(ending);
        listeners.delete(listen);
        wake();
      };
      timer?.unref();
      const ends = switches.drawn.find((behaviour) => behaviour.streamEndsMs !== undefined)?.streamEndsMs;
      const end = new AbortController();
      const ending =
        ends === undefined
          ? undefined
          : setTimeout(() => {
              end.abort();
              wake();
            }, ends);
      // Subscribed from now on, not from the first read: nothing that changes in between is lost.
      listeners.add(listen);
      signal.addEventListener('abort', close, { once: true });
      return (async function* () {
        try {
          if (switches.variant('stream-flood')) yield* flood(signal);
          while (!signal.aborted && !end.signal.aborted && fault !== 'ends-at-once') {
            const next = queue.shift();
            if (next !== undefined) {
              yield typeof next === 'string' ? Buffer.from(next, 'utf8') : next;
              if (fault === 'ends-after-first-event') return;
              continue;
            }
            if (fault === 'ends-when-quiet') return;
            await new Promise<void>((resolve) => {
              wake = resolve;
              if (signal.aborted || end.signal.aborted) resolve();
            });
          }
        } finally {
          signal.removeEventListener('abort', close);
          close();
        }
      })();
    },
  };
}

/** The drawn form of streams. */
const drawnStream = (switches: Switches) => switches.drawn.find((behaviour) => behaviour.stream)?.stream;

function opening(switches: Switches): readonly string[] {
  const drawn = drawnStream(switches);
  if (drawn) return drawn.opening;
  if (switches.variant('stream-greeting')) return ['{"subscribed":true}\n'];
  if (switches.variant('stream-retry-line')) return ['retry: 3000\n\n'];
  if (switches.is('subscribe-changes/stays-open@ends-when-quiet')) return ['\n'];
  return [];
}

/** 100 MB without content, as fast as they are read. */
async function* flood(signal: AbortSignal): AsyncIterable<Uint8Array> {
  const block = Buffer.alloc(64 * 1024, 'flood\n');
  for (let sent = 0; sent < 100_000_000 && !signal.aborted; sent += block.length) {
    yield block;
    // Others get their turn, so that the reader's wish to close is heard.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const HEARTBEATS: Readonly<Record<string, string | Uint8Array>> = {
  'stream-garbage': Uint8Array.of(0xff, 0x00, 0xfe, 0x7b, 0x0d, 0x80, 0x0a),
  'stream-heartbeat-blank': '\n',
  'subscribe-changes/speaks-after-cdmi-write@heartbeats-only': '\n',
  'subscribe-changes/speaks-after-upload@heartbeats-only': '\n',
  'stream-heartbeat-crlf': '\r\n',
  'stream-heartbeat-comment': ': alive\n\n',
  'stream-heartbeat-json': '{"heartbeat":true}\n',
  'subscribe-changes/speaks-after-upload@json-heartbeats-alone': '{"heartbeat":true}\n',
  'subscribe-changes/speaks-after-upload@blank-lines-alone': '\r\n',
};

function heartbeat(switches: Switches): string | Uint8Array | undefined {
  const drawn = drawnStream(switches);
  if (drawn) return drawn.heartbeat;
  return Object.entries(HEARTBEATS).find(([id]) => switches.variant(id) || switches.is(id))?.[1];
}

/** Faults with which no change at all is reported. */
const NEVER_TOLD: ReadonlySet<string> = new Set(['never-speaks', 'json-heartbeats-alone', 'blank-lines-alone']);

/** Changes that a fault keeps quiet about. */
function silenced(switches: Switches, { way }: Change): boolean {
  if (switches.variant('stream-garbage') || switches.variant('stream-silent')) return true;
  if (NEVER_TOLD.has(switches.fault('subscribe-changes/speaks-after-upload') ?? '')) return true;
  return (
    (way === 'cdmi' && switches.fault('subscribe-changes/speaks-after-cdmi-write') !== undefined) ||
    (way === 'rest' && switches.fault('subscribe-changes/speaks-after-upload') !== undefined)
  );
}

/** How a change is written, by variant: the change, and its JSON. */
const FRAMES: Readonly<Record<string, (event: Omit<Change, 'way'>, text: string) => readonly string[]>> = {
  'stream-crlf': (_, text) => [`${text}\r\n`],
  'stream-event-stream': ({ sequence, kind }, text) => [`id: ${sequence}\nevent: ${kind}\ndata: ${text}\n\n`],
  'stream-json-sequence': (_, text) => [`\u001e${text}\n`],
  'stream-batches': (event) => [
    `${JSON.stringify({ seq: event.sequence, changes: [event, { ...event, kind: 'attributes' }] })}\n`,
  ],
  'stream-split': (_, text) => [text.slice(0, 9), text.slice(9, 20), `${text.slice(20)}\n`],
  'stream-split-at-colon': (_, text) => [text.slice(0, text.indexOf(':')), text.slice(text.indexOf(':'))],
  'stream-bare': (_, text) => [text],
  'stream-xml': ({ sequence, kind, fileId }) => [`<change seq="${sequence}" kind="${kind}" file="${fileId}"/>\n`],
  'stream-text-lines': ({ sequence, kind, fileId }) => [`change ${sequence} (${kind}), file id: ${fileId}\n`],
  'stream-large-events': (event) => [`${JSON.stringify({ ...event, attributes: 'x'.repeat(100_000) })}\n`],
  'stream-heartbeat-comment': (_, text) => [`data: ${text}\n\n`],
  'stream-array': (_, text) => [`[${text}]\n`],
};

/** A change as octets on the stream, in one or several pieces. */
function frames(switches: Switches, change: Change): readonly string[] {
  const { way: _way, ...event } = change;
  const text = JSON.stringify(event);
  const drawn = drawnStream(switches);
  if (drawn) return drawn.frames(text, event.sequence);
  return FRAMES[switches.oneOf(...Object.keys(FRAMES)) ?? '']?.(event, text) ?? [`${text}\n`];
}
