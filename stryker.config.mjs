/**
 * Changes of the judges, one at a time: does some test notice? `npm run mutation`; with MUTATE_SINCE=<commit> only in files changed since then,
 * with MUTATE="<globs, by blanks>" only in those. The data hub's checks have a run of their own (MUTATION_OF=data-hub), because its matrix waits
 * for streams, and engine and contract are exercised as much by the others.
 */
import { execFileSync } from 'node:child_process';

const of = process.env.MUTATION_OF ?? 'judges';
const JUDGES =
  of === 'data-hub'
    ? ['suites/data-hub/checks/**/*.ts']
    : ['src/contract/**/*.ts', 'src/engine/**/*.ts', 'suites/{ticket-bridge,transfer}/checks/**/*.ts', '!src/**/types.ts'];

function mutated() {
  if (process.env.MUTATE) return process.env.MUTATE.split(' ');
  const since = process.env.MUTATE_SINCE;
  if (!since) return JUDGES;
  const changed = execFileSync('git', ['diff', '--name-only', '--diff-filter=d', since], { encoding: 'utf8' }).split('\n');
  return changed.filter((path) => /^(src\/(contract|engine)\/|suites\/[^/]+\/checks\/).*\.ts$/.test(path) && !path.endsWith('/types.ts'));
}

export default {
  testRunner: 'vitest',
  vitest: { configFile: of === 'data-hub' ? 'vitest.mutation-data-hub.config.ts' : 'vitest.mutation.config.ts', related: false },
  mutate: mutated(),
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // Stryker reads a tsconfig with an interface that TypeScript 7 no longer has; there is none of this name.
  tsconfigFile: 'tsconfig.none.json',
  ignorePatterns: ['dist', 'reports', 'docs', 'deploy', 'tests/browser', 'tests/peers', 'allure-results'],
  // What stands in messages is for people; tests of their wording would be tests of the wording.
  mutator: { excludedMutations: ['StringLiteral'] },
  ignoreStatic: true,
  timeoutMS: 30_000,
  timeoutFactor: 4,
  incremental: true,
  incrementalFile: `reports/mutation/${of}-incremental.json`,
  reporters: ['clear-text', 'json', 'html', ...(process.env.CI ? [] : ['progress-append-only'])],
  clearTextReporter: { allowColor: false, reportTests: false, logTests: false },
  jsonReporter: { fileName: `reports/mutation/${of}.json` },
  htmlReporter: { fileName: `reports/mutation/${of}.html` },
  thresholds: { high: 95, low: 85, break: null },
};
