/**
 * A deployment with other names of query parameters, members of JSON requests and response headers, as if a gateway
 * renamed them.
 */
import type { Handler, ReferenceRequest } from './types.ts';

/** Maps the document's names to the deployment's. A documented name that is replaced becomes unknown. */
export interface OtherWords {
  readonly query?: Readonly<Record<string, string>>;
  /** Members of JSON requests, by their path (`files/sources`). */
  readonly members?: Readonly<Record<string, string>>;
  readonly responseHeaders?: Readonly<Record<string, string>>;
}

/** Wraps a handler that uses the document's names, so that the deployment's names work instead. */
export function speaking(words: OtherWords, handler: Handler): Handler {
  return async (request) => {
    const response = await handler(documented(request, words));
    const named = new Map(Object.entries(words.responseHeaders ?? {}).map(([name, own]) => [name.toLowerCase(), own]));
    return {
      ...response,
      headers: response.headers.map(([name, value]) => [named.get(name.toLowerCase()) ?? name, value] as const),
    };
  };
}

function documented(request: ReferenceRequest, { query = {}, members = {} }: OtherWords): ReferenceRequest {
  const [path = '', search] = request.target.split('?', 2);
  const named = search?.split('&').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return [documentedName(decodeURIComponent(name), '', query), ...value].join('=');
  });
  const target = named === undefined ? path : `${path}?${named.join('&')}`;
  const isJson = request.headers['content-type']?.startsWith('application/json') === true && request.body.length > 0;
  const body = isJson
    ? Buffer.from(JSON.stringify(renamed(JSON.parse(Buffer.from(request.body).toString('utf8')), members)))
    : request.body;
  return { ...request, target, body };
}

/**
 * Returns the document's name for a name of the deployment; a documented name that the deployment replaces becomes
 * unknown.
 */
function documentedName(name: string, above: string, words: Readonly<Record<string, string>>): string {
  const word = Object.keys(words).find(
    (path) => words[path] === name && path.slice(0, path.lastIndexOf('/') + 1) === above,
  );
  if (word !== undefined) return word.slice(above.length);
  return Object.hasOwn(words, `${above}${name}`) ? `unknown-${name}` : name;
}

function renamed(value: unknown, words: Readonly<Record<string, string>>, above = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, words, above));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const name = documentedName(key, above, words);
      return [name, renamed(inner, words, `${above}${name}/`)];
    }),
  );
}
