/** What a probe can know of the run and the lane, and how it waits. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Interrupted, type LaneMemory, newMemory, waitUnlessInterrupted } from '../../src/engine/send/probe-context.ts';
import { asker } from './asker.ts';

describe('what a probe can know', () => {
  test('secrets of the lane, and those that were learnt, which are hidden first', () => {
    const hidden: unknown[][] = [];
    const { ask: context } = asker({ asking: { redactFromNowOn: (...what) => void hidden.push(what) } });
    expect([context.secret('source'), context.secret('handle')]).toEqual(['from the settings', undefined]);
    context.addSecret('source', 'learnt');
    expect([context.secret('source'), hidden]).toEqual(['learnt', [['learnt', 'source']]]);
  });

  test('credentials of the lane, and those that were made in the run, which go before', async () => {
    const { ask: context, sent } = asker();
    expect([context.hasCredential('good'), context.hasCredential('delegated')]).toEqual([true, false]);
    context.addCredential('delegated', { name: 'delegated' });
    context.addCredential('good', { name: 'renewed' });
    await context.send('jobs');
    await context.send('jobs', { credential: 'delegated' });
    expect([context.hasCredential('delegated'), ...sent.map(({ credential }) => credential.name)]).toEqual([
      true,
      'renewed',
      'delegated',
    ]);
  });

  test('one probe’s secrets are there for another of the lane, where the run remembers', () => {
    const memory: LaneMemory = newMemory();
    const asking = { memory: () => memory };
    asker({ asking }).ask.addSecret('handle', 'x');
    expect([asker({ asking }).ask.secret('handle'), asker().ask.secret('handle')]).toEqual(['x', undefined]);
  });
});

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
