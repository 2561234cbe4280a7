/** Checks names and fills of a profile: none may lead a request to another place, or give two documented things one name. */

import { INTERFACES } from '../../../suites/index.ts';
import type { Profile } from '../../contract/profile.ts';
import type { Contract, Operation, Requirement, WordForm } from '../../contract/types.ts';
import { urlPathProblem } from '../../contract/url-path.ts';
import { descriptorOf } from '../suites.ts';

/** A name, a fill or a handshake that cannot be used. */
export interface ProfileProblem {
  readonly part: 'names' | 'fills' | 'handshakes' | 'members' | 'notOffered' | 'identifiers';
  readonly word: string;
  /** The keys that lead to it in its part, if not the word alone. */
  readonly keys?: readonly string[];
  readonly why: string;
}

/** RFC 9110, section 5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Headers that belong to the connection, or that say how a message is framed (RFC 9110, sections 7.2, 7.6.1, 8.6, 10.1.1). */
const OF_THE_CONNECTION = new Set(
  'connection host content-length expect keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
);
/** Headers that Assay itself sends, or that would change what a response is. */
const OF_ASSAY = new Set(
  'accept accept-encoding authentication-info content-encoding cookie date if-match if-modified-since if-none-match range retry-after set-cookie user-agent www-authenticate x-request-id'.split(
    ' ',
  ),
);
/** An NCName (Namespaces in XML 1.0, section 3). */
const XML_NAME = /^[\p{L}_][\p{L}\p{N}\p{M}_.-]*$/u;
const PYTHON_NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;
const FORMS: Readonly<Record<Exclude<WordForm, 'header' | 'path'>, { readonly valid: RegExp; readonly what: string }>> =
  {
    XML: { valid: XML_NAME, what: 'a name in XML' },
    Python: { valid: PYTHON_NAME, what: 'a name in Python' },
    text: { valid: /^[^\p{Cc}\p{Cs}]+$/u, what: 'a text without control characters' },
  };
/** RFC 9110, section 15. */
const STATUS_CODE = /^[1-5]\d\d$/;
/** RFC 6901, section 3. */
const POINTER = /^(?:\/(?:[^/~]|~[01])*)*$/;
/** Authentication schemes of credentials. */
export const SCHEMES: readonly string[] = INTERFACES.flatMap(({ settings }) =>
  Object.values(settings.credentials).flatMap(({ scheme = [] }) => scheme),
);
/** A path, status code or word of more than this is a mistake. */
const LONGEST = 1000;

/** All names and fills that cannot be used. `documented` are the contracts without the profile, `renamed` the same with it. */
export function profileProblems(
  profile: Profile,
  documented: readonly Contract[],
  renamed: readonly Contract[],
): ProfileProblem[] {
  const services = headersOfServices(documented);
  const headers = new Set(services.flat());
  const problems = (part: ProfileProblem['part'], all: Iterable<readonly [string, string | undefined]>) =>
    [...all].flatMap(([word, why]): ProfileProblem[] => (why === undefined ? [] : [{ part, word, why }]));
  const gaps = new Map(documented.flatMap(({ requirements }) => [...requirements]));
  return [
    ...problems(
      'names',
      [...profile.names].map(([word, name]) => [word, nameProblem(word, name, documented, headers)]),
    ),
    ...services.flatMap((own) => clashes('names', headersOf(profile, own))),
    ...clashes('members', membersOf(profile, documented)),
    ...documented.flatMap((contract) => clashes('names', siblings(profile, contract))),
    ...problems(
      'identifiers',
      [...(profile.identifiers ?? [])].map(([word, at]) => [
        word,
        POINTER.test(at) ? undefined : `at ${JSON.stringify(at)}, which is not a JSON pointer such as /result/id`,
      ]),
    ),
    ...renamed.flatMap((contract, index) => collisions(profile, contract, documented[index] as Contract)),
    ...problems(
      'fills',
      [...profile.fills].map(([word, value]) => {
        const wanted = wrongFill(value, gaps.get(word));
        return [word, wanted && `with ${JSON.stringify(value)?.slice(0, 80)}; it must be ${wanted}`];
      }),
    ),
  ];
}

/** Headers of a documented request, that of its credential among them. */
export function requestHeaders({ interface: of, lanes, parameters, requestType }: Operation): string[] {
  const { credentials } = descriptorOf(of).settings;
  const documented = parameters.filter((parameter) => parameter.in === 'header').map((parameter) => parameter.name);
  return [
    ...documented,
    ...lanes.flatMap((lane) => credentials[lane]?.header ?? []),
    ...(requestType === undefined ? [] : ['Content-Type']),
  ];
}

/** Headers of the documented requests to each service, and those of the responses of its interface. */
function headersOfServices(contracts: readonly Contract[]): string[][] {
  return contracts.flatMap(({ operations, words }) => {
    const inResponses = [...words].filter(([, form]) => form === 'header').map(([word]) => word);
    const all = [...operations.values()];
    return [...new Set(all.map(({ service }) => service))].map((service) => {
      const own = all.filter((operation) => operation.service === service).flatMap(requestHeaders);
      return [...new Set([...own, ...inResponses])];
    });
  });
}

