/** Lists of the zone service, and the details of objects that are listed or set. */

import {
  type Answer,
  type Exchange,
  from,
  ifAnswered,
  type ProbeContext,
  paramsOf,
  probe,
  type RequestOptions,
  type Settings,
  succeeded,
  type Value,
  whyUnusable,
} from '../../words.ts';
import { type Candidate, TRIES } from '../identifiers.ts';
import { set, settingsOf } from '../known-settings.ts';
import { listedIn, listingOf, mentions, textsIn } from '../listings.ts';
import { isNotThere } from '../poll.ts';
import { signedIn } from './sign-in.ts';

/** Maximum number of objects that are read to find one. */
const MOST_READ = 20;

/**
 * Sends the candidates of a response in turn; stops at the first response other than "not found". If none of them can
 * be sent, the first is recorded with the reason.
 * @param isOther whether a response is about an object other than the one that is looked for; then more are tried
 */
export async function tryInTurn(
  answer: Exchange,
  candidates: readonly Candidate[],
  once: (value: Value) => Promise<Exchange>,
  isOther = (_: Exchange) => false,
): Promise<Exchange[]> {
  const made: Exchange[] = [];
  const usable = candidates.filter(({ text }) => whyUnusable(text) === undefined);
  for (const { text, how, sure } of usable.length > 0 ? usable.slice(0, MOST_READ) : candidates.slice(0, 1)) {
    const exchange = await once(from(answer, how, text, !sure));
    made.push(exchange);
    const isFound = succeeded(exchange) ? !isOther(exchange) : !isNotThere(exchange);
    if (isFound || (made.length >= TRIES && !made.some(succeeded))) break;
  }
  return made;
}

/** Returns the name of the space in the path that is set. */
export function spaceNameIn(settings: Settings): string | undefined {
  const path = settingsOf(settings).spacePath;
  return typeof path === 'string' ? path.replace(/^\/+/, '').split('/')[0] : undefined;
}

const listing = <const Name extends string>(name: Name, operation: string) =>
  probe({
    ...{ name, operation, needs: [signedIn] },
    run: async (_, context) => ({ list: await context.send(operation) }),
  });

export const listSpaces = listing('listSpaces', 'list-spaces');
export const listHandleServices = listing('listHandleServices', 'list-handle-services');

/** Reads the details of an object. */
export const readOne = (
  context: ProbeContext,
  thing: 'space' | 'share' | 'handle' | 'handle-service',
  id: Value,
  more: RequestOptions = {},
): Promise<Exchange> => context.send(`get-${thing}`, { params: { [`${thing.replace('-', '_')}_id`]: id }, ...more });

/**
 * Reads the details of the object that the settings name, and, if the list lacks it (or no setting is set), of listed
 * objects: that shows whether the list is one of identifiers.
 */
async function readDetails(
  context: ProbeContext,
  thing: 'space' | 'handle-service',
  own: Value | undefined,
  list: Answer | undefined,
  name?: string,
) {
  const listing = list && listingOf(list.exchange);
  const known = list !== undefined && own !== undefined && mentions(listing, own.text);
  const once = (id: Value) => readOne(context, thing, id);
  const read = own && (await once(known ? from(list.exchange, 'an entry', own.text) : own));
  if (known || list === undefined) return { own: read, listed: [] };
  const others = listedIn(list.exchange).filter(({ text }) => text !== own?.text);
  if (name === undefined) return { own: read, listed: await tryInTurn(list.exchange, others, once) };
  // Details in another format than JSON show no name.
  const isOther = (exchange: Exchange) => !textsIn(exchange)?.has(name);
  const beside = new Set((listing?.entries ?? []).filter((texts) => texts.includes(name)).flat());
  const byName = [...others.filter(({ text }) => beside.has(text)), ...others.filter(({ text }) => !beside.has(text))];
  return { own: read, listed: await tryInTurn(list.exchange, byName, once, isOther) };
}

export const readSpace = probe({
  name: 'readSpace',
  operation: 'get-space',
  needs: [signedIn, ifAnswered(listSpaces)],
  // If only the path is set, the changes of the space with that name are subscribed to.
  run: ({ listSpaces }, context) => {
    const own = set(context.settings, 'spaceId');
    const name = own !== undefined ? undefined : spaceNameIn(context.settings);
    return readDetails(context, 'space', own, listSpaces, name);
  },
});

export const readHandleService = probe({
  name: 'readHandleService',
  operation: 'get-handle-service',
  needs: [signedIn, ifAnswered(listHandleServices)],
  run: ({ listHandleServices }, context) =>
    readDetails(context, 'handle-service', set(context.settings, 'handleServiceId'), listHandleServices),
});

/** Returns the value of a parameter with which one of these requests was answered. */
export function answeredWith(exchanges: readonly Exchange[], parameter: string): Value | undefined {
  const answered = exchanges.find(succeeded);
  return answered && paramsOf(answered)[parameter];
}

/** Returns the value of a setting, or the same value as the service confirmed it. */
export function confirmedOr(own: Value | undefined, answered: Value | undefined): Value | undefined {
  return own === undefined || own.text === answered?.text ? answered : own;
}
