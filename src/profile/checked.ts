/**
 * Loads a profile and checks it against the document: a misspelt name would silently have no effect, and some names
 * would lead requests elsewhere.
 */
import type { Contract, Profile } from '../contract/types.ts';
import { ProfileError } from '../contract/wording.ts';
import { handshakeProblems } from './handshakes.ts';
import { profileProblems, requestHeaders } from './names.ts';
import { hint, type Known, type ProfileProblem, quoted, repeated } from './problems.ts';
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
  const unknown = [
    ...unknownWords('names', names.keys(), words, 'unknown to the document'),
    ...unknownWords('fills', fills.keys(), gaps, 'not a gap in the document'),
    ...unknownWords(
      'members',
      members.keys(),
      contracts.flatMap(memberRequirements),
      'not a member of a record in the document',
    ),
    ...unknownWords('notOffered', notOffered, known.offerings, 'unknown to the document').map((problem) => ({
      ...problem,
      keys: [String(notOffered.indexOf(problem.word))],
    })),
    ...unknownWords(
      'identifiers',
      identifiers.keys(),
      contracts.flatMap(identifying),
      'which returns no identifier whose place the document leaves open',
    ),
  ];
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

function refused(profile: Profile, problems: readonly ProfileProblem[]): ProfileError {
  const sentences = problems.map(({ part, word, keys = [word], why }) => {
    const joined = /^(?:to|with|at) /.test(why) ? `${word} ${why}` : `${word}, ${why}`;
    return `The profile ${profile.name} ${VERBS[part]} ${joined}.${profile.place === undefined ? '' : ` (${profile.place(part, ...keys)})`}`;
  });
  return new ProfileError(sentences.join('\n'), sentences);
}

function unknownWords(
  part: ProfileProblem['part'],
  words: Iterable<string>,
  known: readonly string[],
  why: string,
): ProfileProblem[] {
  const unknown = [...words].filter((word) => !known.includes(word));
  return unknown.map((word) => ({ part, word, why: `${why}${hint(word, known)}` }));
}

/** Returns requirements that are about one member of a record as a whole. */
function memberRequirements({ records }: Contract): string[] {
  return [...records.values()].flatMap(({ id, requirements }) =>
    requirements.filter(
      (requirement) => requirement.startsWith(`${id}/`) && !requirement.slice(id.length + 1).includes('/'),
    ),
  );
}

function identifying({ operations }: Contract): string[] {
  return [...operations.values()].filter(({ returnsIdentifier }) => returnsIdentifier).map(({ name }) => name);
}

/**
 * Returns the names of an interface that a profile can change: documented headers, and further words such as the
 * beginnings of paths.
 */
function wordsOf({ operations, words }: Contract, known: Known): string[] {
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
