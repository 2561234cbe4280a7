/** Forms of subscriptions. */
import { by, type VariantTable } from '../operators.ts';
import { problem } from '../reply.ts';
import type { StreamStyle } from '../stream.ts';
import { declined, forbidden, JSON_TYPE, nameIn } from './conditions.ts';

const stream = (style: Partial<StreamStyle>) => by.stream('subscribe-changes', style);
const frames = (make: (text: string) => readonly string[], type?: string) =>
  stream({ frames: (_event, text) => make(text), ...(type !== undefined && { type }) });
const EVENT_STREAM = 'text/event-stream';

export const STREAMS: VariantTable = {
  'stream-crlf': frames((text) => [`${text}\r\n`]),
  'stream-event-stream': stream({
    type: EVENT_STREAM,
    frames: ({ sequence, kind }, text) => [`id: ${sequence}\nevent: ${kind}\ndata: ${text}\n\n`],
  }),
  'stream-json-sequence': frames((text) => [`\u001e${text}\n`], 'application/json-seq'),
  'stream-batches': stream({
    frames: (event) => [
      `${JSON.stringify({ seq: event.sequence, changes: [event, { ...event, kind: 'attributes' }] })}\n`,
    ],
  }),
  'stream-split': frames((text) => [text.slice(0, 9), text.slice(9, 20), `${text.slice(20)}\n`]),
  'stream-split-at-colon': frames((text) => [text.slice(0, text.indexOf(':')), text.slice(text.indexOf(':'))]),
  'stream-bare': frames((text) => [text]),
  'stream-xml': stream({
    frames: ({ sequence, kind, fileId }) => [`<change seq="${sequence}" kind="${kind}" file="${fileId}"/>\n`],
  }),
  'stream-array': frames((text) => [`[${text}]\n`]),
  'stream-text-lines': stream({
    frames: ({ sequence, kind, fileId }) => [`change ${sequence} (${kind}), file id: ${fileId}\n`],
  }),
  'stream-large-events': [
    stream({ frames: (event) => [`${JSON.stringify({ ...event, attributes: 'x'.repeat(100_000) })}\n`] }),
    ['subscribe-changes/speaks-after-*'],
  ],
  'stream-heartbeat-blank': stream({ heartbeat: '\n' }),
  'stream-heartbeat-crlf': stream({ heartbeat: '\r\n' }),
  'stream-heartbeat-comment': stream({
    type: EVENT_STREAM,
    heartbeat: ': alive\n\n',
    frames: (_event, text) => [`data: ${text}\n\n`],
  }),
  'stream-heartbeat-json': stream({ heartbeat: '{"heartbeat":true}\n' }),
  'stream-greeting': stream({ type: 'application/json', opening: ['{"subscribed":true}\n'] }),
  'stream-history': [
    stream({
      opening: ['{"change":1,"file":1}\n'],
      frames: ({ sequence }) => [`{"change":${sequence + 1},"file":${sequence + 40}}\n`],
    }),
    ['subscribe-changes/speaks-after-*'],
  ],
  'stream-of-one-event': [
    [
      frames((text) => [text], JSON_TYPE),
      declined('cdmi-write', problem(507, 'The storage is full.'), (situation) =>
        nameIn(situation).includes('-change-c'),
      ),
    ],
    ['subscribe-changes/speaks-after-cdmi-write'],
  ],
  'stream-retry-line': stream({ opening: ['retry: 3000\n\n'] }),
  'changes-forbidden': [forbidden('subscribe-changes'), ['subscribe-changes/**']],
};
