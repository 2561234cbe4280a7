/** Holds Assay's own documents against their published schemas. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { packageRoot } from '../contract/root.ts';

export type DocumentKind = 'plan' | 'statement' | 'bundle';

const compiled = new Map<DocumentKind, ValidateFunction>();

/** What is wrong with a document's form, at most five places; empty where nothing is. */
export function formProblems(kind: DocumentKind, content: unknown): string[] {
  const validate = compiled.get(kind) ?? compile(kind);
  compiled.set(kind, validate);
  if (validate(content)) return [];
  return (validate.errors ?? []).slice(0, 5).map(({ instancePath, message, params }) => {
    const named = params['additionalProperty'] ?? params['propertyName'] ?? params['allowedValues'] ?? params['allowedValue'];
    return `${instancePath || 'it'} ${message}${named === undefined ? '' : ` (${String(named)})`}`;
  });
}

function compile(kind: DocumentKind): ValidateFunction {
  const schema = JSON.parse(readFileSync(join(packageRoot(), 'schemas', 'assay', `${kind}.schema.json`), 'utf8')) as Record<string, unknown>;
  return new Ajv2020({ allErrors: true, strict: false }).compile(schema);
}
