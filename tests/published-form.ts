/** The formats that Assay publishes, in `schemas/assay/`. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** Forbids members that the schema does not list, so that unpublished members are found. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const made = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, key === 'allOf' ? value : closed(value)]),
  );
  return 'type' in made && 'properties' in made && !('additionalProperties' in made)
    ? { ...made, additionalProperties: false }
    : made;
}

/** Returns a function that lists the deviations of a value from the format of this name, and unpublished members. */
export function deviationsFrom(format: string) {
  const schema = new URL(`../schemas/assay/${format}.schema.json`, import.meta.url);
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, allowUnionTypes: true });
  const valid = ajv.compile(closed(JSON.parse(readFileSync(schema, 'utf8'))) as object);
  return (value: unknown) => (valid(JSON.parse(JSON.stringify(value))) ? [] : valid.errors?.slice(0, 3));
}
