/** Values of a request that the document leaves open, in short. */
import type { Exchange } from '../wire/types.ts';

/** Maximum number of values, and of characters of each. */
const MOST = { values: 3, characters: 60, octets: 64 * 1024 };

/** Parameters, then members of the body, by name: `file_path "space/name"`. At most three, then their number. */
export function openValues({ params, request }: Exchange): string[] {
  const all = [
    ...new Map([...Object.entries(params), ...membersOf(request.body?.bytes)].map(([name, value]) => [`${name} "${shortened(value)}"`, true])).keys(),
  ];
  return all.length <= MOST.values ? all : [...all.slice(0, MOST.values), `and ${all.length - MOST.values} more`];
}

function shortened(value: string): string {
  return value.length <= MOST.characters ? value : `${value.slice(0, MOST.characters - 1)}…`;
}

/** Texts in a body of JSON, each with the nearest member name. */
function membersOf(body: Uint8Array | undefined): [string, string][] {
  if (body === undefined || body.length === 0 || body.length > MOST.octets) return [];
  try {
    return textsIn(JSON.parse(new TextDecoder().decode(body)) as unknown, '');
  } catch {
    return [];
  }
}

function textsIn(value: unknown, name: string): [string, string][] {
  if (typeof value === 'string') return value === '' || name === '' ? [] : [[name, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => textsIn(member, Array.isArray(value) ? name : key));
}
