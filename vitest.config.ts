import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { longestFirst, resolve, shared } from './tests/runner.ts';

export default defineConfig({
  resolve,
  test: {
    ...shared,
    include: ['tests/**/*.test.ts'],
    // More threads than processors are no faster: most of the time goes into computing.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: longestFirst('/selftest/', '/samples/', '/installed-command') },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
