/** The reduced matrix of the data hub, for `npm run mutation`. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['tests/mutation/data-hub.mutation.ts'], pool: 'threads', testTimeout: 60_000, hookTimeout: 60_000 },
});
