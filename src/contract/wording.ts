/**
 * Names that a profile gives to query parameters, members of JSON requests and headers of responses, and places of
 * identifiers.
 */
import type { Operation, Profile, WordForm } from './types.ts';

/** Parts of an operation that a profile may rename, in addition to its path and the headers of its request. */
export interface Renamable {
  /** Name of the record that is sent as JSON, and the paths of its members (`files/sources`). */
  readonly record?: { readonly name: string; readonly members: readonly string[] };
  readonly responseHeaders: readonly string[];
}

/**
 * Returns the words for these parts: prefixes of the path, `<operation>/<query parameter>`, `<record>/<path of a
 * member>`, and headers of the response by their names.
 */
export function wordsOf(
  { name, path = '', parameters }: Operation,
  { record, responseHeaders }: Renamable,
): [string, WordForm][] {
  const queries = parameters
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => `${name}/${parameter.name}`);
  const members = (record?.members ?? []).map((path) => `${record?.name}/${path}`);
  const prefixes = [...path.matchAll(/\/|$/g)]
    .flatMap(({ index }) => [path.slice(0, index), path.slice(0, index + 1)])
    .filter((prefix) => prefix !== '');
  return [
    ...prefixes.map((word): [string, WordForm] => [word, 'path']),
    ...[...queries, ...members].map((word): [string, WordForm] => [word, 'text']),
    ...responseHeaders.map((word): [string, WordForm] => [word, 'header']),
  ];
}

/** Returns the operation with the profile's names for these parts. */
export function withProfileWords(
  operation: Operation,
  { record, responseHeaders }: Renamable,
  { names, identifiers }: Profile,
): Operation {
  const named = (words: readonly (readonly [string, string])[]): ReadonlyMap<string, string> | undefined => {
    const own = words.flatMap(([part, word]) => (names.has(word) ? [[part, names.get(word) ?? ''] as const] : []));
    return own.length === 0 ? undefined : new Map(own);
  };
  const memberNames = named((record?.members ?? []).map((path) => [path, `${record?.name}/${path}`]));
  const responseNames = named(responseHeaders.map((header) => [header, header]));
  const identifierAt = identifiers?.get(operation.name);
  return {
    ...operation,
    parameters: operation.parameters.map((parameter) => {
      const wireName = parameter.in === 'query' ? names.get(`${operation.name}/${parameter.name}`) : undefined;
      return wireName === undefined ? parameter : { ...parameter, wireName };
    }),
    memberNames,
    responseNames,
    identifierAt,
  };
}
