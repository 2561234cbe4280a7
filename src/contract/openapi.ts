/** Reads an interface's OpenAPI descriptions into operations, and derives the requirements they state. */
import type { Creation, Interface, Operation, Parameter, Statement } from './types.ts';

/** The parts of OpenAPI 3.1 that the descriptions use, with Assay's x- members. */
export interface OpenApiFile extends Authenticated {
  /** The part of the title before a comma names what implements the interface. */
  readonly info: { readonly title: string };
  readonly 'x-service'?: string;
  /**
   * Credentials that must be rejected, in words; `derived`: of those, the ones that are made from the valid credential
   * of a lane.
   */
  readonly 'x-refused'?: {
    readonly clause: string;
    readonly kinds: Readonly<Record<string, string>>;
    readonly derived?: Readonly<Record<string, readonly string[]>>;
  };
  readonly paths?: Readonly<Record<string, PathItem>>;
  readonly components?: {
    readonly pathItems?: Readonly<Record<string, PathItem>>;
    readonly securitySchemes?: Readonly<Record<string, { readonly 'x-clause'?: string }>>;
  };
}

type PathItem = Readonly<Partial<Record<'get' | 'post' | 'put' | 'delete', OperationObject>>>;

interface SchemaObject {
  readonly $ref?: string;
  readonly type?: string;
  readonly items?: SchemaObject;
  readonly const?: string;
  readonly format?: string;
}

/** Schemas by media type. */
type Content = Readonly<Record<string, { readonly schema?: SchemaObject }>>;

/** How requests are authenticated: what is stated of an operation replaces what is stated of all. */
interface Authenticated {
  /** Authentication of a client: clause, and the words for what a request contains. */
  readonly 'x-client-credential'?: Operation['credential'];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
}

interface OperationObject extends Authenticated {
  readonly operationId: string;
  readonly summary: string;
  readonly 'x-clause': string;
  readonly 'x-creates'?: Creation;
  readonly 'x-states-type'?: boolean;
  readonly 'x-likely-path'?: string;
  /** The response contains an identifier; the document does not specify where. */
  readonly 'x-returns-identifier'?: true;
  readonly parameters?: readonly (Pick<Parameter, 'name' | 'in'> & {
    readonly required?: boolean;
    readonly 'x-segments'?: boolean;
    readonly 'x-bare'?: boolean;
    /** Name of the form of the request that has this optional parameter; the form has separate rejections. */
    readonly 'x-form'?: string;
    readonly schema?: SchemaObject;
  })[];
  readonly requestBody?: { readonly content?: Content };
  readonly responses?: Readonly<
    Record<
      string,
      {
        readonly headers?: Readonly<Record<string, unknown>>;
        /** Flags that apply in its record, by which members of it are present or absent, and when they apply. */
        readonly 'x-flags'?: Readonly<Record<string, string>>;
        readonly content?: Content;
      }
    >
  >;
}

/**
 * Derives operations and their requirements, whose ids end in `answers`, `returns-json-…`, `refuses/…` and
 * `<form>/refuses/…`, and a gap for the status code.
 */
export function readOpenApi(file: OpenApiFile, of: Interface, rename: (word: string) => string) {
  const items: readonly (readonly [string | undefined, PathItem])[] = [
    ...Object.entries(file.paths ?? {}),
    ...Object.values(file.components?.pathItems ?? {}).map((item) => [undefined, item] as const),
  ];
  return items.flatMap(([path, item]) =>
    Object.entries(item).map(([method, object]) => described(file, of, method.toUpperCase(), path, object, rename)),
  );
}

