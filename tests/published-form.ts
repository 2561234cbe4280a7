/** The formats that Assay publishes, in `schemas/assay/`. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** Returns a function that lists the deviations of a value from the format of this name. */
export function deviationsFrom(format: string) {
  const schema = new URL(`../schemas/assay/${format}.schema.json`, import.meta.url);
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false });
  const valid = ajv.compile(JSON.parse(readFileSync(schema, 'utf8')) as object);
  return (value: unknown) => (valid(value) ? [] : valid.errors);
}
