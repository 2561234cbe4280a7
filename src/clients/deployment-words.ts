/**
 * A served reference with a deployment's names: in requests they are replaced by the document's before the requests are
 * judged and answered.
 */

import { speaking } from '../../reference/other-words.ts';
import type { Handler, ReferenceRequest, ReferenceResponse } from '../../reference/types.ts';
import { loadContract } from '../contract/contracts.ts';
import { expressionOf } from '../contract/rest-clients.ts';
import type { Interface, Operation, Profile } from '../contract/types.ts';
import { withMemberNames } from '../engine/judge/document-words.ts';
import { isObject, stepsOf } from '../files/json-value.ts';
import { servedDescriptor } from './client-side.ts';

/** A name in the document, and the deployment's name for the same. */
type Pair = readonly [documented: string, own: string];

/**
 * Returns a function that wraps the handlers of an interface, so that requests and responses use the deployment's
 * names.
 */
export function inDeploymentWords(of: Interface, profile: Profile): (handler: Handler) => Handler {
  const { operations, format } = loadContract(of);
  const own = loadContract(of, { profile });
  if (format !== undefined) return inElements([...own.words.keys()], profile);
  const paths = pathsOf(of, [...operations.values()], profile);
  const schemes = Object.values(servedDescriptor(of).settings.credentials).flatMap(({ scheme = [] }) => scheme);
  const dropped = [...operations.values()].filter(({ name }) => profile.notOffered?.includes(name));
  return (handler) => async (request) => {
    const plain = {
      ...request,
      target: renamedTarget(request.target, paths),
      headers: headersOf(request, profile, schemes),
    };
    const fitting = [...own.operations.values()].filter((one) =>
      isCalled(operations.get(one.name) as Operation, plain),
    );
    if (fitting.length > 0 && fitting.every(({ name }) => dropped.some((one) => one.name === name)))
      return { status: 404, headers: [], body: new Uint8Array() };
    const query = fitting.flatMap(({ parameters }) =>
      parameters.flatMap(({ name, wireName }) => (wireName === undefined ? [] : [[name, wireName] as const])),
    );
    const words = {
      query: Object.fromEntries(query),
      members: Object.fromEntries(fitting.flatMap(({ memberNames }) => [...(memberNames ?? [])])),
      responseHeaders: Object.fromEntries(fitting.flatMap(({ responseNames }) => [...(responseNames ?? [])])),
    };
    const response = await speaking(words, handler)(plain);
    return fitting.reduce((answer, operation) => inOwnMembers(answer, operation, profile), response);
  };
}

/** Returns the profile's path prefixes, and its paths for operations without a documented path; the longest first. */
function pathsOf(of: Interface, operations: readonly Operation[], { names, fills }: Profile): Pair[] {
  const filled = operations.flatMap(({ name, likelyPath }): Pair[] => {
    const path = fills.get(`${of}/gap/${name}-path`);
    return likelyPath !== undefined && typeof path === 'string' ? [[likelyPath, path]] : [];
  });
  const renamed = [...names].filter(([word]) => word.startsWith('/'));
  return [...filled, ...renamed].sort(([, one], [, other]) => other.length - one.length);
}

const PLACEHOLDER = /\{(\w+)\}/g;

/** Returns an expression for paths that begin with `word`. */
const beginning = (word: string) => expressionOf(word, [], { end: word.endsWith('/') ? '' : '(?=/|$)' });

/**
 * Returns a target with the document's names. If it has a documented name that the deployment renames, it gets an
 * unknown path.
 */
function renamedTarget(target: string, paths: readonly Pair[]) {
  const [path = ''] = target.split('?');
  for (const [documented, own] of paths) {
    const found = beginning(own).exec(path);
    if (found === null) continue;
    const filled = documented.replace(PLACEHOLDER, (_, name: string) => found.groups?.[name] ?? '');
    return filled + target.slice(found[0].length);
  }
  return paths.some(([documented]) => beginning(documented).test(path)) ? `/unknown-here${target}` : target;
}

/**
 * Returns headers with the document's names. A documented header that the deployment renames is removed. The scheme at
 * the beginning of Authorization is replaced too.
 */
