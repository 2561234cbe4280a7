/** Shares of the directory, and handles for them: two of each in a run. */

import {
  CONFLICT,
  type Exchange,
  headerOf,
  ifSent,
  LEFT_OPEN,
  type LedgerEntry,
  made,
  type Need,
  ofAnyKind,
  optional,
  originsOf,
  type ProbeContext,
  probe,
  sent,
  sentJson,
  statusOf,
  succeeded,
  textIn,
  Value,
} from '../../words.ts';
import { metadataOf, nameOf } from '../contents.ts';
import { candidatesIn, locationCandidates } from '../identifiers.ts';
import { set } from '../known-settings.ts';
import { listedIn, listingOf } from '../listings.ts';
import { isNotThere, poll, pollListing, remember } from '../poll.ts';
import { directory } from './folder.ts';
import { signedIn } from './sign-in.ts';
import { answeredWith, confirmedOr, readHandleService, readOne, tryInTurn } from './zone.ts';

/** A creation, the list before it, and readings of what it made. */
type Made = { readonly before?: Exchange; readonly created?: Exchange; readonly read?: readonly Exchange[] };

/** Whether an object of this kind may exist already: from this run, or, after a conflict, from before. */
const mayBeSecond = (context: ProbeContext, created: Exchange, isLater: boolean) =>
  context.round > 0 || isLater || statusOf(created) === CONFLICT;

async function share(context: ProbeContext, directory: Value, label: string) {
  const entry: LedgerEntry = { kind: 'shares', name: nameOf(context, label) };
  const created = await context.send('create-share', {
    // Some services share files, too.
    params: { dir_id: ofAnyKind(directory) },
    json: { name: made(entry.name) },
    ledger: entry,
    ...together(context, label),
    identifierIn: (answered) => shareIdentifierIn(answered, entry.name),
  });
  if (succeeded(created)) context.residue(entry, 'the document gives no way to remove a share');
  else if (!isNotThere(created) && mayBeSecond(context, created, label !== 'share'))
    context.note(created, { [LEFT_OPEN]: 'the document leaves open whether a directory can have more than one share' });
  return created;
}

export const createShare = probe({
  name: 'createShare',
  operation: 'create-share',
  needs: [directory],
  creates: ['shares'],
  run: async ({ directory }, context) => ({ created: await share(context, directory, 'share') }),
});

/** Returns the identifier of a new share in the response to its creation, if no other text in it could be meant. */
function shareIdentifierIn(answered: Exchange, name: string) {
  const [first] = succeeded(answered) ? candidatesIn(answered, [name]) : [];
  return first?.sure ? first.text : undefined;
}

/** In later rounds an object is created and then read over one connection. */
const together = (context: ProbeContext, label: string) =>
  context.round > 0 ? { connection: nameOf(context, label) } : {};

/** Reads what was just made, under a label, with each identifier that it may have, until one is taken. */
async function untilTaken(
  context: ProbeContext,
  thing: 'share' | 'handle',
  creation: Exchange | undefined,
  label: string,
) {
  if (creation === undefined || !succeeded(creation)) return [];
  const found = thing === 'share' ? candidatesIn(creation, [nameOf(context, label)]) : located(context, creation);
  return poll(
    context,
    thing,
    () => tryInTurn(creation, found, (id) => readOne(context, thing, id, together(context, label))),
    (made) => !made.every(isNotThere) || made.length === 0,
  );
}

/**
 * The details of the share that was created, under each identifier that its creation may have given, and of the one
 * that the settings name.
 */
export const readShare = probe({
  name: 'readShare',
  operation: 'get-share',
  needs: [signedIn, ifSent(createShare)],
  async run({ createShare }, context): Promise<SharesRead> {
    const own = set(context.settings, 'shareId');
    const [created, named] = await Promise.all([
      untilTaken(context, 'share', createShare.created, 'share'),
      own && readOne(context, 'share', own),
    ]);
    return { created, ...(named && { [context.offers('create-share') ? 'own' : 'standIn']: named }) };
  },
});

/**
 * Readings of the created share, and of the one in the settings: `own`, or `standIn` if the creation of shares is not
 * offered.
 */
type SharesRead = { readonly created: readonly Exchange[]; readonly own?: Exchange; readonly standIn?: Exchange };

/**
 * The identifier of a share that can be read: of the new one, or, if creation is not offered, of the one that the
 * settings name.
 */
const shareId: Need<'shareId', Value> = {
  name: 'shareId',
  probe: readShare,
  view({ roles }) {
    const { created, standIn } = roles as SharesRead;
    const tries = [...created, ...(standIn ? [standIn] : [])];
    const value = answeredWith(tries, 'share_id');
    return value === undefined ? { ok: false, because: tries[0] } : { ok: true, value };
  },
};

