/** How subscriptions speak. */
import { by, type Change, type VariantLine as Line } from '../operators.ts';
import type { StreamStyle } from '../stream.ts';
import { forbidden } from './conditions.ts';

const stream = (style: Partial<StreamStyle>): Change => by.stream({}, style);
const frames = (make: (text: string) => readonly string[], type?: string): Change =>
  stream({ frames: (_event, text) => make(text), ...(type !== undefined && { type }) });
const EVENT_STREAM = 'text/event-stream';

export const STREAMS: readonly Line[] = [
  ['stream-crlf', 'events end in CRLF', frames((text) => [`${text}\r\n`])],
  [
    'stream-event-stream',
    'events are framed as an event stream',
    stream({
      type: EVENT_STREAM,
      frames: ({ sequence, kind }, text) => [`id: ${sequence}\nevent: ${kind}\ndata: ${text}\n\n`],
    }),
  ],
  [
    'stream-json-sequence',
    'events are a JSON text sequence',
    frames((text) => [`\u001e${text}\n`], 'application/json-seq'),
  ],
  [
    'stream-batches',
    'events come in batches',
    stream({
      frames: (event) => [
        `${JSON.stringify({ seq: event.sequence, changes: [event, { ...event, kind: 'attributes' }] })}\n`,
      ],
    }),
  ],
  [
    'stream-split',
    'an event comes in three pieces',
    frames((text) => [text.slice(0, 9), text.slice(9, 20), `${text.slice(20)}\n`]),
  ],
  [
    'stream-split-at-colon',
    'an event comes in two pieces, the second begins with a colon, and no line ends',
    frames((text) => [text.slice(0, text.indexOf(':')), text.slice(text.indexOf(':'))]),
  ],
  ['stream-bare', 'no line end follows an event', frames((text) => [text])],
  [
    'stream-xml',
    'events are XML',
    stream({
      frames: ({ sequence, kind, fileId }) => [`<change seq="${sequence}" kind="${kind}" file="${fileId}"/>\n`],
    }),
  ],
  ['stream-array', 'each event is an array', frames((text) => [`[${text}]\n`])],
  [
    'stream-text-lines',
    'events are lines of text',
    stream({ frames: ({ sequence, kind, fileId }) => [`change ${sequence} (${kind}), file id: ${fileId}\n`] }),
  ],
  [
    'stream-large-events',
    'an event is larger than what is kept of a stream',
    stream({ frames: (event) => [`${JSON.stringify({ ...event, attributes: 'x'.repeat(100_000) })}\n`] }),
    ['subscribe-changes/speaks-after-*'],
  ],
  ['stream-heartbeat-blank', 'blank lines as heartbeats', stream({ heartbeat: '\n' })],
  ['stream-heartbeat-crlf', 'blank lines that end in CRLF as heartbeats', stream({ heartbeat: '\r\n' })],
  [
    'stream-heartbeat-comment',
    'comment lines as heartbeats',
    stream({ type: EVENT_STREAM, heartbeat: ': alive\n\n', frames: (_event, text) => [`data: ${text}\n\n`] }),
  ],
  ['stream-heartbeat-json', 'JSON objects as heartbeats', stream({ heartbeat: '{"heartbeat":true}\n' })],
  ['stream-greeting', 'the stream begins with a greeting', stream({ opening: ['{"subscribed":true}\n'] })],
  ['stream-retry-line', 'the stream begins with a retry line', stream({ opening: ['retry: 3000\n\n'] })],
  [
    'changes-forbidden',
    'the caller lacks the permission to subscribe',
    forbidden('subscribe-changes'),
    ['subscribe-changes/**'],
  ],
];

/** 100 MB without content, as fast as they are read. */
async function* flood(signal: AbortSignal): AsyncIterable<Uint8Array> {
  const block = Buffer.alloc(64 * 1024, 'flood\n');
  for (let sent = 0; sent < 100_000_000 && !signal.aborted; sent += block.length) {
    yield block;
    // Others get their turn, so that the reader's wish to close is heard.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

export const HOSTILE_STREAMS: readonly Line[] = [
  ['stream-silent', 'a stream that never speaks', stream({ frames: () => [] })],
  [
    'stream-garbage',
    'a stream with garbage from time to time',
    stream({ heartbeat: Uint8Array.of(0xff, 0x00, 0xfe, 0x7b, 0x0d, 0x80, 0x0a), frames: () => [] }),
  ],
  ['stream-flood', 'a stream that floods its reader with 100 MB', stream({ before: flood })],
];
