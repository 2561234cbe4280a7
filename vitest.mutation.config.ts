/** What notices a change of the judges quickly: tests of behaviour, and the matrices with a few faults a requirement. For `npm run mutation`. */
import { defineConfig } from 'vitest/config';

const TESTS: Readonly<Record<string, readonly string[]>> = {
  judges: [
    'tests/engine/*.test.ts',
    'tests/contract/{record,descriptions,coverage-transfer,loaded}.test.ts',
    'tests/gate/{baseline,diff,gate,nightly}.test.ts',
    'tests/fleet/overview.test.ts',
    'tests/serve/client-rules.test.ts',
    'tests/client-library/contract.test.ts',
    'tests/data-hub/coverage.test.ts',
    'tests/ticket-bridge/{decode,encode,contract,attacks,observed}.test.ts',
    'tests/auth/distinguished-name.test.ts',
    'tests/mutation/{ticket-bridge,transfer}.mutation.ts',
  ],
  'data-hub': ['tests/mutation/data-hub.mutation.ts'],
  'client-library': ['tests/mutation/client-library.mutation.ts'],
};

export default defineConfig({
  test: {
    include: [...(TESTS[process.env['MUTATION_OF'] ?? 'judges'] ?? [])],
    pool: 'threads',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
