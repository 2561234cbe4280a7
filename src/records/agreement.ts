/**
 * Responses about the same object: the member that identifies it, and the members that do not change between responses.
 */
import type { Agreement } from '../contract/types.ts';
import { sameJson } from '../files/json-value.ts';
import { sameDistinguishedName } from './distinguished-name.ts';
import type { PropertySchema, RecordFile } from './schema.ts';

/**
 * Returns the members of a record that agree in all responses about the same object. Undefined if all may change, or if
 * Assay sends the record.
 */
export function agreementOf({ record, properties, direction }: RecordFile): Agreement | undefined {
  const all = Object.entries(properties);
  const identifier = all.find(([, { identifies }]) => identifies)?.[0];
  const members = all
    .filter(([name, { changes }]) => changes === undefined && name !== identifier)
    .map(([name, schema]) => ({ name, isSame: (one: unknown, other: unknown) => isSame(one, other, schema) }));
  if (direction === 'request' || members.length === 0) return undefined;
  return { requirement: `${record}/agrees`, identifier, members };
}

/**
 * Whether two values mean the same. The order of members, of elements and of words in a text does not count, nor do
 * repeated elements.
 */
function isSame(one: unknown, other: unknown, { format, items }: PropertySchema): boolean {
  if (one === other) return true;
  if (typeof one === 'string' && typeof other === 'string')
    return folded(one, format) === folded(other, format) || sameDistinguishedName(one, other);
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (!Array.isArray(one) || !Array.isArray(other)) return sameJson(one, other);
  const contains = (all: readonly unknown[], some: readonly unknown[]): boolean =>
    some.every((item) => all.some((each) => isSame(item, each, items ?? {})));
  return contains(one, other) && contains(other, one);
}

const EITHER_CASE = new Set(['uuid', 'hexadecimal']);

function folded(text: string, format = '') {
  if (EITHER_CASE.has(format)) return text.toLowerCase();
  if (format === 'storage-endpoint') return (/^[^:]+:\/\/[^/:?#]+/.exec(text)?.[0] ?? text).toLowerCase();
  return text.includes(' ') ? text.split(' ').sort().join(' ') : text;
}
