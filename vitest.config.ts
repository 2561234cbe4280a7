import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: ['tests/compile.ts'],
    pool: 'threads',
    // Files are independent of each other, and many spend most of their time waiting for limits to pass: more of them than cores.
    maxWorkers: '200%',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
