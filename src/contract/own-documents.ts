/** Assay's own documents, checked against their published schemas. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileDocument, type DocumentJudge } from '../records/ajv.ts';
import { packageRoot } from './root.ts';

export type DocumentKind = 'baseline' | 'bundle' | 'plan' | 'profile' | 'results' | 'statement';

const compiled = new Map<string, DocumentJudge>();

/** A schema violation, and if a word in it is unknown, the known ones. */
interface FormProblem {
  /** JSON pointer to the place. */
  readonly pointer: string;
  readonly what: string;
  readonly word: string;
  readonly known: readonly string[];
}

/**
 * Returns the schema violations of a document, empty if it is valid. `extent`: `first` for untrusted documents, where
 * only the first one is found.
 */
export function formProblems(kind: DocumentKind, content: unknown, extent: 'all' | 'first' = 'all'): FormProblem[] {
  const name = `${kind} ${extent}`;
  const schema = () => readFileSync(join(packageRoot(), 'schemas', 'assay', `${kind}.schema.json`), 'utf8');
  const judge = compiled.get(name) ?? compileDocument(JSON.parse(schema()), extent);
  compiled.set(name, judge);
  return judge(content).map(({ instancePath, message = '', params, parentSchema, data }) => {
    const { additionalProperty: extra, propertyName, allowedValue, allowedValues = [] } = params;
    // The message of Ajv does not contain them.
    const named = extra ?? propertyName ?? allowedValue ?? allowedValues.join(', ');
    return {
      pointer: extra === undefined ? instancePath : `${instancePath}/${extra}`,
      what: `${instancePath || 'it'} ${message.replace('NOT', 'not')}${named === '' ? '' : ` (${named})`}`,
      word: extra ?? (typeof data === 'string' ? data : ''),
      known: extra === undefined ? allowedValues.map(String) : Object.keys(parentSchema?.['properties'] ?? {}),
    };
  });
}

/** Returns the first schema violation of an untrusted document, or undefined if it is valid. */
export function wrongForm(kind: DocumentKind, content: unknown): string | undefined {
  return formProblems(kind, content, 'first')[0]?.what;
}
