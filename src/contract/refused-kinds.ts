/** Kinds of bad credentials, read from the requirements that they are refused. */
import type { Contract } from './types.ts';

/** The kinds in the rows `<prefix>/refuses/<kind>`, in the order of the contract; empty where it states none. */
export function refusedKinds({ requirements }: Pick<Contract, 'requirements'>, prefix: string): readonly string[] {
  const start = `${prefix}/refuses/`;
  return [...requirements.keys()].filter((id) => id.startsWith(start)).map((id) => id.slice(start.length));
}
