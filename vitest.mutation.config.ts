/** What notices a change of the judges quickly: tests of behaviour, and the matrices with a few faults a requirement. For `npm run mutation`. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'tests/engine/*.test.ts',
      'tests/contract/{record,descriptions,coverage-transfer}.test.ts',
      'tests/gate/{baseline,diff,gate,nightly}.test.ts',
      'tests/ticket-bridge/{decode,encode,contract,attacks}.test.ts',
      'tests/auth/distinguished-name.test.ts',
      'tests/mutation/{ticket-bridge,transfer}.mutation.ts',
    ],
    pool: 'threads',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
