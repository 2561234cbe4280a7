/** Assay's own documents, checked against their published schemas. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileDocument, type DocumentJudge } from '../records/ajv.ts';
import { packageRoot } from './root.ts';

export type DocumentKind = 'baseline' | 'bundle' | 'plan' | 'profile' | 'results' | 'statement';

const compiled = new Map<string, DocumentJudge>();

/** Schema violations of a document, at most five; empty if it is valid. `extent`: `first` for untrusted documents, where only the first one is found. */
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
    .map(({ instancePath, message, params }) => {
      const named =
        params['additionalProperty'] ?? params['propertyName'] ?? params['allowedValues'] ?? params['allowedValue'];
      return {
        pointer: instancePath,
        what: `${instancePath || 'it'} ${message}${named === undefined ? '' : ` (${String(named)})`}`,
      };
    });
}

/** Schema violations of a document in one line; undefined if it is valid. */
export function wrongForm(kind: DocumentKind, content: unknown, extent: 'all' | 'first' = 'all'): string | undefined {
  return (
    formProblems(kind, content, extent)
      .map(({ what }) => what)
      .join('; ') || undefined
  );
}

function schemaOf(kind: DocumentKind): object {
  return JSON.parse(readFileSync(join(packageRoot(), 'schemas', 'assay', `${kind}.schema.json`), 'utf8')) as object;
}
