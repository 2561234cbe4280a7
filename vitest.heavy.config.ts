/** Proofs that take minutes, or a registry: `npm run test:heavy`, and .ci/run. */
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { longestFirst } from './tests/longest-first.ts';

/** Measures time and memory of processes: nothing else runs meanwhile. */
const MEASURING = 'tests/hostile/catalogue.heavy.ts';

const shared = {
  globals: true,
  globalSetup: 'tests/compile.ts',
  pool: 'threads',
  testTimeout: 600_000,
  hookTimeout: 600_000,
} as const;

export default defineConfig({
  test: {
    sequence: {
      sequencer: longestFirst(
        // It takes as long as a third of the others together.
        '/campaigns.',
        ...['/blocks.', '/states.', '/deployments.', '/each-alone.', '/small-fleet.', '/profiled.', '/plan.'],
        ...['/installed.', '/stray-errors.', '/adapter.', '/outcomes.', '/slurm.', '/given-files.', '/vendors-page.'],
      ),
    },
    projects: [
      { test: { ...shared, name: 'measuring', include: [MEASURING], sequence: { groupOrder: 0 } } },
      {
        test: {
          ...shared,
          name: 'proofs',
          include: ['tests/**/*.heavy.ts'],
          exclude: [MEASURING],
          isolate: false,
          // Most of them wait for processes that they start.
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