function described(
  file: OpenApiFile,
  of: Interface,
  method: string,
  path: string | undefined,
  object: OperationObject,
  rename: (word: string) => string,
) {
  const lanes = (object.security ?? file.security ?? []).flatMap((scheme) => Object.keys(scheme));
  const [requestType, request] = Object.entries(object.requestBody?.content ?? {})[0] ?? [];
  // Any success is described as 2XX; a requirement about another status has its own row.
  const response = object.responses?.['2XX'];
  const { 'x-client-credential': credential = file['x-client-credential'] } = object;
  const operation: Operation = {
    name: object.operationId,
    interface: of,
    service: file['x-service'] ?? of,
    title: object.summary,
    subject: subjectOf(method, path, object, file['x-service']),
    clause: object['x-clause'],
    method,
    path: path && rename(path),
    parameters: (object.parameters ?? []).map(
      ({ name, in: where, required, schema, 'x-segments': segments, 'x-bare': bare }) => ({
        name,
        in: where,
        required: required ?? false,
        value: schema?.const,
        segments,
        format: schema?.format,
        bare,
      }),
    ),
    requestType,
    lanes,
    creates: object['x-creates'],
    credential: lanes.length > 0 ? credential : undefined,
    statesType: object['x-states-type'],
    likelyPath: object['x-likely-path'],
    returnsIdentifier: object['x-returns-identifier'],
  };
  const requirements: Statement[] = [];
  const requirement = (
    statement: string,
    predicate: string,
    clause: string,
    judged: string,
    more: Partial<Statement> = {},
  ) =>
    requirements.push({
      id: `${of}/${operation.name}/${statement}`,
      operation: operation.name,
      predicate,
      clause,
      judged,
      basis: 'documented',
      creates: operation.creates,
      ...more,
    });
  const answers =
    'The documented request succeeds (2xx). `assay explain responses` lists how each other response is judged.';
  for (const lane of lanes.length > 1 ? lanes : [undefined]) {
    const scheme = file.components?.securitySchemes?.[lane ?? '']?.['x-clause'];
    requirement(
      lane === undefined ? 'answers' : `answers-${lane}`,
      `returns 2xx${[lane ?? lanes]
        .flat()
        .map((one) => ` for a request with a ${one}`)
        .join('')}`,
      lane !== undefined && scheme ? `${operation.clause} ${scheme}` : operation.clause,
      answers,
      { lane },
    );
  }
  const schema = Object.values(response?.content ?? {})[0]?.schema;
  const list = schema?.type === 'array';
  const answer = (list ? schema.items : schema)?.$ref;
  if (schema) {
    const what = list ? 'array of objects' : 'object';
    requirement(
      `returns-json-${list ? 'array' : 'object'}`,
      `returns a JSON ${what}`,
      operation.clause,
      `The body is JSON: an ${what}.`,
    );
  }
  const refused = file['x-refused'];
  if (refused !== undefined && lanes.length > 0) {
    for (const [kind, words] of Object.entries(refused.kinds)) {
      const judged = `The request is sent ${words}; before and after that it must succeed with the valid credential. Contradicted by a 2xx with content like that of the response to the valid credential, or by a visible effect.`;
      const predicate = `rejects ${words.replace(/^with /, '').replace(/^without/, 'a request $&')}`;
      const lane = Object.entries(refused.derived ?? {}).find(([, kinds]) => kinds.includes(kind))?.[0];
      requirement(`refuses/${kind}`, predicate, refused.clause, judged, { lane });
      for (const { name, 'x-form': form } of object.parameters ?? [])
        if (form !== undefined)
          requirement(`${form}/refuses/${kind}`, predicate, refused.clause, judged, {
            lane,
            subject: `${operation.subject}?${name}={${name}}`,
          });
    }
  }
  requirements.push({
    id: `${of}/gap/${operation.name}-status`,
    operation: operation.name,
    predicate: 'status code',
    clause: 'Errors: HTTP status codes are left open.',
    basis: 'gap',
    observes: 'status-code',
  });
  return {
    operation,
    requirements,
    // Schema file of the record in its response, relative to the description.
    answer: answer === undefined ? undefined : { file: answer, list, flags: response?.['x-flags'] ?? {} },
    // Schema of the body of its request, or the file that it refers to in the same way.
    body: request?.schema,
    responseHeaders: Object.keys(response?.headers ?? {}),
  };
}

/**
 * Method and path below the name of the service (three segments at most, `…` in place of the rest), with the query
 * names that distinguish operations. If the document leaves the path open, a placeholder with the name of the
 * operation: `GET {job_status_path}`.
 */
function subjectOf(method: string, path: string | undefined, object: OperationObject, service?: string) {
  const bare = (object.parameters ?? []).filter((parameter) => parameter['x-bare']).map(({ name }) => name);
  const end = path?.replace(new RegExp(`^.*/${service}(?=/)`), '').replace(/^.*(?=(?:\/[^/]+){3}$)/, '');
  const place = end === path ? path : `…${end}`;
  return `${method} ${place ?? `{${object.operationId.replaceAll('-', '_')}_path}`}${bare.map((name) => `?${name}`).join('')}`;
}
