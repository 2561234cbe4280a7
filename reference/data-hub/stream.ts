/** File-change events of spaces, and the stream that a subscription keeps open. */
import type { Way } from './files.ts';

/** An event as clients see it. */
export interface FileEvent {
  readonly sequence: number;
  readonly at: number;
  readonly spaceId: string;
  readonly fileId: string;
  readonly path: string;
  readonly kind: 'created' | 'changed' | 'removed';
}

/** Form of the events of a subscription. */
export interface StreamStyle {
  readonly type: string;
  readonly opening: readonly string[];
  readonly heartbeat?: string | Uint8Array;
  /** The pieces in which an event comes; `text` is its JSON. */
  readonly frames: (event: FileEvent, text: string, way: Way) => readonly string[];
  /** When the stream ends by itself; a number: after that many milliseconds. */
  readonly ends?: 'at once' | 'when quiet' | 'after an event' | 'with an event' | number;
}

export const USUAL_STREAM: StreamStyle = {
  type: 'application/x-ndjson',
  opening: [],
  frames: (_event, text) => [`${text}\n`],
};

const HEARTBEAT_MS = 40;

export function createEvents() {
  const listeners = new Set<(event: FileEvent, way: Way) => void>();
  let sequence = 0;
  return {
    /** Number of open streams. */
    open: () => listeners.size,
    report(event: Omit<FileEvent, 'sequence' | 'at'>, way: Way): void {
      sequence += 1;
      const full = { ...event, sequence, at: Date.now() };
      for (const listen of [...listeners]) listen(full, way);
    },
    /** Returns bytes of the stream for one space; ends when `signal` aborts, or as its style says. */
    stream(
      spaceId: string,
      { opening, heartbeat, frames, ends }: StreamStyle,
      signal: AbortSignal,
    ): AsyncIterable<Uint8Array> {
      const queue: (string | Uint8Array)[] = [...opening];
      let wake: () => void = () => {};
      let ended = ends === 'at once';
      const end = () => {
        ended = true;
        wake();
      };
      const push = (...pieces: readonly (string | Uint8Array)[]) => {
        queue.push(...pieces);
        wake();
      };
      const listen = (event: FileEvent, way: Way) => {
        if (ends === 'with an event') end();
        else if (event.spaceId === spaceId) push(...frames(event, JSON.stringify(event), way));
      };
      const beating = heartbeat === undefined ? undefined : setInterval(() => push(heartbeat), HEARTBEAT_MS);
      const ending = typeof ends === 'number' ? setTimeout(end, ends) : undefined;
      const close = () => {
        clearInterval(beating);
        clearTimeout(ending);
        listeners.delete(listen);
        wake();
      };
      beating?.unref();
      // Subscribed from now on, not from the first read, so that no change in between is lost.
      listeners.add(listen);
      signal.addEventListener('abort', close, { once: true });
      return (async function* () {
        try {
          while (!signal.aborted && !ended) {
            const next = queue.shift();
            if (next !== undefined) {
              yield typeof next === 'string' ? Buffer.from(next, 'utf8') : next;
              if (ends === 'after an event') return;
            } else if (ends === 'when quiet') return;
            else
              await new Promise<void>((resolve) => {
                wake = resolve;
                if (signal.aborted || ended) resolve();
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
