/**
 * Profiles, checked against all interfaces that this installation tests: a misspelt name would silently have no effect,
 * and some names would lead requests elsewhere, or give two documented objects one name.
 */
import { INTERFACES } from '../../../suites/index.ts';
import type { Contract, Operation, Profile, Requirement } from '../../contract/types.ts';
import { refuseIf } from '../../files/read-file.ts';
import { isHeader, isPath, isPointer, isScheme, isStatus, isWord, type Reader } from '../../profile/forms.ts';
import { loadProfile } from '../../profile/profile.ts';
import { nearest } from '../../settings/nearest.ts';
import { readValue } from '../../settings/values.ts';
import { SETTINGS_TABLE } from './settings-table.ts';
import { SUITED } from './suited.ts';
import { descriptorOf, loadContract, offerings } from './suites.ts';

type Part = 'names' | 'fills' | 'members' | 'identifiers' | 'notOffered' | 'handshakes';

/** An entry of a profile. */
interface Entry {
  readonly part: Part;
  readonly word: string;
  /** They lead to it within its part. */
  readonly keys: readonly string[];
}

/** Loads a profile. Throws InputError, with file and line, for every entry that cannot be used. */
export function loadKnownProfile(nameOrFile: string): Profile {
  const profile = loadProfile(nameOrFile);
  const contracts = SUITED.map((of) => loadContract(of));
  const readers = readersOf(contracts);
  const problems = entriesOf(profile).flatMap(({ value, ...entry }) => {
    const { part, word } = entry;
    const known = readers[part];
    const read = known.get(word) ?? (() => `${UNKNOWN[part] ?? 'unknown to the document'}${hint(word, known)}`);
    return problem(entry, read(value));
  });
  refuse(profile, problems);
  refuse(profile, spacesOf(profile, contracts).flatMap(collisions));
  return profile;
}

const problem = (entry: Entry, why: string | undefined) => (why === undefined ? [] : [{ ...entry, why }]);

function refuse({ place }: Profile, problems: ReturnType<typeof problem>) {
  refuseIf(problems.map(({ part, word, keys, why }) => `${place?.(part, ...keys)}: ${word} in ${part}: ${why}.`));
}

/** Returns a correction for a misspelt word, in brackets; else empty. */
function hint(word: string, known: ReadonlyMap<string, unknown>) {
  const near = nearest(word, [...known.keys()]);
  return near === undefined ? '' : ` (did you mean ${near}?)`;
}

/** Why a word cannot be used, where it is not that the document does not have it. */
const UNKNOWN: Partial<Readonly<Record<Part, string>>> = {
  fills: 'not a gap in the document',
  members: 'not a member of a record in the document',
  identifiers: 'returns no identifier whose place the document leaves open',
  handshakes: 'an unknown handshake or step',
};

function entriesOf(profile: Profile): (Entry & { readonly value: unknown })[] {
  const parts = ['names', 'fills', 'members', 'identifiers', 'handshakes'] as const;
  return [
    ...parts.flatMap((part) =>
      [...(profile[part] ?? [])].map(([word, value]) => ({ part, word, keys: [word], value: value as unknown })),
    ),
    ...(profile.notOffered ?? []).map((word, at) => ({
      part: 'notOffered' as const,
      word,
      keys: [`${at}`],
      value: word,
    })),
    ...stepsIn(profile).map(({ path, ...entry }) => ({ ...entry, value: path })),
  ];
}

/** Returns the steps of handshakes as entries. */
const stepsIn = ({ handshakes = new Map() }: Profile) =>
  [...handshakes].flatMap(([id, steps]) =>
    [...steps].map(([step, path]) => ({ part: 'handshakes' as const, word: `${id} ${step}`, keys: [id, step], path })),
  );

const HANDSHAKES = INTERFACES.flatMap(({ handshakes = [] }) => handshakes);