/** Registers a handle; entries that were listed before are not the new one. */
async function register(context: ProbeContext, handleServiceId: Value, shareId: Value, label: string) {
  const title = nameOf(context, label);
  const entry: LedgerEntry = { kind: 'handles', name: title };
  const json = { handleServiceId, resourceType: 'Share', resourceId: shareId, metadata: made(metadataOf(title)) };
  const before = await context.send('list-handles');
  const wordsOf = (answered: Exchange) => located(context, answered).map(({ text }) => text);
  const created = await context.send('create-handle', {
    json,
    ledger: entry,
    ...together(context, label),
    identifierIn: (answered) => wordsOf(answered)[0],
  });
  if (succeeded(created)) context.residue(entry, 'handles are permanent, and the document gives no way to remove one');
  else if (mayBeSecond(context, created, label !== 'handle'))
    context.note(created, { [LEFT_OPEN]: 'the document leaves open whether a user can register more than one handle' });
  const words = wordsOf(created);
  if (words.length > 0) remember(context, 'handle', title, words);
  return { created, before };
}

/**
 * Whether a Location is a word, or an absolute path whose first segment is that of the request's. Other paths, such as
 * `21.T15999/abc`, may be identifiers themselves, and a URN contains one.
 */
const isBelow = (location: string, url: string) =>
  location.startsWith('/') ? location.split('/')[1] === new URL(url).pathname.split('/')[1] : !/[/:]/.test(location);

/** Returns identifiers in the Location of a registration. */
function located(context: ProbeContext, creation: Exchange) {
  if (!succeeded(creation)) return [];
  const collection = collectionOfHandles(context);
  const location = headerOf(creation, 'location') ?? '';
  const [path = ''] = location.split(/[?#]/);
  const [, ...behind] = path.replace(/\/+$/, '').split(`/${collection}/`);
  const own = behind.length === 1 ? !behind[0]?.includes('/') : isBelow(path, creation.request.url);
  return locationCandidates(creation, collection).map((found, at) => ({ ...found, sure: own && at === 0 }));
}

export const createHandle = probe({
  name: 'createHandle',
  operation: 'create-handle',
  needs: [shareId, optional(readHandleService)],
  creates: ['handles'],
  async run({ shareId, readHandleService }, context): Promise<Made> {
    const handleServiceId = confirmedOr(
      set(context.settings, 'handleServiceId'),
      answeredWith(readHandleService, 'handle_service_id'),
    );
    return handleServiceId === undefined ? {} : register(context, handleServiceId, shareId, 'handle');
  },
});

/** Returns the segment before the identifier in the address of a handle. */
export function collectionOfHandles({ contract }: Pick<ProbeContext, 'contract'>): string | undefined {
  return /([^/]+)\/\{/.exec(contract.operations.get('get-handle')?.path ?? '')?.[1];
}

/** Runs after the registration, so that the new handle is in the list. */
export const listHandles = probe({
  name: 'listHandles',
  operation: 'list-handles',
  needs: [signedIn],
  after: [createHandle],
  run: async (_, context) => ({ list: await pollListing(context, 'handle', () => context.send('list-handles')) }),
});

/**
 * The handle to which Location leads; and, if it leads to none or to one that is not listed, handles that are listed.
 */
export const readHandle = probe({
  name: 'readHandle',
  operation: 'get-handle',
  needs: [signedIn, ifSent(createHandle), ifSent(listHandles)],
  async run(
    { createHandle, listHandles: { list } },
    context,
  ): Promise<{ readonly created: readonly Exchange[]; readonly listed?: readonly Exchange[] }> {
    const created = await untilTaken(context, 'handle', createHandle.created, 'handle');
    if (list === undefined || !succeeded(list)) return { created };
    const id = answeredWith(created, 'handle_id');
    if (id !== undefined && listingOf(list)?.texts.has(id.text)) return { created };
    const others = listedIn(list).filter(({ text }) => !created.some(({ params }) => params['handle_id'] === text));
    return { created, listed: await tryInTurn(list, others, (id) => readOne(context, 'handle', id)) };
  },
});

/** Another share of the directory, once the first can be read: each identifier opens its own. */
export const anotherShare = probe({
  name: 'anotherShare',
  operation: 'create-share',
  needs: [directory, sent(readShare)],
  creates: ['shares'],
  async run({ directory, readShare }, context): Promise<Made> {
    if (context.round > 0 || !readShare.created.some(succeeded)) return {};
    const created = await share(context, directory, 'share-2');
    return { created, read: await untilTaken(context, 'share', created, 'share-2') };
  },
});

/** Another handle, for the other share. */
export const anotherHandle = probe({
  name: 'anotherHandle',
  operation: 'create-handle',
  needs: [sent(anotherShare), sent(createHandle), sent(readHandle)],
  creates: ['handles'],
  async run({ anotherShare, createHandle, readHandle }, context): Promise<Made> {
    const shareId = answeredWith(anotherShare.read ?? [], 'share_id');
    const { created: first } = createHandle;
    if (first === undefined || shareId === undefined || !readHandle.created.some(succeeded)) return {};
    const made = await register(context, handleServiceOf(first), shareId, 'handle-2');
    return { ...made, read: await untilTaken(context, 'handle', made.created, 'handle-2') };
  },
});

/** Returns the handle service of an accepted registration, to name it again. */
function handleServiceOf(registration: Exchange) {
  return new Value(
    textIn(sentJson(registration), 'handleServiceId') ?? '',
    originsOf(registration)['body/handleServiceId'] ?? [],
  );
}
