import { BaseSequencer, type TestSequencerConstructor, type TestSpecification } from 'vitest/node';

/** Returns a sequencer that begins with the files whose path matches: begun last, they would prolong the run. */
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
