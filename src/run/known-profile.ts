/** A profile whose words are held against the document's: a misspelt one would be of no effect, and nobody would be told. */
import { loadProfile, type Profile, ProfileError } from '../contract/profile.ts';
import { loadTicketBridgeContract } from '../contract/ticket-bridge.ts';
import type { Contract } from '../contract/types.ts';
import { nearest } from '../settings/nearest.ts';
import { loadContract, SUITED } from './suites.ts';

/** Headers that are sent without being parameters of an operation. */
const HEADERS = ['Authorization', 'X-Auth-Token', 'Content-Type', 'SOAPAction', 'Accept'];

/** Loads a profile as `loadProfile` does. Throws ProfileError also where it names or fills something that no interface has, configured or not. */
export function loadKnownProfile(nameOrFile: string): Profile {
  const profile = loadProfile(nameOrFile);
  const contracts = SUITED.map((of) => loadContract(of));
  const gaps = contracts.flatMap(({ requirements }) => [...requirements.values()].filter(({ basis }) => basis === 'gap').map(({ id }) => id));
  const wrong = [
    ...unknown(profile.names.keys(), [...HEADERS, ...contracts.flatMap(words), ...bridgeWords()], 'names', 'which the document does not'),
    ...unknown(profile.fills.keys(), gaps, 'fills', 'which is no gap of the document'),
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

/** What can be renamed of an interface: its operations, the headers that it documents, and whatever its paths begin with. */
function words({ operations }: Contract): string[] {
  return [...operations.values()].flatMap(({ name, path = '', parameters }) => [
    name,
    ...parameters.filter((parameter) => parameter.in === 'header').map((parameter) => parameter.name),
    ...[...path.matchAll(/\/|$/g)].flatMap(({ index }) => [path.slice(0, index), path.slice(0, index + 1)]).filter((prefix) => prefix !== ''),
  ]);
}

/** The port type and the message parts. */
function bridgeWords(): string[] {
  const { portType, operations } = loadTicketBridgeContract().service;
  const messages = [...operations.values()].flatMap(({ input, output }) => [input, output]);
  return [portType.name, ...messages.flatMap(({ name, parts }) => parts.flatMap((part) => [part.name, `${name}/${part.name}`]))];
}
