/**
 * Checks names and fills of a profile: none may lead a request to another place, or give two documented objects one
 * name.
 */

import type { Contract, Interface, Operation, Profile, Requirement, WordForm } from '../contract/types.ts';
import { urlPathProblem } from '../contract/url-path.ts';
import { nearest } from '../settings/nearest.ts';

/** RFC 9110, section 5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/**
 * Headers that belong to the connection (RFC 9110, sections 7.2, 7.6.1, 8.6, 10.1.1), that Assay itself sends, or that
 * change what a response is.
 */
const TAKEN = new Set(
  [
    'connection host content-length expect keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer',
    'transfer-encoding upgrade accept accept-encoding authentication-info content-encoding cookie date if-match',
    'if-modified-since if-none-match range retry-after set-cookie user-agent www-authenticate x-request-id',
  ].flatMap((line) => line.split(' ')),
);
const FORMS: Readonly<Record<Exclude<WordForm, 'header' | 'path'>, { readonly valid: RegExp; readonly what: string }>> =
  {
    /** An NCName (Namespaces in XML 1.0, section 3). */
    XML: { valid: /^[\p{L}_][\p{L}\p{N}\p{M}_.-]*$/u, what: 'a valid XML name' },
    Python: { valid: /^[\p{L}_][\p{L}\p{N}_]*$/u, what: 'a valid Python name' },
    text: { valid: /^[^\p{Cc}\p{Cs}]+$/u, what: 'a text without control characters' },
  };
/** RFC 9110, section 15. */
const STATUS_CODE = /^[1-5]\d\d$/;
/** RFC 6901, section 3. */
const POINTER = /^(?:\/(?:[^/~]|~[01])*)*$/;
/** A path, status code or word of more than this is a mistake. */
const LONGEST = 1000;

/**
 * Returns all names and fills that cannot be used. `documented` are the contracts without the profile, `renamed` the
 * same with it.
 */
export function profileProblems(
  profile: Profile,
  documented: readonly Contract[],
  renamed: readonly Contract[],
  known: Known,
): ProfileProblem[] {
  const services = headersOfServices(documented, known);
  const headers = new Set(services.flat());
  const gaps = new Map(documented.flatMap(({ requirements }) => [...requirements]));
  const problems = (
    part: ProfileProblem['part'],
    entries: Iterable<readonly [string, unknown]>,
    whyNot: (word: string, value: never) => string | undefined,
  ) =>
    [...entries].flatMap(([word, value]) => {
      const why = whyNot(word, value as never);
      return why === undefined ? [] : [{ part, word, why }];
    });
  return [
    ...problems('names', profile.names, (word, name: string) =>
      nameProblem(word, name, documented, headers, known.schemes),
    ),
    ...services.flatMap((own) =>
      collisions(
        own.map((is) => {
          const name = profile.names.get(is) ?? is;
          return { key: name.toLowerCase(), name, is, word: profile.names.has(is) ? is : undefined };
        }),
      ),
    ),
    ...collisions(membersNamed(profile, documented), 'members'),
    ...documented.flatMap((contract) => collisions(siblings(profile, contract))),
    ...problems('identifiers', profile.identifiers ?? [], (_, at: string) =>
      POINTER.test(at) ? undefined : `at ${JSON.stringify(at)}, which is not a JSON pointer such as /result/id`,
    ),
    ...renamed.flatMap((contract, index) =>
      collisions(operationsNamed(profile, contract, documented[index] as Contract)),
    ),
    ...problems('fills', profile.fills, (word, value) => {
      const wanted = wrongFill(value, gaps.get(word));
      return wanted && `with ${quoted(value)}; it must be ${wanted}`;
    }),
  ];
}

/** Returns headers of a documented request, that of its credential among them. */
export function requestHeaders(
  { interface: of, lanes, parameters, requestType }: Operation,
  { credentialHeaders }: Known,
): string[] {
  const documented = parameters.filter((parameter) => parameter.in === 'header').map((parameter) => parameter.name);
  return [
    ...documented,
    ...lanes.flatMap((lane) => credentialHeaders(of, lane)),
    ...(requestType === undefined ? [] : ['Content-Type']),
  ];
}

/** Returns headers of the documented requests to each service, and those of the responses of its interface. */
function headersOfServices(contracts: readonly Contract[], known: Known) {
  return contracts.flatMap(({ operations, words }) => {
    const inResponses = [...words].filter(([, form]) => form === 'header').map(([word]) => word);
    const all = [...operations.values()];
    return [...new Set(all.map(({ service }) => service))].map((service) => {
      const own = all.filter((operation) => operation.service === service).flatMap((one) => requestHeaders(one, known));
      return [...new Set([...own, ...inResponses])];
    });
  });
}

function nameProblem(
  word: string,
  name: string,
  contracts: readonly Contract[],
  headers: ReadonlySet<string>,
  schemes: readonly string[],
) {
  if (name.length > LONGEST) return `to a name of ${name.length} characters; at most ${LONGEST} are allowed`;
  if (schemes.includes(word))
    return name === '' || TOKEN.test(name)
      ? undefined
      : `to ${JSON.stringify(name)}, which is not an authentication scheme`;
  if (word.startsWith('/')) {
    const placeholders = [...word.matchAll(/\{(\w+)\}/g)].map(([, placeholder = '']) => placeholder);
    const problem = urlPathProblem(name, placeholders);
    return problem && `to ${JSON.stringify(name)}, which is not a path: ${problem}`;
  }
  if (headers.has(word)) {
    if (!TOKEN.test(name)) return `to ${JSON.stringify(name)}, which is not the name of a header`;
    return TAKEN.has(name.toLowerCase()) ? `to ${name}, which has another meaning in HTTP` : undefined;
  }
  const form =
    contracts.map(({ words }) => words.get(word)).find((one) => one !== undefined && one !== 'header') ?? 'text';
  const { valid, what } = FORMS[form as keyof typeof FORMS];
  return valid.test(name) ? undefined : `to ${JSON.stringify(name)}, which is not ${what}`;
}

