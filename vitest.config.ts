import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { defineConfig } from 'vitest/config';
import { longestFirst, resolve, shared } from './tests/runner.ts';

// V8 compiles code again that runs often, for later runs of it. Most tests end before they gain what that takes, a sixth
// of the processor time: it begins after nine times as much work as by default.
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
