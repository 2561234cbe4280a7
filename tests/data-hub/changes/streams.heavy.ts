/** Large, slow and endless streams: the verdicts are right, and the run uses limited time and memory. */
import { by } from '../../../reference/data-hub/operators.ts';
import type { Handler } from '../../../reference/types.ts';
import { forever } from '../../hostile/kinds/streams.ts';
import { alarms, changing, expectPassed, idsWith, runInProcess } from '../running.ts';

const ALLOWED = { ASSAY_ALLOW_CREATE: 'files' };
const SPEAKS = ['subscribe-changes/speaks-after-cdmi-write', 'subscribe-changes/speaks-after-upload'];

/** Returns a handler that responds to a subscription with a given stream; `opened` counts the open ones. */
function streaming(stream: (signal: AbortSignal) => AsyncIterable<Uint8Array>) {
  const state = { open: 0, sent: 0 };
  const around = changing((response, { target }) => {
    if (!target.includes('/changes/') || response.status !== 200) return response;
    return {
      ...response,
      body: async function* (signal) {
        state.open += 1;
        try {
          for await (const chunk of stream(signal)) {
            state.sent += chunk.length;
            yield chunk;
          }
        } finally {
          state.open -= 1;
        }
      },
    };
  });
  return { state, around };
}

describe('a subscription', () => {
  test('that speaks garbage from time to time stays open, and is said not to speak of changes', async () => {
    const heartbeat = Uint8Array.of(0xff, 0x00, 0xfe, 0x7b, 0x0d, 0x80, 0x0a);
    const ran = await runInProcess({ changes: [by.stream({}, { frames: () => [], heartbeat })] }, ALLOWED);
    expect(ran.verdict('subscribe-changes/stays-open')).toBe('pass');
    expect(idsWith(ran.results, 'warn')).toEqual(SPEAKS);
    expect(ran.result(SPEAKS[0] ?? '')?.message).toContain('only heartbeats');
    expect(idsWith(ran.results, 'fail', 'error')).toEqual([]);
    expect(ran.reference.openStreams()).toBe(0);
  });

  test('that floods 100 MB is closed after a little, and little is kept', async () => {
    const block = Buffer.alloc(64 * 1024, 'flood\n');
    const { state, around } = streaming(async function* (signal) {
      for (let sent = 0; sent < 100_000_000 && !signal.aborted; sent += block.length) {
        yield block;
        await new Promise((resolve) => setImmediate(resolve));
      }
      await forever(signal);
    });
    const ran = await runInProcess({}, ALLOWED, around);
    expect(ran.verdict('subscribe-changes/stays-open')).toBe('pass');
    for (const row of SPEAKS) expect(ran.verdict(row)).toBe('inconclusive');
    expect(alarms(ran)).toEqual([]);
    // One stream for the subscription, and one to see that it can be opened again.
    expect(state.sent).toBeLessThan(4_000_000);
    expect(state.open).toBe(0);
    const kept =
      ran.conducted?.judgeables[0]?.recording.exchanges.map(({ outcome }) =>
        outcome.kind === 'answer' ? outcome.body.bytes.length : 0,
      ) ?? [];
    expect(Math.max(...kept)).toBeLessThanOrEqual(64 * 1024);
  });

  test('that opens only when there is something to say is waited for', async () => {
    const around = changing(async (response, { target }) => {
      if (!target.includes('/changes/') || response.status !== 200 || response.body instanceof Uint8Array)
        return response;
      // Imitates servers that write their headers with the first bytes of the body.
      const ending = new AbortController();
      const chunks = response.body(ending.signal)[Symbol.asyncIterator]();
      const first = await chunks.next();
      return {
        ...response,
        body: async function* (signal) {
          signal.addEventListener('abort', () => ending.abort(), { once: true });
          for (let step = first; !step.done; step = await chunks.next()) yield step.value;
        },
      };
    });
    const ran = await runInProcess({}, ALLOWED, around);
    expectPassed(
      ran,
      'subscribe-changes/answers',
      'subscribe-changes/stays-open',
      'subscribe-changes/speaks-after-cdmi-write',
    );
  });
});

test('a subscription that begins late is not judged by a change before it', async () => {
  const around =
    (handler: Handler): Handler =>
    async (request) => {
      const isUpload = request.method === 'POST' && request.target.includes('/children');
      if (request.target.includes('/changes/')) await uploaded;
      const response = await handler(request);
      if (isUpload) open();
      return response;
    };
  let open = (): void => undefined;
  const uploaded = new Promise<void>((resolve) => (open = resolve));
  const ran = await runInProcess({}, ALLOWED, around, 'subscribe-changes/speaks-after-*');
  expect(alarms(ran)).toEqual([]);
  expect(ran.result('subscribe-changes/speaks-after-cdmi-write')).toMatchObject({
    ...{ verdict: 'inconclusive', blame: 'infrastructure' },
    message: expect.stringContaining('before the response began'),
  });
});
