/**
 * Loads a profile and checks it against the document: a misspelt name would silently have no effect, and some names
 * would lead requests elsewhere.
 */
import type { Contract, Profile } from '../contract/types.ts';
import { urlPathProblem } from '../contract/url-path.ts';
import { ProfileError } from '../contract/wording.ts';
import { hint, type Known, type ProfileProblem, profileProblems, quoted, repeated, requestHeaders } from './names.ts';
import { loadProfile } from './profile.ts';

/**
 * Loads a profile as `loadProfile` does. Also throws ProfileError, with file and line, for an entry that no interface
 * knows, configured or not; for a name in a wrong form; for two entries with one name; and for a handshake that is
 * unknown, incomplete, or leads elsewhere.
 */
export function loadChecked(nameOrFile: string, known: Known): Profile {
  const profile = loadProfile(nameOrFile);
  const { contracts } = known;
  const { names, fills, members = new Map(), identifiers = new Map(), notOffered = [] } = profile;
  const words = [...known.schemes, ...contracts.flatMap((contract) => wordsOf(contract, known))];
  const gaps = contracts.flatMap(({ requirements }) =>
    [...requirements.values()].flatMap(({ id, basis }) => (basis === 'gap' ? [id] : [])),
  );
  const parts: readonly (readonly [ProfileProblem['part'], Iterable<string>, readonly string[], string])[] = [
    ['names', names.keys(), words, 'unknown to the document'],
    ['fills', fills.keys(), gaps, 'not a gap in the document'],
    ['members', members.keys(), contracts.flatMap(memberRequirements), 'not a member of a record in the document'],
    ['notOffered', notOffered, known.offerings, 'unknown to the document'],
    [
      'identifiers',
      identifiers.keys(),
      contracts.flatMap(identifying),
      'which returns no identifier whose place the document leaves open',
    ],
  ];
  const unknown = parts.flatMap(([part, given, documented, why]) =>
    [...given]
      .filter((word) => !documented.includes(word))
      .map((word) => ({
        ...{ part, word, why: `${why}${hint(word, documented)}` },
        // A list has no keys.
        keys: [part === 'notOffered' ? String(notOffered.indexOf(word)) : word],
      })),
  );
  if (unknown.length > 0) throw refused(profile, unknown);
  const renamed = known.renamed(profile);
  const wrong = [
    ...profileProblems(profile, contracts, renamed, known),
    ...inputProblems(profile, known),
    ...handshakeProblems(profile, renamed, known.handshakes),
  ];
  if (wrong.length > 0) throw refused(profile, wrong);
  return profile;
}

/** Continuation of a sentence after the name of the profile. */
const VERBS: Readonly<Record<ProfileProblem['part'], string>> = {
  names: 'renames',
  fills: 'fills',
  handshakes: 'declares',
  members: 'renames',
  identifiers: 'places the identifier of',
  notOffered: 'does not offer',
};

function refused(profile: Profile, problems: readonly ProfileProblem[]) {
  return new ProfileError(
    problems.map(({ part, word, keys = [word], why }) => {
      const joined = /^(?:to|with|at) /.test(why) ? `${word} ${why}` : `${word}, ${why}`;
      return `The profile ${profile.name} ${VERBS[part]} ${joined}.${profile.place === undefined ? '' : ` (${profile.place(part, ...keys)})`}`;
    }),
  );
}

/** Returns requirements that are about one member of a record as a whole. */
function memberRequirements({ records }: Contract) {
  return [...records.values()].flatMap(({ id, requirements }) =>
    requirements.filter(
      (requirement) => requirement.startsWith(`${id}/`) && !requirement.slice(id.length + 1).includes('/'),
    ),
  );
}

function identifying({ operations }: Contract) {
  return [...operations.values()].filter(({ returnsIdentifier }) => returnsIdentifier).map(({ name }) => name);
}

/**
 * Returns the names of an interface that a profile can change: documented headers, and further words such as the
 * beginnings of paths.
 */
function wordsOf({ operations, words }: Contract, known: Known) {
  return [...[...operations.values()].flatMap((operation) => requestHeaders(operation, known)), ...words.keys()];
}

/**
 * Returns problems of fills that are names, such as those of environment variables: names that are invalid as settings,
 * or equal to another one of the interface.
 */
function inputProblems({ fills }: Profile, { namedByGaps }: Known): ProfileProblem[] {
  return namedByGaps.flatMap((gaps) => {
    const filled = Object.entries(gaps).flatMap(([gap, read]) =>
      fills.has(gap) ? [{ gap, read, value: fills.get(gap) }] : [],
    );
    const wrong = filled.flatMap(({ gap, read, value }): ProfileProblem[] => {
      const { wrong } = typeof value === 'string' ? read(value) : { wrong: 'must be one name' };
      const why = wrong && `with ${quoted(value)}; it ${wrong.replace(/ \(got .*\)$/s, '')}`;
      return why === undefined ? [] : [{ part: 'fills', word: gap, why }];
    });
    const names = filled.filter(({ gap }) => !wrong.some(({ word }) => word === gap));
    return [
      ...wrong,
      ...repeated(names, ({ value }) => String(value)).map(
        ({ item, other }): ProfileProblem => ({
          part: 'fills',
          word: item.gap,
          why: `with ${item.value}, which already fills ${other.gap}`,
        }),
      ),
    ];
  });
}

const problem = (keys: readonly string[], why: string): ProfileProblem => ({
  part: 'handshakes',
  word: keys.join(' '),
  keys,
  why,
});

const addressOf = (method: string, path: string) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`;

/** Returns all that is wrong with the handshakes of a profile. `contracts` are those with the profile's names. */
function handshakeProblems(
  { handshakes = new Map() }: Profile,
  contracts: readonly Contract[],
  known: Known['handshakes'],
): ProfileProblem[] {
  const operations = contracts.flatMap((contract) => [...contract.operations.values()]);
  const documented = operations.map(({ name, method, path = '' }) => [addressOf(method, path), name] as const);
  return [...handshakes].flatMap(([id, declared]): ProfileProblem[] => {
    const handshake = known.find((one) => one.id === id);
    const operation = operations.find(({ name }) => name === handshake?.operation);
    if (handshake === undefined || operation === undefined) {
      const ids = known.map((one) => one.id);
      return [problem([id], `an unknown handshake${hint(id, ids)}`)];
    }
    const { steps } = handshake;
    const placeholders = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    const lacking = Object.keys(steps).filter((step) => steps[step]?.optional === undefined && !declared.has(step));
    const taken = new Map(documented);
    const wrong = [...declared].flatMap(([step, path]) => {
      const why = whyNot(step, path, placeholders, steps);
      if (why !== undefined) return [problem([id, step], why)];
      const method = steps[step]?.method ?? '';
      const address = addressOf(method, path);
      const other = taken.get(address);
      taken.set(address, step);
      return other === undefined
        ? []
        : [problem([id, step], `${method} ${path}, which is already the request of ${other}`)];
    });
    return lacking.length === 0 ? wrong : [problem([id], `which lacks ${lacking.join(' and ')}`), ...wrong];
  });
}

function whyNot(
  step: string,
  path: string,
  placeholders: readonly string[],
  steps: Known['handshakes'][number]['steps'],
) {
  if (!Object.hasOwn(steps, step)) return `an unknown step${hint(step, Object.keys(steps))}`;
  const why = urlPathProblem(path, placeholders);
  return why && `${JSON.stringify(path.slice(0, 80))}, which is not a path: ${why}`;
}
