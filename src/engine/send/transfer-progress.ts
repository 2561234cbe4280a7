/** Reports large bodies while they are on their way. */
import type { WireRequest } from '../../wire/types.ts';
import type { RunEvent } from '../words/types.ts';

/** Between two reports, bytes. */
const STEP = 16 * 1024 * 1024;

/**
 * The request, with its streamed bodies watched: the one that is sent from a source, and the one that is read as it comes.
 * Small ones are never reported.
 */
export function withProgress(request: WireRequest, tell: (event: RunEvent) => void): WireRequest {
  const { body, onChunk, method, url } = request;
  const counter = (direction: 'sent' | 'received', of?: number) => {
    let bytes = 0;
    let reportedSoFar = 0;
    return (chunk: Uint8Array): void => {
      bytes += chunk.length;
      if (bytes - reportedSoFar < STEP) return;
      reportedSoFar = bytes;
      tell({ type: 'moving', method, url, direction, bytes, ...(of !== undefined && { of }) });
    };
  };
  const received = onChunk && counter('received');
  return Object.assign({}, request, {
    ...(body !== undefined &&
      !(body instanceof Uint8Array) && {
        body: { ...body, open: () => counted(body.open(), counter('sent', body.size)) },
      }),
    ...(onChunk && {
      onChunk: (chunk: Uint8Array) => {
        received?.(chunk);
        return onChunk(chunk);
      },
    }),
  });
}

async function* counted(
  source: AsyncIterable<Uint8Array>,
  count: (chunk: Uint8Array) => void,
): AsyncIterable<Uint8Array> {
  for await (const chunk of source) {
    count(chunk);
    yield chunk;
  }
}
