import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, whatever their size: begun last, they would be waited for alone. */
const LONGEST = /\/tests\/selftest/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    return [...others.filter(({ moduleId }) => LONGEST.test(moduleId)), ...others.filter(({ moduleId }) => !LONGEST.test(moduleId))];
  }
}

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: ['tests/compile.ts'],
    pool: 'threads',
    // The files of one thread share loaded modules: loading them anew takes a third of the time. No test may change what a module keeps.
    isolate: false,
    // More threads than processors are no faster: most of the time goes into computing.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
