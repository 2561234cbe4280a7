/** Checks the names in a profile against the document, since a misspelt name would silently have no effect. */
import { loadProfile, type Profile, ProfileError } from '../contract/profile.ts';
import type { Contract } from '../contract/types.ts';
import { nearest } from '../settings/nearest.ts';
import { loadContract, SUITED } from './suites.ts';

/** Headers that are sent but are not parameters of an operation. */
const HEADERS = ['Authorization', 'X-Auth-Token', 'Content-Type', 'SOAPAction', 'Accept'];

/** Loads a profile as `loadProfile` does. Also throws ProfileError if it names or fills something unknown to every interface, configured or not. */
export function loadKnownProfile(nameOrFile: string): Profile {
  const profile = loadProfile(nameOrFile);
  const contracts = SUITED.map((of) => loadContract(of));
  const gaps = contracts.flatMap(({ requirements }) => [...requirements.values()].filter(({ basis }) => basis === 'gap').map(({ id }) => id));
  const wrong = [
    ...unknown(profile.names.keys(), [...HEADERS, ...contracts.flatMap(words)], 'names', 'unknown to the document'),
    ...unknown(profile.fills.keys(), gaps, 'fills', 'not a gap in the document'),
  ];
  if (wrong.length > 0) throw new ProfileError(`The profile ${profile.name} ${wrong.join('; it ')}.`);
  return profile;
}

function unknown(given: Iterable<string>, known: readonly string[], verb: string, why: string): string[] {
  return [...given]
    .filter((word) => !known.includes(word))
    .map((word) => {
      const near = nearest(word, known);
      return `${verb} ${word}, ${why}${near === undefined ? '' : ` (did you mean ${near}?)`}`;
    });
}

/** The names of an interface that a profile can change: operations, documented headers, path prefixes, and further words such as message parts. */
function words({ operations, words: further = [] }: Contract): string[] {
  const own = [...operations.values()].flatMap(({ name, path = '', parameters }) => [
    name,
    ...parameters.filter((parameter) => parameter.in === 'header').map((parameter) => parameter.name),
    ...[...path.matchAll(/\/|$/g)].flatMap(({ index }) => [path.slice(0, index), path.slice(0, index + 1)]).filter((prefix) => prefix !== ''),
  ]);
  return [...own, ...further];
}