function headersOf({ headers }: ReferenceRequest, { names }: Profile, schemes: readonly string[]) {
  const renamed = [...names].filter(([word]) => !word.includes('/') && !schemes.includes(word));
  const gone = new Set(renamed.flatMap(([word, own]) => [word.toLowerCase(), own.toLowerCase()]));
  const read = {
    ...Object.fromEntries(Object.entries(headers).filter(([name]) => !gone.has(name))),
    ...Object.fromEntries(
      renamed.flatMap(([word, own]) => {
        const value = headers[own.toLowerCase()];
        return value === undefined ? [] : [[word.toLowerCase(), value]];
      }),
    ),
  };
  const { authorization } = read;
  const scheme = schemes.find((word) => names.has(word));
  if (authorization === undefined || scheme === undefined) return read;
  const own = names.get(scheme) === '' ? '' : `${names.get(scheme)} `;
  const token = authorization.startsWith(own)
    ? `${scheme} ${authorization.slice(own.length)}`
    : `unknown ${authorization}`;
  return { ...read, authorization: token };
}

const isCalled = ({ method, path, likelyPath, parameters }: Operation, { method: asked, target }: ReferenceRequest) =>
  method === asked &&
  expressionOf(path ?? likelyPath ?? '', parameters, { end: '/*$' }).test(target.split('?')[0] ?? '');

/**
 * Returns a response with the names that the deployment gives to members of its record, and with the identifier at its
 * place.
 */
function inOwnMembers(response: ReferenceResponse, operation: Operation, { members = new Map() }: Profile) {
  const { answer, identifierAt } = operation;
  const names = [...members].flatMap(([requirement, own]): Pair[] =>
    answer !== undefined && requirement.startsWith(`${answer.record}/`)
      ? [[requirement.slice(answer.record.length + 1), own]]
      : [],
  );
  const isJson = response.headers.some(([, value]) => value.startsWith('application/json'));
  if (!isJson || response.status >= 300 || !(response.body instanceof Uint8Array)) return response;
  if (names.length === 0 && identifierAt === undefined) return response;
  const json: unknown = JSON.parse(Buffer.from(response.body).toString('utf8'));
  const written =
    identifierAt === undefined ? withMemberNames(json, new Map(names), 'deployment') : placed(json, identifierAt);
  return { ...response, body: Buffer.from(JSON.stringify(written)) };
}

/** Returns a response body that contains only the identifier, at a JSON pointer. */
function placed(json: unknown, pointer: string) {
  const value = isObject(json) ? Object.values(json)[0] : json;
  return stepsOf(pointer).reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
}

/** Returns a wrapper for handlers of XML messages: elements have the deployment's names. */
function inElements(words: readonly string[], { names }: Profile): (handler: Handler) => Handler {
  const pairs = words.flatMap((word): Pair[] => (names.has(word) ? [[word, names.get(word) ?? '']] : []));
  const renamed = (bytes: Uint8Array, between: readonly Pair[]): Uint8Array => {
    const named = new Map(between.flatMap(([from, to]) => [[from, to] as const, [`${from}Response`, `${to}Response`]]));
    const text = Buffer.from(bytes).toString('latin1');
    return Buffer.from(
      text.replace(
        /(<\/?(?:[\w.-]+:)?)([\w.-]+)(?=[\s/>])/g,
        (_, before: string, name: string) => before + (named.get(name) ?? name),
      ),
      'latin1',
    );
  };
  const unknown = pairs.map(([documented]): Pair => [documented, `unknown-${documented}`]);
  return (handler) => async (request) => {
    const body = renamed(request.body, [...unknown, ...pairs.map(([documented, own]): Pair => [own, documented])]);
    const response = await handler({ ...request, body });
    return response.body instanceof Uint8Array ? { ...response, body: renamed(response.body, pairs) } : response;
  };
}

/** Returns settings with the deployment's names, which occur in paths. */
export function settingsInWords(
  settings: Readonly<Record<string, string>>,
  of: Interface,
  profile: Profile,
): Record<string, string> {
  const paths = pathsOf(of, [...loadContract(of).operations.values()], profile);
  const own = (value: string) => {
    const found = paths.find(([documented]) => value.includes('{') && beginning(documented).test(value));
    return found ? found[1] + value.slice(found[0].length) : value;
  };
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, own(value)]));
}
