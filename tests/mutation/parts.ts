/**
 * The parts of `npm run mutation`: the changed code, the tests that must detect a change, and the interfaces whose
 * recorded runs they judge.
 */
import parts from './parts.json' with { type: 'json' };

export interface Part {
  folder: string;
  tests: string[];
  recorded: string[];
}

/** Returns the part that MUTATION_OF names (default: the engine). */
export function partOf({ MUTATION_OF: name = 'engine' }: Record<string, string | undefined>) {
  const part = (parts as Record<string, Part>)[name];
  if (part === undefined) throw new Error(`MUTATION_OF is one of ${Object.keys(parts).join(', ')}, not ${name}`);
  return part;
}
