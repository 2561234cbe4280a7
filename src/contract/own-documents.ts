/** Assay's own documents, checked against their published schemas. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { compileDocument, type DocumentJudge } from '../records/ajv.ts';
import { packageRoot } from './root.ts';

export type DocumentKind = 'baseline' | 'bundle' | 'plan' | 'profile' | 'results' | 'statement';

const compiled = new Map<string, DocumentJudge>();

/** The pattern of days in the schemas. */
const DAY = '^\\d{4}-\\d\\d-\\d\\d$';

/** The most frequent violations in plain words, by keyword. */
const PLAIN: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => string>> = {
  required: ({ missingProperty }) => `lacks the member ${missingProperty}`,
  additionalProperties: ({ additionalProperty }) => `has an unknown member (${additionalProperty})`,
  pattern: ({ pattern }) => (pattern === DAY ? 'must be a day, YYYY-MM-DD' : `must match the pattern ${pattern}`),
  type: ({ type }) => `is not of the type ${[type].flat().join(' or ')}`,
};

function inWordsOfAjv({ message = '', params }: ErrorObject) {
  const named = params['propertyName'] ?? params['allowedValues'] ?? params['allowedValue'];
  return `${message.replace('NOT', 'not')}${named === undefined ? '' : ` (${String(named)})`}`;
}

/**
 * Returns the schema violations of a document, at most five, empty if it is valid. `extent`: `first` for untrusted
 * documents, where only the first one is found.
 */
export function formProblems(
  kind: DocumentKind,
  content: unknown,
  extent: 'all' | 'first' = 'all',
): { readonly pointer: string; readonly what: string }[] {
  const name = `${kind} ${extent}`;
  const judge = compiled.get(name) ?? compileDocument(schemaOf(kind), extent);
  compiled.set(name, judge);
  return judge(content)
    .slice(0, 5)
    .map((error) => ({
      pointer: error.instancePath,
      what: `${error.instancePath || 'it'} ${PLAIN[error.keyword]?.(error.params) ?? inWordsOfAjv(error)}`,
    }));
}

/** Returns the schema violations of a document in one line, or undefined if it is valid. */
export function wrongForm(kind: DocumentKind, content: unknown, extent: 'all' | 'first' = 'all'): string | undefined {
  return (
    formProblems(kind, content, extent)
      .map(({ what }) => what)
      .join('; ')
      .replaceAll('; it lacks the member ', ', ') || undefined
  );
}

function schemaOf(kind: DocumentKind) {
  return JSON.parse(readFileSync(join(packageRoot(), 'schemas', 'assay', `${kind}.schema.json`), 'utf8')) as object;
}
