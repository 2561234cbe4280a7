/** What the configurations of the test runner share. */
import { join } from 'node:path';
import type { ViteUserConfig } from 'vitest/config';
import { BaseSequencer, type TestSequencerConstructor, type TestSpecification } from 'vitest/node';

const root = join(import.meta.dirname, '..');

/**
 * The code under test is the compiled one, which `tests/compile.ts` keeps up to date: Node loads and runs it faster
 * than what the runner compiles.
 */
export const resolve: ViteUserConfig['resolve'] = {
  alias: [
    { find: /^(?:\.\.\/)+(src|suites|reference|bench)\/(.*)\.ts$/, replacement: join(root, 'dist', '$1', '$2.js') },
  ],
};

export const shared: ViteUserConfig['test'] = {
  // What vitest gives (test, expect …) needs no import in tests.
  globals: true,
  globalSetup: 'tests/compile.ts',
  server: { deps: { external: [/\/node_modules\//, /\/dist\//] } },
  pool: 'threads',
  // The files of one thread share loaded modules: loading them anew takes a third of the time. No test may change what
  // a module keeps.
  isolate: false,
};

/**
 * Returns a sequencer that begins with the files whose paths contain these texts, in this order: begun last, they would
 * prolong the run.
 */
export function longestFirst(...longest: string[]): TestSequencerConstructor {
  const place = ({ moduleId }: TestSpecification) => {
    const at = longest.findIndex((text) => moduleId.includes(text));
    return at < 0 ? longest.length : at;
  };
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]) {
      return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
    }
  };
}