/** Returns everything that a profile can name, by part, with the readers of the values. */
function readersOf(contracts: readonly Contract[]): Readonly<Record<Part, ReadonlyMap<string, Reader>>> {
  const operations = contracts.flatMap((contract) => [...contract.operations.values()]);
  const requirements = contracts.flatMap((contract) => [...contract.requirements.values()]);
  const identifying = operations.flatMap(({ name, returnsIdentifier }) => (returnsIdentifier ? [name] : []));
  const all = (words: readonly string[], reader: Reader = () => undefined) =>
    words.map((word): [string, Reader] => [word, reader]);
  const pathOf = (name: string) => {
    const { parameters = [] } = operations.find((one) => one.name === name) ?? {};
    return isPath(parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name));
  };
  return {
    names: new Map([
      ...contracts.flatMap(({ words }) =>
        [...words].map(([word, form]): [string, Reader] => [word, isWord(word, form)]),
      ),
      ...all(operations.flatMap(requestHeaders), isHeader),
      ...all(SCHEMES, (scheme) => (scheme === '' ? undefined : isScheme(scheme))),
    ]),
    fills: new Map(requirements.flatMap((one) => (one.basis === 'gap' ? [[one.id, fillOf(one)]] : []))),
    // Requirements that are about one member of a record as a whole.
    members: new Map(
      contracts.flatMap(({ records }) =>
        [...records.values()].flatMap((record) =>
          all(record.requirements.filter((id) => id.slice(record.id.length).lastIndexOf('/') === 0)),
        ),
      ),
    ),
    identifiers: new Map(all(identifying, isPointer)),
    notOffered: new Map(all([...offerings(contracts), ...SETTINGS_TABLE.credentials])),
    handshakes: new Map(
      HANDSHAKES.flatMap(({ id, operation, steps }) => [
        [id, lacks(Object.keys(steps).filter((step) => steps[step]?.optional === undefined))],
        ...all(
          Object.keys(steps).map((step) => `${id} ${step}`),
          pathOf(operation),
        ),
      ]),
    ),
  };
}

const SCHEMES = INTERFACES.flatMap(({ settings }) =>
  Object.values(settings.credentials).flatMap(({ scheme = [] }) => scheme),
);

/** Returns headers of a documented request, that of its credential among them. */
function requestHeaders({ interface: of, lanes, parameters, requestType }: Operation): string[] {
  const { credentials } = descriptorOf(of).settings;
  return [
    ...parameters.filter((parameter) => parameter.in === 'header').map((parameter) => parameter.name),
    ...lanes.flatMap((lane) => credentials[lane]?.header ?? []),
    ...(requestType === undefined ? [] : ['Content-Type']),
  ];
}

const lacks =
  (needed: readonly string[]): Reader =>
  (steps) => {
    const lacking = needed.filter((step) => !(steps as ReadonlyMap<string, string>).has(step));
    return lacking.length === 0 ? undefined : `lacks ${lacking.join(' and ')}`;
  };

/** The settings in whose place gaps are filled with a name, such as that of an environment variable. */
const NAMED_BY_GAPS = new Map(INTERFACES.flatMap(({ namedByGaps = {} }) => Object.entries(namedByGaps)));

function fillOf({ id, observes }: Requirement): Reader {
  const setting = SETTINGS_TABLE.named(NAMED_BY_GAPS.get(id) ?? '');
  if (setting === undefined) return observes === 'status-code' ? isStatus : () => undefined;
  return (value) => {
    const read = typeof value === 'string' ? readValue(setting, value) : { wrong: 'must be one name' };
    return 'wrong' in read ? read.wrong : undefined;
  };
}

/** A name; two of one space with the same key collide. `by`: the entry that gives it; absent: the document does. */
interface Named {
  readonly key: string;
  readonly name: string;
  /** The document's word. */
  readonly is: string;
  readonly by?: Entry;
}

/** Returns the names of the profile that are already in use, by the document or by an earlier entry. */
function collisions(space: readonly Named[]) {
  const taken = new Map<string, Named>();
  return space
    .toSorted((one, other) => Number(one.by !== undefined) - Number(other.by !== undefined))
    .flatMap((one) => {
      const other = taken.get(one.key);
      taken.set(one.key, one);
      return one.by && other ? problem(one.by, `${one.name} is already in use by ${other.is}`) : [];
    });
}

