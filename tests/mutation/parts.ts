/**
 * What is mutated in one run of `npm run mutation`, the tests that are to notice, and the interfaces whose recorded
 * runs they judge.
 */
import parts from './parts.json' with { type: 'json' };

export interface Part {
  folder: string;
  tests: string[];
  recorded: string[];
}

/** The part that MUTATION_OF names; without one the engine. */
export function partOf({ MUTATION_OF: name = 'engine' }: Record<string, string | undefined>) {
  const part = (parts as Record<string, Part>)[name];
  if (part === undefined) throw new Error(`MUTATION_OF is one of ${Object.keys(parts).join(', ')}, not ${name}`);
  return part;
}
