import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { defineConfig } from 'vitest/config';
import { longestFirst, resolve, shared } from './tests/runner.ts';

// V8 optimises code after some work, which takes a sixth of the processor time, and most tests end before they gain it.
// This is nine times the usual amount of work.
setFlagsFromString('--interrupt-budget=600000');

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
