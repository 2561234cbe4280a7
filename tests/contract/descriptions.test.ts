/** The files that state the document conform to the standards of their formats. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { packageRoot } from '../../src/contract/root.ts';
import { FORMATS } from '../../src/records/formats.ts';

const filesBelow = (folder: string, ending: string) =>
  readdirSync(join(packageRoot(), folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))
    .sort();
const text = (file: string) => readFileSync(join(packageRoot(), file), 'utf8');

/** Returns the schema files to which a description refers, as it writes them. */
const references = (file: string) => [
  ...new Set([...text(file).matchAll(/\$ref: ['"]?([^\s'"}]+\.schema\.json)/g)].map(([, path]) => path ?? '')),
];

/** Returns all values of a key, at any depth. */
function valuesOf(key: string, node: unknown): unknown[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) => [...(name === key ? [value] : []), ...valuesOf(key, value)]);
}

const descriptions = filesBelow('specs', 'openapi.yaml');
const schemas = filesBelow('schemas', '.schema.json');

describe('descriptions', () => {
  test.each(descriptions)('%s is valid OpenAPI 3.1', async (file) => {
    const validator = new Validator();
    for (const reference of references(file))
      await validator.addSpecRef(JSON.parse(text(join(file, '..', reference))) as Record<string, unknown>, reference);
    const { valid, errors } = await validator.validate(parse(text(file)) as Record<string, unknown>);
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
    expect(validator.version).toBe('3.1');
  });

  test.each(descriptions)('each operation of %s has only one response, and parameters of known formats', (file) => {
    const described = parse(text(file)) as unknown;
    // A requirement about another status has its own row.
    for (const responses of valuesOf('responses', described)) expect(Object.keys(responses as object)).toEqual(['2XX']);
    const formats = valuesOf('parameters', described).flatMap((all) => valuesOf('format', all));
    expect(Object.keys(FORMATS)).toEqual(expect.arrayContaining(formats));
  });
});

describe('schemas', () => {
  test.each(schemas)('%s is valid JSON Schema 2020-12, and its examples are valid by it', (file) => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    for (const [name, format] of Object.entries(FORMATS)) ajv.addFormat(name, format.test);
    ajv.addFormat('date-time', true).addFormat('uri', true);
    const schema = JSON.parse(text(file)) as {
      $schema?: string;
      record?: string;
      properties?: Record<string, { examples?: unknown[] }>;
    };
    if (!file.startsWith(join('schemas', 'assay'))) expect(schema.record).toBeDefined();
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true);
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      if (property.examples === undefined) continue;
      const validate = ajv.compile({ ...property, $defs: (schema as { $defs?: unknown }).$defs ?? {} });
      for (const example of property.examples)
        expect(validate(example), `${name}: ${JSON.stringify(example)}`).toBe(true);
    }
  });
});
