import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { longestFirst } from './tests/longest-first.ts';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    // What vitest gives (test, expect …) needs no import in tests.
    globals: true,
    globalSetup: ['tests/compile.ts'],
    pool: 'threads',
    // The files of one thread share loaded modules: loading them anew takes a third of the time. No test may change
    // what a module keeps.
    isolate: false,
    // More threads than processors are no faster: most of the time goes into computing.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: longestFirst('/selftest/', '/samples/', '/installed-command') },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
