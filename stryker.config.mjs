/**
 * Changes of the judges, one at a time: does some test notice? `npm run mutation`. By environment variables:
 * MUTATION_OF=engine|compare|contract|ticket-bridge|transfer|data-hub|client-library (each has its tests and report),
 * MUTATE="<paths, by blanks>" only those files, MUTATE_SINCE=<commit> only files changed since then,
 * MUTATE_SAMPLE=<percent> only so many of the functions, drawn by MUTATE_SEED.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleOf } from './tests/mutation/sample.mjs';

const of = process.env.MUTATION_OF ?? 'engine';
const { folder } = JSON.parse(readFileSync('tests/mutation/parts.json', 'utf8'))[of];
const judges = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));

function mutated() {
  const since = process.env.MUTATE_SINCE;
  const named = process.env.MUTATE ? process.env.MUTATE.split(' ') : since ? changedSince(since) : judges;
  const paths = named
    .filter((path) => judges.includes(path) && path.endsWith('.ts') && !path.endsWith('/types.ts'))
    .sort();
  const percent = Number(process.env.MUTATE_SAMPLE ?? 100);
  return percent < 100 ? sampleOf(paths, percent, process.env.MUTATE_SEED ?? '1') : paths;
}

const changedSince = (commit) =>
  execFileSync('git', ['diff', '--name-only', '--diff-filter=d', commit], { encoding: 'utf8' }).split('\n');

export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  mutate: mutated(),
  buildCommand: 'npx vitest run --config vitest.mutation.config.ts --mode record',
  coverageAnalysis: 'perTest',
  concurrency: Number(process.env.MUTATE_AT_ONCE ?? 2),
  // Stryker reads a tsconfig with an interface that TypeScript 7 no longer has; there is none of this name.
  tsconfigFile: 'tsconfig.none.json',
  ignorePatterns: [
    '.stryker-tmp*',
    'dist',
    'reports',
    'docs',
    'deploy',
    'tests/browser',
    'tests/peers',
    'allure-results',
  ],
  // Texts of messages are for people, and no test has to repeat them.
  mutator: { excludedMutations: ['StringLiteral'] },
  ignoreStatic: true,
  timeoutMS: 30_000,
  timeoutFactor: 4,
  reporters: ['clear-text', 'json', 'html', ...(process.env.CI ? [] : ['progress-append-only'])],
  clearTextReporter: { allowColor: false, reportTests: false, logTests: false },
  jsonReporter: { fileName: `reports/mutation/${of}.json` },
  htmlReporter: { fileName: `reports/mutation/${of}.html` },
  thresholds: { high: 95, low: 85, break: null },
  tempDirName: `.stryker-tmp-${of}`,
};
