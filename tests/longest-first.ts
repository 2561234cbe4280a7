import { BaseSequencer, type TestSequencerConstructor, type TestSpecification } from 'vitest/node';

/** An order in which files whose path matches come first: begun last, they would be waited for alone. */
export function longestFirst(longest: RegExp): TestSequencerConstructor {
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]) {
      const others = await super.sort(files);
      return [
        ...others.filter(({ moduleId }) => longest.test(moduleId)),
        ...others.filter(({ moduleId }) => !longest.test(moduleId)),
      ];
    }
  };
}
