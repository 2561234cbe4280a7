import { expect, test } from 'vitest';
import { withProgress } from '../../src/engine/send/transfer-progress.ts';
import type { RunEvent } from '../../src/engine/words/types.ts';
import type { WireRequest } from '../../src/wire/types.ts';

const MIB = 2 ** 20;
const request: WireRequest = {
  method: 'PUT',
  url: 'https://provider.example.org/cdmi/large',
  headers: [],
  credential: { name: 'none' },
  effect: 'read',
  repeatable: false,
  redirects: 'stop',
  priority: 0,
};

test('of a large upload is reported now and then, from the beginning at each attempt, and its bytes are what they were', async () => {
  const events: RunEvent[] = [];
  const size = 40 * MIB;
  const open = async function* () {
    for (let at = 0; at < size; at += MIB) yield new Uint8Array(MIB).fill(at / MIB);
  };
  const { body } = withProgress({ ...request, body: { size, open } }, (event) => events.push(event));
  if (body === undefined || body instanceof Uint8Array) throw new Error('the body is no longer a source');
  for (let attempt = 0; attempt < 2; attempt += 1) {
    let sum = 0;
    for await (const chunk of body.open()) sum += chunk[0] ?? 0;
    expect(sum).toBe((39 * 40) / 2);
  }
  const reported = events.map((event) =>
    event.type === 'moving' ? `${event.direction} ${event.bytes / MIB} of ${(event.of ?? 0) / MIB}` : event.type,
  );
  expect(reported).toEqual(['sent 16 of 40', 'sent 32 of 40', 'sent 16 of 40', 'sent 32 of 40']);
});

test('of a large download that is counted, and what its reader says stands', () => {
  const events: RunEvent[] = [];
  let read = 0;
  const { onChunk } = withProgress({ ...request, onChunk: () => (++read < 20 ? undefined : false) }, (event) =>
    events.push(event),
  );
  const chunk = new Uint8Array(MIB);
  const said = Array.from({ length: 20 }, () => onChunk?.(chunk));
  expect(said.at(-1)).toBe(false);
  expect(events).toEqual([{ type: 'moving', method: 'PUT', url: request.url, direction: 'received', bytes: 16 * MIB }]);
});
