/** Details are about what was requested, in every response. */

import {
  type AnyProbe,
  check,
  type Exchange,
  every,
  isAsDeclared,
  originsOf,
  type Probe,
  preview,
  type Reporter,
  sent,
  sentJson,
  shows,
  state,
  succeeded,
  textIn,
} from '../../words.ts';
import { lastSegment } from '../identifiers.ts';
import { settingsOf } from '../known-settings.ts';
import { listingOf, textsIn } from '../listings.ts';
import {
  anotherHandle,
  anotherShare,
  createHandle,
  createShare,
  listHandles,
  readHandle,
  readShare,
} from '../probes/sharing.ts';
import { listHandleServices, listSpaces, readHandleService, readSpace, spaceNameIn } from '../probes/zone.ts';

/**
 * An operation that describes one object: the list of such objects, their creations, and the members of a creation's
 * request that the details may show.
 */
interface Described {
  readonly thing: 'space' | 'handle-service' | 'share' | 'handle';
  readonly of: Probe;
  readonly list?: Probe;
  readonly creations?: readonly AnyProbe[];
  readonly shown?: readonly string[];
}

export const DESCRIBED: readonly Described[] = [
  { thing: 'space', of: readSpace, list: listSpaces },
  { thing: 'handle-service', of: readHandleService, list: listHandleServices },
  { thing: 'share', of: readShare, creations: [createShare, anotherShare], shown: ['name'] },
  {
    thing: 'handle',
    of: readHandle,
    list: listHandles,
    creations: [createHandle, anotherHandle],
    shown: ['resourceId', 'metadata'],
  },
];

/** Returns the requested value of a creation: a member of the request, if present. */
export function requested(creation: Exchange | undefined, member: string): readonly string[] {
  return [(creation && textIn(sentJson(creation), member)) ?? []].flat();
}

/** Returns the title in the metadata of a registration. */
export const titlesIn = (creation: Exchange | undefined): readonly string[] =>
  requested(creation, 'metadata').flatMap((metadata) => /<dc:title>([^<]*)</.exec(metadata)?.[1] ?? []);

/** Returns the creation whose response gave the value of a parameter, if one did. */
export function creationOf(exchange: Exchange, parameter: string, all: readonly Exchange[]): Exchange | undefined {
  const origins = originsOf(exchange)[`params/${parameter}`] ?? [];
  const ids = origins.map((origin) => (origin.from === 'answer' ? origin.exchange : ''));
  return all.find(({ id, ledger }) => ledger !== undefined && ids.includes(id));
}

/**
 * Returns the identifiers and names of the other entries, from the place where the list has one of the object (`own`).
 * None if a list lacks the object, because any entry may then be the object under another name.
 */
export function othersIn(lists: readonly Exchange[], own: readonly string[]): readonly string[] {
  return lists.flatMap((list) => {
    const entries = listingOf(list)?.entries ?? [];
    const placeIn = (texts: readonly string[]) => texts.findIndex((text) => own.includes(text));
    const place = Math.max(...entries.map(placeIn));
    return entries.flatMap((texts) => (placeIn(texts) < 0 ? (texts[place] ?? []) : []));
  });
}

/** Returns the identifiers and names of which the details contain one. A title may be part of a longer text. */
function wordsOf(exchange: Exchange, { thing, shown = [] }: Described, { exchanges, settings }: Reporter) {
  const parameter = `${thing.replace('-', '_')}_id`;
  const id = exchange.params[parameter] ?? '';
  const creation = creationOf(exchange, parameter, exchanges);
  const requests = shown.flatMap((member) => requested(creation, member));
  return {
    id,
    requests,
    own: [
      id,
      ...(creation ? [lastSegment(id), ...requests] : []),
      // The settings name the space by its path, too.
      ...(thing === 'space' && settingsOf(settings).spaceId === id ? [spaceNameIn(settings) ?? []].flat() : []),
    ],
    titles: titlesIn(creation),
  };
}

/** Details contain an identifier or name of the requested object; those of others contradict only without it. */
function speaking(described: Described) {
  const { thing, of, list, creations = [] } = described;
  const operation = `get-${thing}`;
  const requirement = `data-hub/${operation}/speaks-of-${thing}`;
  return check({
    needs: [...(thing === 'handle' ? [sent(createHandle)] : []), every(of)],
    also: [list, ...creations].flatMap((one) => (one && one !== createHandle ? [one] : [])),
    decides: [requirement],
    judge(_, report) {
      const good = report.returned.filter((one) => one.purpose === 'documented' && succeeded(one));
      const lists = good.filter((one) => one.operation === list?.operation);
      const read = good
        .filter((one) => one.operation === operation)
        .map((exchange) => ({ exchange, ...wordsOf(exchange, described, report) }));
      for (const { exchange, id, own, requests, titles } of read) {
        const known = textsIn(exchange);
        const texts = [...(known ?? [])];
        const others = new Set([...read.flatMap((one) => one.own), ...othersIn(lists, own)]);
        const mine = texts.some((text) => own.includes(text) || titles.some((title) => text.includes(title)));
        const other = texts.find((text) => others.has(text));
        // A value that another creation requested, in place of the one of this creation.
        const [swap] = requests.flatMap((word, at) => {
          const foreign = texts.find((text) => read.some((one) => one.id !== id && one.requests[at] === text));
          return foreign === undefined || texts.includes(word) ? [] : [{ word, foreign }];
        });
        state(report, requirement, exchange, {
          unless: [
            isAsDeclared(exchange),
            shows(known, 'the details are empty, or in a format that Assay does not know'),
            shows(mine || other !== undefined, 'the details contain no identifier or name that this run knows'),
          ],
          ok: mine && swap === undefined,
          expected: `details of the requested object, which contain ${preview(swap?.word ?? own[0])}`,
          got: `details of another object, which contain ${preview(swap?.foreign ?? other)}`,
        });
      }
    },
  });
}

export const speakingOfThings = DESCRIBED.map(speaking);
