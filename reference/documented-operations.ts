/** Operations as the OpenAPI descriptions list them: what the faults that every operation has are derived from. */
import { parse } from 'yaml';
import { madeOfFiles } from './package-root.ts';

/** An operation. */
export interface DocumentedOperation {
  readonly name: string;
  readonly method: string;
  /** Absent: the document does not specify it. */
  readonly path?: string;
  readonly hasBody: boolean;
  /** The kind of JSON that it returns; absent: left open. */
  readonly returns?: 'array' | 'object';
  /** The record that it returns, such as `transfer/job`. */
  readonly record?: string;
  /** The kind of object that it creates or changes. */
  readonly creates?: string;
  /** Invalid credentials that it rejects, each with the words for a request with it; absent: it takes no credential. */
  readonly refused?: Readonly<Record<string, string>>;
}

/** An operation that takes a credential. */
export type GuardedOperation = DocumentedOperation & Required<Pick<DocumentedOperation, 'refused'>>;

type Items = Readonly<Record<string, Readonly<Record<string, Described>>>>;

interface Described {
  readonly operationId: string;
  readonly requestBody?: unknown;
  readonly 'x-creates'?: string;
  readonly security?: readonly unknown[];
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Returned }>> }>
  >;
}

interface Returned {
  readonly type?: string;
  readonly $ref?: string;
  readonly items?: { readonly $ref?: string };
}

interface Description {
  readonly security?: readonly unknown[];
  readonly 'x-refused'?: { readonly kinds: Readonly<Record<string, string>> };
  readonly paths: Items;
  readonly components?: { readonly pathItems?: Items };
}

/** Returns the operations of an interface. */
export const documentedOperations = madeOfFiles('specs', 'openapi.yaml', (texts): readonly DocumentedOperation[] =>
  texts.flatMap((text) => operationsIn(parse(text) as Description)),
);

/** Returns operations that take a credential. */
export function guardedOperations(name: string): readonly GuardedOperation[] {
  return documentedOperations(name).filter((one): one is GuardedOperation => one.refused !== undefined);
}

/** Returns the names of the operations that take a credential and create or change nothing. */
export const guardedReads = (name: string): readonly string[] =>
  guardedOperations(name).flatMap((one) => (one.creates === undefined ? [one.name] : []));

function operationsIn({ 'x-refused': refused, security: usual = [], paths, components }: Description) {
  const items = [
    ...Object.entries(paths),
    ...Object.values(components?.pathItems ?? {}).map((item) => [undefined, item] as const),
  ];
  return items.flatMap(([path, item]) =>
    Object.entries(item).map(
      ([
        method,
        { operationId, requestBody, 'x-creates': creates, security = usual, responses },
      ]): DocumentedOperation => {
        const schema = Object.values(Object.values(responses)[0]?.content ?? {})[0]?.schema;
        const file = schema?.$ref ?? schema?.items?.$ref;
        return {
          ...{ name: operationId, method: method.toUpperCase(), hasBody: requestBody !== undefined },
          ...(path !== undefined && { path }),
          ...(schema && { returns: schema.type === 'array' ? 'array' : 'object' }),
          ...(file !== undefined && { record: file.replace(/^.*schemas\/|\.schema\.json$/g, '') }),
          ...(creates !== undefined && { creates }),
          ...(refused && security.length > 0 && { refused: refused.kinds }),
        };
      },
    ),
  );
}