const entry = (part: Part, word: string): Entry => ({ part, word, keys: [word] });

/** Returns the spaces in which every name must be different. */
function spacesOf(profile: Profile, documented: readonly Contract[]): Named[][] {
  const { names, fills, members = new Map() } = profile;
  const named = (is: string, key: (name: string) => string, word: string | undefined = is): Named => {
    const name = names.get(word) ?? is;
    return { key: key(name), name, is, by: names.has(word) ? entry('names', word) : undefined };
  };
  const records = documented.flatMap((contract) => [...contract.records.values()]);
  return [
    ...headersOfServices(documented).map((own) => own.map((is) => named(is, (name) => name.toLowerCase()))),
    // Members of records; one that is renamed still has its own name in the document.
    [...new Set(records.flatMap((record) => record.requirements)), ...members.entries()].map((one) =>
      typeof one === 'string'
        ? { key: one, name: '', is: one }
        : { key: one[0].replace(/[^/]*$/, () => one[1]), name: one[1], is: one[0], by: entry('members', one[0]) },
    ),
    ...documented.map(({ words }) =>
      // Query parameters of one operation, members of one object, parameters of one call and parts of one message.
      [...words.keys()].flatMap((path) => {
        const at = path.lastIndexOf('/');
        const own = path.slice(at + 1);
        if (at <= 0 || words.get(path) === 'path') return [];
        const word = [path, own].find((one) => words.has(one) && names.has(one));
        return { ...named(own, (name) => JSON.stringify([path.slice(0, at), name]), word ?? path), is: path };
      }),
    ),
    ...documented.map(({ operations, words }) =>
      [...operations.keys()].filter((name) => words.has(name)).map((is) => named(is, (name) => name)),
    ),
    ...SUITED.map((of, index) => requestsOf(loadContract(of, profile), documented[index] as Contract, profile)),
    [...NAMED_BY_GAPS.keys()].flatMap((gap) => {
      const name = fills.get(gap);
      return name === undefined ? [] : { key: String(name), name: String(name), is: gap, by: entry('fills', gap) };
    }),
  ];
}

/** Returns headers of the documented requests to each service, and those of the responses of its interface. */
function headersOfServices(contracts: readonly Contract[]) {
  return contracts.flatMap(({ operations, words }) => {
    const inResponses = [...words].filter(([, form]) => form === 'header').map(([word]) => word);
    const all = [...operations.values()];
    return [...new Set(all.map(({ service }) => service))].map((service) => [
      ...new Set([...all.filter((operation) => operation.service === service).flatMap(requestHeaders), ...inResponses]),
    ]);
  });
}

/** Returns the requests to one interface, those of handshakes among them. */
function requestsOf({ operations }: Contract, documented: Contract, profile: Profile): Named[] {
  const { names } = profile;
  const own = [...operations.values()].flatMap((operation) => {
    const { name: is, path } = operation;
    if (!path) return [];
    const before = documented.operations.get(is) as Operation;
    const [word = ''] = [...names.keys()]
      .filter((one) => before.path?.startsWith(one))
      .sort((a, b) => b.length - a.length);
    const by = markOf(before) === markOf(operation) ? undefined : entry('names', word);
    return { key: markOf(operation), name: names.get(word) ?? path, is, by };
  });
  const steps = stepsIn(profile).flatMap(({ path, ...by }) => {
    const [id, step = ''] = by.keys;
    const handshake = HANDSHAKES.find((one) => one.id === id);
    const method = handshake?.steps[step]?.method ?? '';
    const { service } = operations.get(handshake?.operation ?? '') ?? {};
    const key = service && markOf({ service, method, path, parameters: [] });
    return key ? { key, name: `${method} ${path}`, is: by.word, by } : [];
  });
  return [...own, ...steps];
}

/** Returns what distinguishes a request; two may differ only in their query. */
function markOf({
  service,
  method,
  path = '',
  parameters,
}: Pick<Operation, 'service' | 'method' | 'path' | 'parameters'>) {
  const query = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  return [service, method, path.replace(/\{\w+\}/g, '{}'), ...query.map(({ name }) => name)].join(' ');
}
