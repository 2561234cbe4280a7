/** Lists of the zone service, and the details of things listed or set. */
import { statusOf, succeeded } from '../../../src/engine/answer.ts';
import { from, paramsOf, type Value } from '../../../src/engine/origins.ts';
import { ifAnswered, probe } from '../../../src/engine/suite.ts';
import type { Answer, ProbeContext, SuiteSettings } from '../../../src/engine/types.ts';
import { whyUnusable } from '../../../src/engine/unusable-identifier.ts';
import { NOT_FOUND } from '../../../src/wire/status-codes.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { given, set } from '../given.ts';
import { type Candidate, listedIn, listingOf, TRIES, textsIn } from '../identifiers.ts';
import { signedIn } from './sign-in.ts';

const NOT_THERE = new Set([400, ...NOT_FOUND]);

/** Whether an answer says that the identifier is unknown, so that another may be tried. */
export function isNotThere(exchange: Exchange): boolean {
  return NOT_THERE.has(statusOf(exchange));
}

/** A candidate, to send it. @param answer the one that it stands in */
export function candidateOf(answer: Exchange | undefined, text: string, found: Pick<Candidate, 'how' | 'sure'> | undefined): Value {
  if (answer === undefined) throw new Error('no answer gave this identifier');
  return from(answer, found?.how ?? 'the body', text, found?.sure !== true);
}

/**
 * Asks with one candidate after another until one is answered with something else than that it does not exist. If nothing is sent with any
 * of them, the first is recorded with the reason.
 */
export async function tryInTurn(candidates: readonly string[], once: (text: string, index: number) => Promise<Exchange>): Promise<Exchange[]> {
  const made: Exchange[] = [];
  const all = [...candidates.entries()];
  const usable = all.filter(([, text]) => whyUnusable(text) === undefined);
  for (const [index, text] of usable.length > 0 ? usable.slice(0, TRIES) : all.slice(0, 1)) {
    const exchange = await once(text, index);
    made.push(exchange);
    if (!isNotThere(exchange)) break;
  }
  return made;
}

/** The name of the space in the path that is set. */
export function spaceNameIn(settings: SuiteSettings): string | undefined {
  const path = given(settings).spacePath;
  return typeof path === 'string' ? path.replace(/^\/+/, '').split('/')[0] : undefined;
}

export const listSpaces = probe({
  name: 'listSpaces',
  operation: 'list-spaces',
  needs: [signedIn],
  run: async (_, context) => [await context.send('list-spaces')],
});

export const listHandleServices = probe({
  name: 'listHandleServices',
  operation: 'list-handle-services',
  needs: [signedIn],
  run: async (_, context) => [await context.send('list-handle-services')],
});

/**
 * Reads the details of what the settings name, and, where the list does not hold that (or nothing is set), of what is listed:
 * that shows whether the list is one of identifiers.
 */
async function readDetails(
  context: ProbeContext,
  operation: string,
  parameter: string,
  own: Value | undefined,
  list: Answer | undefined,
  name?: string,
): Promise<Exchange[]> {
  const listed = list === undefined ? [] : listedIn(list.exchange);
  const known = list !== undefined && own !== undefined && (listingOf(list.exchange)?.texts.has(own.text) ?? false);
  const made: Exchange[] = [];
  const once = (value: Value, label: string) => context.send(operation, { params: { [parameter]: value }, label });
  if (own !== undefined) made.push(await once(known ? from(list.exchange, 'an entry', own.text) : own, 'own'));
  if (known) return made;
  const others = listed.filter((text) => text !== own?.text);
  if (list === undefined) return made;
  const listedOnce = (text: string) => once(from(list.exchange, 'an entry', text, true), 'listed');
  if (name === undefined) return [...made, ...(await tryInTurn(others, listedOnce))];
  const beside = (listingOf(list.exchange)?.entries ?? []).filter((texts) => texts.includes(name)).flat();
  return readUntilNamed([...others.filter((text) => beside.includes(text)), ...others.filter((text) => !beside.includes(text))], name, listedOnce);
}

/** So many things that are listed are read, to find the one of a name. */
const MOST_READ = 20;

/** Reads one listed thing after another until details hold the name; ends if the listed texts are not identifiers. */
async function readUntilNamed(candidates: readonly string[], name: string, once: (text: string) => Promise<Exchange>): Promise<Exchange[]> {
  const made: Exchange[] = [];
  for (const text of candidates.slice(0, MOST_READ)) {
    const exchange = await once(text);
    made.push(exchange);
    if (succeeded(exchange) ? textsIn(exchange)?.has(name) : !isNotThere(exchange) || (made.length >= TRIES && !made.some(succeeded))) break;
  }
  return made;
}

export const readSpace = probe({
  name: 'readSpace',
  operation: 'get-space',
  needs: [signedIn, ifAnswered(listSpaces)],
  // If only the path is set, changes of the space of that name are subscribed to.
  run: ({ listSpaces }, context) => {
    const own = set(context.settings, 'spaceId');
    const name = own !== undefined ? undefined : spaceNameIn(context.settings);
    return readDetails(context, 'get-space', 'space_id', own, listSpaces, name);
  },
});

export const readHandleService = probe({
  name: 'readHandleService',
  operation: 'get-handle-service',
  needs: [signedIn, ifAnswered(listHandleServices)],
  run: ({ listHandleServices }, context) =>
    readDetails(context, 'get-handle-service', 'handle_service_id', set(context.settings, 'handleServiceId'), listHandleServices),
});

/** The value of a parameter with which a probe's operation was answered. */
export function answeredWith(exchanges: readonly Exchange[], operation: string, parameter: string): Value | undefined {
  const answered = exchanges.find((exchange) => exchange.operation === operation && exchange.purpose === 'documented' && succeeded(exchange));
  return answered && paramsOf(answered)[parameter];
}

/** The value of a setting; as the service confirmed it, where it did. */
export function confirmedOr(own: Value | undefined, answered: Value | undefined): Value | undefined {
  return own === undefined || own.text === answered?.text ? answered : own;
}
