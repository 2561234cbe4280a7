/** Several concurrent bodies up to the limit. */
import type { ServerResponse } from 'node:http';
import { httpServer } from '../loopback.ts';
import { get, testSession } from '../session-options.ts';

const MIB = 1024 * 1024;
/** An entry of a list of long strings, which no other limit ends. */
const ENTRY = Buffer.from(`"${'a'.repeat(100_000)}",`);

test('endless bodies are received in turn, each up to the limit, while small ones come through', async () => {
  const responses: ServerResponse[] = [];
  const sentToOthers: number[] = [];
  const { url } = await httpServer((request, response) => {
    if (request.url === '/small') {
      setTimeout(() => response.end(Buffer.alloc(1000, 's')), 50);
      return;
    }
    const more = () => {
      while (!response.destroyed && response.write(ENTRY));
    };
    responses.push(response);
    response.once('close', () => {
      const waiting = responses.filter(({ destroyed }) => !destroyed);
      if (waiting.length === 1) sentToOthers.push(...waiting.map(({ socket }) => socket?.bytesWritten ?? 0));
    });
    response.write('[');
    response.on('drain', more);
    more();
  });
  const session = testSession();
  const outcomes = await Promise.all(
    ['/a', '/b', '/small'].map(async (path) => (await session.send(get(url + path))).outcome),
  );
  expect(outcomes.pop()).toMatchObject({ kind: 'answer', body: { size: 1000 } });
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ kind: 'failure', phase: 'limit', code: 'BODY_TOO_LARGE', status: 200 });
    expect(outcome.body).toMatchObject({ truncated: true, bytes: expect.objectContaining({ length: 64 * 1024 }) });
  }
  // More is not sent than the buffers at both ends take.
  expect(sentToOthers).toHaveLength(1);
  for (const sent of sentToOthers) expect(sent).toBeLessThan(32 * MIB);
});