/** An entry with a name; two with the same key collide. */
interface Named {
  readonly key: string;
  readonly name: string;
  /** The document's word. */
  readonly is: string;
  /** The word by which the profile renamed it; absent: it keeps its name. */
  readonly word?: string;
}

/**
 * Returns the renamed entries whose new name is already in use. Entries that keep their name come first, so that the
 * renamed one gets the blame.
 */
function collisions(things: readonly Named[], part: ProfileProblem['part'] = 'names') {
  const ordered = things.toSorted((a, b) => Number(a.word !== undefined) - Number(b.word !== undefined));
  return repeated(ordered, ({ key }) => key).flatMap(({ item: { word, name }, other }) =>
    word === undefined ? [] : [{ part, word, why: `to ${name}, which is already the name of ${other.is}` }],
  );
}

/**
 * Query parameters of one operation, members of one object, parameters of one call and parts of one message; several
 * may have the same name in the document.
 */
function siblings({ names }: Profile, { words }: Contract) {
  return [...words.keys()].flatMap((path) => {
    const at = path.lastIndexOf('/');
    const own = path.slice(at + 1);
    if (at <= 0 || words.get(path) === 'path') return [];
    const word = [path, own].find((one) => words.has(one) && names.has(one));
    const name = names.get(word ?? '') ?? own;
    return [{ key: JSON.stringify([path.slice(0, at), name]), name, is: path, word }];
  });
}

/** Members of records; one that is renamed still has its own name in the document. */
function membersNamed({ members = new Map() }: Profile, documented: readonly Contract[]) {
  const requirements = documented.flatMap(({ records }) => [...records.values()].flatMap((one) => one.requirements));
  return [
    ...[...new Set(requirements)].map((is) => ({ key: is, name: '', is })),
    ...[...members].map(([is, name]) => ({ key: is.replace(/[^/]*$/, () => name), name, is, word: is })),
  ];
}

/** Returns operations of one interface, by the mark of their requests. */
function operationsNamed({ names }: Profile, { addresses }: Contract, documented: Contract) {
  return [...addresses].map(([is, key]) => {
    const path = documented.operations.get(is)?.path ?? '';
    const [word] = [...names.keys()]
      .filter((one) => one === is || one.endsWith(`/${is}`) || path.startsWith(one))
      .sort((a, b) => b.length - a.length);
    return {
      key,
      name: names.get(word ?? '') ?? key,
      is,
      word: documented.addresses.get(is) === key ? undefined : word,
    };
  });
}

/**
 * Returns the form that a fill must have, if it has another: plain values, and status codes for a gap that observes
 * these.
 */
function wrongFill(value: unknown, gap: Requirement | undefined) {
  const values = Array.isArray(value) ? value : [value];
  if (values.length === 0 || !values.every(isPlain)) return 'a text, a number, true or false, or a list of these';
  if (gap?.observes !== 'status-code' || values.every((one) => STATUS_CODE.test(String(one)))) return undefined;
  return 'a status code from 100 to 599, or a list of them; example: 200';
}

function isPlain(value: unknown) {
  if (typeof value === 'string') return value !== '' && value.length <= LONGEST;
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}

/** An entry that cannot be used. */
export interface ProfileProblem {
  readonly part: 'names' | 'fills' | 'handshakes' | 'members' | 'notOffered' | 'identifiers';
  readonly word: string;
  /** Continuation of the sentence after the word. */
  readonly why: string;
  /** The keys that lead to the word in its part, if they are more than the word. */
  readonly keys?: readonly string[];
}

/**
 * Entries of a profile that the document does not name: they are parameters, because a profile knows contracts only.
 */
export interface Known {
  /** The contracts of all interfaces, without a profile. */
  readonly contracts: readonly Contract[];
  /** Returns the contracts in the words of a profile. */
  renamed(profile: Profile): readonly Contract[];
  /** Authentication schemes of credentials. */
  readonly schemes: readonly string[];
  /** Returns headers that carry a credential. */
  credentialHeaders(of: Interface, lane: string): readonly string[];
  /** Operations and credentials that a deployment can declare not to offer. */
  readonly offerings: readonly string[];
  readonly handshakes: readonly {
    readonly id: string;
    readonly operation: string;
    readonly steps: Readonly<Record<string, { readonly method: string; readonly optional?: unknown }>>;
  }[];
  /**
   * By interface, gaps that are filled with a name, and the function that reads it. No two of an interface may be
   * equal.
   */
  readonly namedByGaps: readonly Readonly<Record<string, (text: string) => { readonly wrong?: string | undefined }>>[];
}

/** Returns a correction for a misspelt word, in brackets; else empty. */
export function hint(word: string, known: readonly string[]): string {
  const near = nearest(word, known);
  return near === undefined ? '' : ` (did you mean ${near}?)`;
}

/** Returns the beginning of a value as a message quotes it. */
export const quoted = (value: unknown): string => `${JSON.stringify(value)?.slice(0, 80)}`;

/** Returns items whose key occurred before, each with the latest such item. */
export function repeated<T>(items: Iterable<T>, keyOf: (item: T) => string) {
  const taken = new Map<string, T>();
  return [...items].flatMap((item) => {
    const key = keyOf(item);
    const other = taken.get(key);
    taken.set(key, item);
    return other === undefined ? [] : [{ item, other }];
  });
}