function nameProblem(
  word: string,
  name: string,
  contracts: readonly Contract[],
  headers: ReadonlySet<string>,
): string | undefined {
  if (name.length > LONGEST) return `to something of ${name.length} characters`;
  if (SCHEMES.includes(word))
    return name === '' || TOKEN.test(name)
      ? undefined
      : `to ${JSON.stringify(name)}, which is not an authentication scheme`;
  if (word.startsWith('/')) {
    const placeholders = [...word.matchAll(/\{(\w+)\}/g)].map(([, placeholder = '']) => placeholder);
    const lost = placeholders.find((placeholder) => !name.includes(`{${placeholder}}`));
    const problem = lost === undefined ? urlPathProblem(name, placeholders) : `it lacks {${lost}}`;
    return problem && `to ${JSON.stringify(name)}, which is not a path: ${problem}`;
  }
  if (headers.has(word)) {
    if (!TOKEN.test(name)) return `to ${JSON.stringify(name)}, which is not the name of a header`;
    if (OF_ASSAY.has(name.toLowerCase())) return `to ${name}, which has another meaning in HTTP`;
    return OF_THE_CONNECTION.has(name.toLowerCase())
      ? `to ${name}, which belongs to the connection and not to the request`
      : undefined;
  }
  const form =
    contracts.map(({ words }) => words.get(word)).find((one) => one !== undefined && one !== 'header') ?? 'text';
  const { valid, what } = FORMS[form as keyof typeof FORMS];
  return valid.test(name) ? undefined : `to ${JSON.stringify(name)}, which is not ${what}`;
}

/** Something with a name; `word` is the profile's word that renamed it, `key` what has to differ. */
interface Named {
  readonly key: string;
  readonly of: string;
  readonly name: string;
  readonly word?: string | undefined;
}

/** Things that have the name of another only since the profile renamed them. Those that keep their name come first: the renamed one is to blame. */
function clashes(part: ProfileProblem['part'], things: readonly Named[]): ProfileProblem[] {
  const taken = new Map(things.filter(({ word }) => word === undefined).map(({ key, of }) => [key, of]));
  return things.flatMap(({ key, of, name, word }) => {
    if (word === undefined) return [];
    const other = taken.get(key);
    taken.set(key, of);
    return other === undefined ? [] : [{ part, word, why: `to ${name}, which is the name of ${other} too` }];
  });
}

/** Query parameters of one operation, members of one object, parameters of one call and parts of one message, which may share a word. */
function siblings({ names }: Profile, { words }: Contract): Named[] {
  return [...words.keys()].flatMap((of) => {
    const at = of.lastIndexOf('/');
    const own = of.slice(at + 1);
    if (at <= 0 || words.get(of) === 'path') return [];
    const word = [of, own].find((one) => words.has(one) && names.has(one));
    const name = names.get(word ?? '') ?? own;
    return [{ key: JSON.stringify([of.slice(0, at), name]), of, name, word }];
  });
}

/** Headers of one service. */
function headersOf({ names }: Profile, headers: readonly string[]): Named[] {
  return headers.map((of) => {
    const name = names.get(of);
    return name === undefined
      ? { key: of.toLowerCase(), of, name: of }
      : { key: name.toLowerCase(), of, name, word: of };
  });
}

/** Members of records, with the names in the document and in the deployment. */
function membersOf({ members = new Map() }: Profile, documented: readonly Contract[]): Named[] {
  const rows = documented.flatMap(({ records }) => [...records.values()].flatMap((record) => record.rows));
  return [
    ...rows.map((of) => ({ key: of, of, name: of })),
    ...[...members].map(([of, name]) => ({ key: `${of.slice(0, of.lastIndexOf('/'))}/${name}`, of, name, word: of })),
  ];
}

/** Operations that have one address only since the profile renamed something. */
function collisions(profile: Profile, renamed: Contract, documented: Contract): ProfileProblem[] {
  const first = new Map<string, string>();
  return [...renamed.addresses].flatMap(([word, address]) => {
    const other = first.get(address);
    first.set(address, word);
    if (other === undefined || documented.addresses.get(word) === documented.addresses.get(other)) return [];
    return [
      {
        part: 'names' as const,
        word: renaming(profile, word, other, documented),
        why: `so that ${other} and ${word} have one name, ${address}`,
      },
    ];
  });
}

/** The word of the profile to which a collision is due. */
function renaming({ names }: Profile, one: string, other: string, { operations }: Contract): string {
  const paths = [one, other].map((name) => operations.get(name)?.path ?? '');
  return (
    [...names.keys()].find(
      (word) =>
        word === one ||
        word === other ||
        word.endsWith(`/${one}`) ||
        word.endsWith(`/${other}`) ||
        paths.some((path) => path.startsWith(word)),
    ) ?? one
  );
}

/** The form that a fill must have, if it has another: plain values, and status codes for a gap that observes these. */
function wrongFill(value: unknown, gap: Requirement | undefined): string | undefined {
  const values = Array.isArray(value) ? value : [value];
  if (values.length === 0 || !values.every(isPlain)) return 'a text, a number, true or false, or a list of these';
  if (gap?.observes !== 'status-code' || values.every((one) => STATUS_CODE.test(String(one)))) return undefined;
  return 'a status code from 100 to 599, or a list of them; example: 200';
}

function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return value !== '' && value.length <= LONGEST;
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}
