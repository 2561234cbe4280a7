/** Loads the client library's contract: calls from operations.yaml, obligations and gaps from rows, the submission body's schema from the transfer service. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { compileDocument, type DocumentJudge } from '../records/ajv.ts';
import { preview } from '../records/preview.ts';
import { requestMembers } from '../records/request-members.ts';
import { type PropertySchema, plainSchema, sourceOf } from '../records/schema.ts';
import { digestOf } from './load.ts';
import { fillsOf, type Profile } from './profile.ts';
import { packageRoot } from './root.ts';
import type { Contract, Operation, Requirement } from './types.ts';

/** The contract, with what judges need to look at a submission. */
export interface ClientLibraryContract extends Contract {
  /** What is wrong with a submission body, at most three places; empty where nothing is (Resources B, submission body). */
  submissionProblems(body: unknown): readonly { readonly at: string; readonly expected: string; readonly got: string }[];
}

interface CallRow {
  readonly name: string;
  readonly title: string;
  readonly clause: string;
  readonly parameters: readonly { readonly name: string; readonly required: boolean; readonly default?: unknown }[];
}

type Row = Omit<Requirement, 'interface' | 'basis'> & { readonly basis?: Requirement['basis'] };

const FOLDER = ['specs', 'client-library'] as const;
const SCHEMA = ['schemas', 'transfer', 'submission-body.schema.json'] as const;

const cache = new Map<string, ClientLibraryContract>();

/**
 * Loads the contract; equal files and profiles give the same object.
 * @param root folder that holds specs/ and schemas/ (tests give a copy)
 * @throws Error where a requirement is stated twice, or a profile fills what is no gap
 */
export function loadClientLibraryContract(profile?: Profile, root = packageRoot()): ClientLibraryContract {
  const read = (...path: readonly string[]): readonly [string, string] => [path.join('/'), readFileSync(join(root, ...path), 'utf8')];
  const [calls, rows, gaps, schema] = [read(...FOLDER, 'operations.yaml'), read(...FOLDER, 'requirements.yaml'), read(...FOLDER, 'gaps.yaml'), read(...SCHEMA)];
  const digest = digestOf([calls, rows, gaps, schema], profile);
  const known = cache.get(digest);
  if (known) return known;

  const requirements = new Map<string, Requirement>();
  const add = (row: Requirement): void => {
    if (requirements.has(row.id)) throw new Error(`specs/client-library: the requirement ${row.id} is stated twice.`);
    requirements.set(row.id, row);
  };
  const operations = new Map<string, Operation>();
  for (const call of parse(calls[1]) as CallRow[]) {
    operations.set(call.name, operationOf(call));
    add(offered(call));
  }
  for (const row of parse(rows[1]) as Row[]) add({ interface: 'client-library', ...row, basis: row.basis ?? 'documented' });
  for (const row of parse(gaps[1]) as Row[]) add({ interface: 'client-library', ...row, basis: 'gap' });
  const contract: ClientLibraryContract = {
    interface: 'client-library',
    digest,
    ...(profile && { profile: { name: profile.name, digest: profile.digest } }),
    operations,
    requirements,
    records: new Map(),
    renamed: new Map([...(profile?.names ?? [])].filter(([word]) => operations.has(word))),
    fills: fillsOf('client-library', requirements, profile),
    submissionProblems: submissionJudge(JSON.parse(schema[1]) as PropertySchema, schema[0]),
  };
  cache.set(digest, contract);
  return contract;
}

/** A call as an operation: it is asked of a driver, which makes it. */
function operationOf({ name, title, clause, parameters }: CallRow): Operation {
  return {
    name,
    interface: 'client-library',
    service: 'client-library',
    title,
    clause,
    method: 'CALL',
    path: `/${name}`,
    parameters: parameters.map(({ name: parameter, required }) => ({ name: parameter, in: 'query', required })),
    requestType: 'application/json',
    lanes: ['certificate'],
    changes: false,
  };
}

function offered({ name, clause, parameters }: CallRow): Requirement {
  return {
    id: `client-library/${name}/is-offered`,
    interface: 'client-library',
    operation: name,
    title: `the module offers ${name}(${parameters.map((parameter) => parameter.name).join(', ')})`,
    clause,
    basis: 'documented',
    judged: `The module that CLIENT_LIBRARY_MODULE names has a callable member ${name}.`,
  };
}

/** The schema is checked now, and compiled when a body is judged first: most uses of the contract only list it. */
function submissionJudge(schema: PropertySchema, name: string): ClientLibraryContract['submissionProblems'] {
  const body = { schema, file: name, pointer: '' };
  const files = new Map([[name, schema]]);
  requestMembers(body, files);
  let judge: DocumentJudge | undefined;
  return (content) => {
    judge ??= compileDocument(plainSchema([body], sourceOf(files)));
    return judge(content)
      .slice(0, 3)
      .map(({ instancePath, message = '', keyword, data, params }) => ({
        at: instancePath,
        expected: keyword === 'required' ? `a member ${(params as { missingProperty: string }).missingProperty}` : message.replace(/^must be /, ''),
        got: preview(data),
      }));
  };
}
