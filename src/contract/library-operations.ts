/**
 * Compiles the contract of a library: calls and the schema of the body that they build from operations.yaml,
 * obligations and gaps from requirements.
 */
import { posix } from 'node:path';
import { compileDocument, type DocumentJudge } from '../records/ajv.ts';
import { preview, typed } from '../records/preview.ts';
import { type PropertySchema, plainSchema, requestMembers, whole } from '../records/schema.ts';
import { assembled, type ContractSources, parsedYaml, statedIn } from './assemble.ts';
import type { Contract, Contradiction, Interface, Operation, Parameter, Statement } from './types.ts';

/** The contract of a library, with a judge of the request body that its calls build. */
export interface LibraryContract extends Contract {
  /** Returns problems of a submission body, at most three, empty if it is valid. */
  submissionProblems(body: unknown): readonly Required<Contradiction>[];
}

interface DescribedCall extends Pick<Operation, 'name' | 'title' | 'clause'> {
  readonly parameters: readonly Pick<Parameter, 'name' | 'required'>[];
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

/** Returns the path of the schema of the body that a submission sends. */
export function submissionFile(of: Interface, operations: string): string {
  return posix.join('specs', of, (parsedYaml(operations) as LibraryFile).submission);
}

/**
 * Compiles the contract. Throws Error if a requirement is stated twice, or a profile fills something other than a gap.
 */
export function compileLibrary(of: Interface, { texts, profile }: ContractSources): Omit<LibraryContract, 'digest'> {
  const operations = texts.get(`specs/${of}/operations.yaml`)!;
  const library = parsedYaml(operations) as LibraryFile;
  const submission = submissionFile(of, operations);
  const { calls } = library;
  const words = calls.flatMap(({ name, keywords, parameters }) => [
    name,
    ...(keywords ? parameters : []).map((parameter) => `${name}/${parameter.name}`),
  ]);
  return {
    ...assembled(of, profile, {
      operations: new Map(calls.map((call) => [call.name, operationOf(of, call, library.lanes)])),
      requirements: [
        ...calls.map(
          ({ name, clause }): Statement => ({
            id: `${of}/${name}/is-offered`,
            operation: name,
            predicate: 'is a callable member of the module',
            clause,
            basis: 'documented',
            judged: library.offered.replace('{name}', name),
          }),
        ),
        ...statedIn(of, texts),
      ],
      words: new Map(words.map((word) => [word, 'Python'])),
    }),
    records: new Map(),
    submissionProblems: submissionJudge(JSON.parse(texts.get(submission)!) as PropertySchema, submission),
  };
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

/**
 * Returns a judge of submission bodies. The schema is checked at once, but compiled only when the first body is judged:
 * most uses of the contract only list it.
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
            : `${keyword === 'type' ? 'a value of type ' : ''}${message.replace(/^must be /, '')}`,
        got: keyword === 'type' ? typed(data) : preview(data),
      }));
  };
}
