/** Loads the contract of a library: calls and the schema of the body that they build from operations.yaml, obligations and gaps from requirements. */
import { readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { compileDocument, type DocumentJudge } from '../records/ajv.ts';
import { preview } from '../records/preview.ts';
import { requestMembers } from '../records/request-members.ts';
import { type PropertySchema, plainSchema, whole } from '../records/schema.ts';
import { assembled, digestOf, parsedYaml, statedIn } from './assemble.ts';
import { packageRoot } from './root.ts';
import type { Contract, Contradiction, Interface, Operation, Profile, Statement } from './types.ts';

/** The contract of a library, with a judge of the request body that its calls build. */
export interface LibraryContract extends Contract {
  /** Returns problems of a submission body, at most three, empty if it is valid. */
  submissionProblems(body: unknown): readonly Required<Contradiction>[];
}

interface DescribedCall {
  readonly name: string;
  readonly title: string;
  readonly clause: string;
  readonly parameters: readonly { readonly name: string; readonly required: boolean; readonly default?: unknown }[];
  /** Set if it is also called by the names of its parameters. */
  readonly keywords?: true;
}

/** Content of operations.yaml. */
interface LibraryFile {
  /** Lanes in which the calls are made. */
  readonly lanes: readonly string[];
  /** How the offer of a call is judged; `{name}` is replaced by the call. */
  readonly offered: string;
  /** Schema file of the body that a submission sends, relative to operations.yaml. */
  readonly submission: string;
  readonly calls: readonly DescribedCall[];
}

const cache = new Map<string, LibraryContract>();

/**
 * Loads the contract; equal files and profiles give the same object.
 * @param root directory of specs/ and schemas/ (tests give a copy)
 * @throws Error if a requirement is stated twice, or a profile fills something other than a gap
 */
export function loadLibraryContract(of: Interface, profile?: Profile, root = packageRoot()): LibraryContract {
  const folder = join('specs', of);
  const read = (path: string): readonly [string, string] => [
    path.split(sep).join('/'),
    readFileSync(join(root, path), 'utf8'),
  ];
  const [operationsFile, requirements, gaps] = [
    read(join(folder, 'operations.yaml')),
    read(join(folder, 'requirements.yaml')),
    read(join(folder, 'gaps.yaml')),
  ];
  const library = parsedYaml(operationsFile[1]) as LibraryFile;
  const schema = read(join(folder, library.submission));
  const digest = digestOf([operationsFile, requirements, gaps, schema], profile);
  const known = cache.get(digest);
  if (known) return known;

  const { calls } = library;
  const words = calls.flatMap(({ name, keywords, parameters }) => [
    name,
    ...(keywords ? parameters : []).map((parameter) => `${name}/${parameter.name}`),
  ]);
  const contract: LibraryContract = {
    ...assembled(of, profile, {
      operations: new Map(calls.map((call) => [call.name, operationOf(of, call, library.lanes)])),
      requirements: [
        ...calls.map((call) => offered(of, call, library.offered)),
        ...statedIn(requirements[1]),
        ...statedIn(gaps[1], 'gap'),
      ],
      words: new Map(words.map((word) => [word, 'Python'])),
      addressOf: ({ name }) => profile?.names.get(name) ?? name,
    }),
    digest,
    records: new Map(),
    submissionProblems: submissionJudge(JSON.parse(schema[1]) as PropertySchema, schema[0]),
  };
  cache.set(digest, contract);
  return contract;
}

/** Returns a call as an operation: a driver makes it. */
function operationOf(
  of: Interface,
  { name, title, clause, parameters }: DescribedCall,
  lanes: readonly string[],
): Operation {
  return {
    name,
    interface: of,
    service: of,
    title,
    subject: name,
    clause,
    method: 'CALL',
    path: `/${name}`,
    parameters: parameters.map(({ name: parameter, required }) => ({ name: parameter, in: 'query', required })),
    requestType: 'application/json',
    lanes,
  };
}

function offered(of: Interface, { name, clause }: DescribedCall, judged: string): Statement {
  return {
    id: `${of}/${name}/is-offered`,
    operation: name,
    predicate: 'is a callable member of the module',
    clause,
    basis: 'documented',
    judged: judged.replace('{name}', name),
  };
}

/**
 * Returns a judge of submission bodies. The schema is checked at once, but compiled only when the first body is judged: most uses of the
 * contract only list it.
 */
function submissionJudge(schema: PropertySchema, name: string): LibraryContract['submissionProblems'] {
  const body = whole(schema, name);
  requestMembers(body);
  let judge: DocumentJudge | undefined;
  return (content) => {
    judge ??= compileDocument(plainSchema(body));
    return judge(content)
      .slice(0, 3)
      .map(({ instancePath, message = '', keyword, data, params }) => ({
        at: instancePath,
        expected:
          keyword === 'required'
            ? `a member ${(params as { missingProperty: string }).missingProperty}`
            : message.replace(/^must be /, ''),
        got: preview(data),
      }));
  };
}
