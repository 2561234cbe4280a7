/** Checks Assay's own documents against their published schemas. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../contract/root.ts';
import { compileDocument, type DocumentJudge } from '../records/ajv.ts';

export type DocumentKind = 'plan' | 'statement' | 'bundle';

const compiled = new Map<DocumentKind, DocumentJudge>();

/** Schema violations of a document, at most five; empty if it is valid. */
export function formProblems(kind: DocumentKind, content: unknown): string[] {
  const judge = compiled.get(kind) ?? compile(kind);
  compiled.set(kind, judge);
  return judge(content)
    .slice(0, 5)
    .map(({ instancePath, message, params }) => {
      const named =
        params['additionalProperty'] ?? params['propertyName'] ?? params['allowedValues'] ?? params['allowedValue'];
      return `${instancePath || 'it'} ${message}${named === undefined ? '' : ` (${String(named)})`}`;
    });
}

function compile(kind: DocumentKind): DocumentJudge {
  const schema = JSON.parse(
    readFileSync(join(packageRoot(), 'schemas', 'assay', `${kind}.schema.json`), 'utf8'),
  ) as Record<string, unknown>;
  return compileDocument(schema);
}
