import { BaseSequencer, type TestSequencerConstructor, type TestSpecification } from 'vitest/node';

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
