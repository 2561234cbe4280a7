/** Checks a profile against the document: a misspelt name would silently have no effect, and some names would lead requests elsewhere. */
import { INTERFACES } from '../../../suites/index.ts';
import { loadProfile, type Profile, ProfileError } from '../../contract/profile.ts';
import type { Contract } from '../../contract/types.ts';
import { readValue } from '../../settings/values.ts';
import { SETTINGS_TABLE } from '../settings-table.ts';
import { SUITED } from '../suited.ts';
import { loadContract, offerings } from '../suites.ts';
import { handshakeProblems, perhaps } from './handshakes.ts';
import { type ProfileProblem, profileProblems, requestHeaders, SCHEMES } from './names.ts';

/**
 * Loads a profile as `loadProfile` does. Also throws ProfileError, with file and line, if it names or fills something unknown to every
 * interface, configured or not; if a name has not the form of what it names; if two things would have one name; and if a handshake is
 * unknown, incomplete, or leads elsewhere.
 */
export function loadKnownProfile(nameOrFile: string): Profile {
  const profile = loadProfile(nameOrFile);
  const contracts = SUITED.map((of) => loadContract(of));
  const gaps = contracts.flatMap(({ requirements }) =>
    [...requirements.values()].filter(({ basis }) => basis === 'gap').map(({ id }) => id),
  );
  const unknown = [
    ...unknownWords(
      'names',
      profile.names.keys(),
      [...SCHEMES, ...contracts.flatMap(wordsOf)],
      'unknown to the document',
    ),
    ...unknownWords('fills', profile.fills.keys(), gaps, 'not a gap in the document'),
    ...unknownWords(
      'members',
      profile.members?.keys() ?? [],
      contracts.flatMap(memberRows),
      'not a member of a record in the document',
    ),
    ...unknownOfferings(profile, contracts),
    ...unknownWords(
      'identifiers',
      profile.identifiers?.keys() ?? [],
      contracts.flatMap(identifying),
      'which returns no identifier whose place the document leaves open',
    ),
  ];
  if (unknown.length > 0) throw refused(profile, unknown);
  const renamed = SUITED.map((of) => loadContract(of, profile));
  const wrong = [
    ...profileProblems(profile, contracts, renamed),
    ...inputProblems(profile),
    ...handshakeProblems(profile, renamed),
  ];
  if (wrong.length > 0) throw refused(profile, wrong);
  return profile;
}

/** How a sentence goes on after the name of the profile. */
const VERBS: Readonly<Record<ProfileProblem['part'], string>> = {
  names: 'names',
  fills: 'fills',
  handshakes: 'declares',
  members: 'renames',
  identifiers: 'places the identifier of',
  notOffered: 'does not offer',
};

/** Requirements that are about one member of a record as a whole. */
function memberRows({ records }: Contract): string[] {
  return [...records.values()].flatMap(({ id, rows }) =>
    rows.filter((row) => row.startsWith(`${id}/`) && !row.slice(id.length + 1).includes('/')),
  );
}

function unknownOfferings({ notOffered = [] }: Profile, contracts: readonly Contract[]): ProfileProblem[] {
  const known = [...offerings(contracts), ...SETTINGS_TABLE.credentials];
  return unknownWords('notOffered', notOffered, known, 'unknown to the document').map((problem) => ({
    ...problem,
    keys: [String(notOffered.indexOf(problem.word))],
  }));
}

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
  return [...words].flatMap((word) =>
    known.includes(word) ? [] : [{ part, word, why: `${why}${perhaps(word, known)}` }],
  );
}

function identifying({ operations }: Contract): string[] {
  return [...operations.values()].filter(({ returnsIdentifier }) => returnsIdentifier).map(({ name }) => name);
}

/** The names of an interface that a profile can change: documented headers, and further words such as the beginnings of paths. */
function wordsOf({ operations, words }: Contract): string[] {
  return [...[...operations.values()].flatMap(requestHeaders), ...words.keys()];
}

/** Fills that are names, such as those of environment variables, and are invalid as settings of these names, or equal to another one of the interface. */
function inputProblems({ fills }: Profile): ProfileProblem[] {
  return INTERFACES.flatMap(({ namedByGaps = {} }) => {
    const taken = new Map<unknown, string>();
    return Object.entries(namedByGaps).flatMap(([gap, name]): ProfileProblem[] => {
      const setting = SETTINGS_TABLE.named(name);
      if (setting === undefined || !fills.has(gap)) return [];
      const value = fills.get(gap);
      const other = taken.get(value);
      taken.set(value, gap);
      const read = typeof value === 'string' ? readValue(setting, value) : { wrong: 'must be one name' };
      if ('wrong' in read)
        return [
          {
            part: 'fills',
            word: gap,
            why: `with ${JSON.stringify(value)?.slice(0, 80)}; it ${read.wrong.replace(/ \(got .*\)$/s, '')}`,
          },
        ];
      return other === undefined
        ? []
        : [{ part: 'fills', word: gap, why: `with ${read.value}, which is that of ${other} too` }];
    });
  });
}
