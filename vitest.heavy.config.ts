/** Proofs that take minutes, or a registry: `npm run test:heavy`, and .ci/run. */
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { longestFirst, resolve, shared } from './tests/runner.ts';

export default defineConfig({
  resolve,
  test: {
    ...shared,
    include: ['tests/**/*.heavy.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
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
