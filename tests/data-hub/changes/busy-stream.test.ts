/** A subscription that is rejected at first, with a demand to wait longer than a change is waited for. */
import type { ProbeContext } from '../../../src/engine/words/types.ts';
import { Stream } from '../../../suites/data-hub/probes/changes.ts';
import { changing, runInProcess } from '../running.ts';

/** Runs against a service that rejects the first subscription with this status. */
async function saidAfter(status: number) {
  let rejected = 0;
  const busy = changing((response, { target }) => {
    if (!/changes/.test(target) || response.status !== 200 || rejected > 0) return response;
    rejected += 1;
    return { ...response, status, headers: [['Retry-After', '1']], body: Buffer.from('busy') };
  });
  const env = { ASSAY_ALLOW_CREATE: 'all', DATA_HUB_CHANGES_WAIT_MS: '400' };
  const { result } = await runInProcess({}, env, busy, 'subscribe-changes');
  const said = ['answers', 'stays-open', 'speaks-after-cdmi-write', 'speaks-after-upload'].map(
    (statement) => result(`subscribe-changes/${statement}`)?.verdict,
  );
  return [rejected, ...said];
}

test('429 or 503 with a demand to wait does not count as time for events', async () => {
  expect(await Promise.all([429, 503].map(saidAfter))).toEqual(Array(2).fill([1, 'pass', 'pass', 'pass', 'pass']));
});

test('once the stream has ended, no timer keeps the process alive for the rest of the wait', async () => {
  const waits: number[] = [];
  const stream = new Stream();
  const context: Pick<ProbeContext, 'now' | 'wait'> = {
    now: () => 0,
    wait: (ms) => {
      waits.push(ms);
      stream.end();
      return new Promise(() => undefined);
    },
  };
  await stream.until(context as ProbeContext, 60_000, () => false);
  expect(waits).toHaveLength(1);
  expect(waits[0]).toBeLessThan(1000);
});
