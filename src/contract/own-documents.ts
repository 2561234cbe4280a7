/** Assay's own documents, checked against their published schemas. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { compileDocument, type DocumentJudge } from '../records/ajv.ts';
import { preview } from '../records/preview.ts';
import { packageRoot } from './root.ts';

export type DocumentKind = 'baseline' | 'bundle' | 'plan' | 'profile' | 'results' | 'statement';

const compiled = new Map<string, DocumentJudge>();

/** The pattern of days in the schemas. */
const DAY = '^\\d{4}-\\d\\d-\\d\\d$';

/** A schema violation in plain words, and if a word in it is unknown, the known ones. */
interface FormProblem {
  /** JSON pointer to the place. */
  readonly pointer: string;
  readonly what: string;
  readonly word?: string;
  readonly known?: readonly string[];
}

const ONE_OF = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** The most frequent violations, by keyword. */
const PLAIN: Readonly<Record<string, (error: ErrorObject) => Partial<FormProblem> & Pick<FormProblem, 'what'>>> = {
  required: ({ params }) => ({ what: `lacks the member ${params['missingProperty']}` }),
  additionalProperties: ({ instancePath, params, parentSchema }) => ({
    pointer: `${instancePath}/${params['additionalProperty']}`,
    what: `has an unknown member (${params['additionalProperty']})`,
    word: params['additionalProperty'],
    known: Object.keys(parentSchema?.['properties'] ?? {}),
  }),
  minLength: () => ({ what: 'must not be empty' }),
  pattern: ({ params: { pattern } }) => ({
    what: pattern === DAY ? 'must be a day, YYYY-MM-DD' : `must match the pattern ${pattern}`,
  }),
  type: ({ data, params: { type } }) => ({
    what: `must be of the type ${[type].flat().join(' or ')}${type === 'string' && /number|boolean/.test(typeof data) ? ': put it in quotes' : ''}`,
  }),
  enum: ({ data, params: { allowedValues } }) => ({
    what: `must be ${ONE_OF.format(allowedValues.map(String))} (got ${preview(data)})`,
    word: typeof data === 'string' ? data : '',
    known: allowedValues.map(String),
  }),
};

function inWordsOfAjv({ message = '', params }: ErrorObject): Pick<FormProblem, 'what'> {
  const named = params['propertyName'] ?? params['allowedValue'];
  return { what: `${message.replace('NOT', 'not')}${named === undefined ? '' : ` (${String(named)})`}` };
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
  return judge(content).map((error) => {
    const problem = (PLAIN[error.keyword] ?? inWordsOfAjv)(error);
    return { pointer: error.instancePath, ...problem, what: `${error.instancePath || 'it'} ${problem.what}` };
  });
}

/** Returns the first schema violation of an untrusted document, or undefined if it is valid. */
export function wrongForm(kind: DocumentKind, content: unknown): string | undefined {
  return formProblems(kind, content, 'first')[0]?.what;
}
