/** Proofs that take minutes, or a registry: `npm run test:heavy`, and .ci/run. */
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { longestFirst } from './tests/longest-first.ts';

export default defineConfig({
  test: {
    include: ['tests/**/*.heavy.ts'],
    globals: true,
    globalSetup: 'tests/compile.ts',
    pool: 'threads',
    testTimeout: 600_000,
    hookTimeout: 600_000,
    isolate: false,
    // Most of them wait for processes that they start.
    maxWorkers: availableParallelism() + 1,
    sequence: {
      sequencer: longestFirst(
        ...[
          '/blocks.',
          '/states.',
          '/campaigns.',
          '/catalogue.',
          '/installed.',
          '/verdicts.',
          '/interrupted-anywhere.',
        ],
        ...['/small-fleet.', '/deployments.', '/given-files.', '/next-steps.', '/adapter.'],
        ...['/refused-operations.', '/interrupted.', '/plan.', '/elsewhere.', '/vendors-page.'],
      ),
    },
  },
});
