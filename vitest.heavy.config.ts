/** Proofs that take minutes, or a registry: `npm run test:heavy`, and .ci/run. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.heavy.ts'],
    globalSetup: ['tests/compile.ts'],
    pool: 'threads',
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
