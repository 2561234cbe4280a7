/**
 * What notices a change of the judges quickly: tests of behaviour, and recorded runs of a fault of each kind and of
 * every variant. For `npm run mutation`. `--mode record` makes the recordings.
 */
import { defineConfig } from 'vitest/config';
import { partOf } from './tests/mutation/parts.ts';

export default defineConfig(({ mode }) => {
  const { tests, recorded } = partOf(process.env);
  const recording = mode === 'record';
  return {
    test: {
      globals: true,
      include: recording
        ? ['tests/mutation/record.mutation.ts']
        : [...tests, ...recorded.map((of) => `tests/mutation/${of}.mutation.ts`)],
      pool: 'threads',
      testTimeout: recording ? 600_000 : 60_000,
      hookTimeout: 60_000,
    },
  };
});
