/** The knowledge of a probe about the run and the lane, and how it waits. */
import { Interrupted, waitUnlessInterrupted } from '../../../src/engine/send/probe-context.ts';

describe('waiting', () => {
  afterEach(() => void vi.useRealTimers());

  test('ends when the time is over, and listens no longer', async () => {
    vi.useFakeTimers();
    const { signal } = new AbortController();
    const listening = vi.spyOn(signal, 'removeEventListener');
    const waited = waitUnlessInterrupted(1000, signal).then(() => 'over');
    await vi.advanceTimersByTimeAsync(999);
    expect(await Promise.race([waited, Promise.resolve('waiting')])).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(await waited).toBe('over');
    expect(listening).toHaveBeenCalledTimes(1);
  });

  test('is cut short by an interruption, before it or meanwhile, and leaves no timer', async () => {
    vi.useFakeTimers();
    await expect(waitUnlessInterrupted(1000, AbortSignal.abort())).rejects.toThrow(Interrupted);
    const stop = new AbortController();
    const waited = waitUnlessInterrupted(1000, stop.signal);
    stop.abort();
    await expect(waited).rejects.toThrow(Interrupted);
    expect(vi.getTimerCount()).toBe(0);
  });
});
