/** A share of the folder, and a handle for it: at most one of each in a run. */
import { succeeded } from '../../../src/engine/answer.ts';
import { from, made, paramsOf, type Value } from '../../../src/engine/origins.ts';
import { optional, probe } from '../../../src/engine/suite.ts';
import type { Need, ProbeContext } from '../../../src/engine/types.ts';
import type { Exchange, LedgerEntry } from '../../../src/wire/types.ts';
import { metadataOf, nameOf } from '../contents.ts';
import { set } from '../given.ts';
import { candidatesIn, listedIn, listingOf, locationCandidates } from '../identifiers.ts';
import { poll, pollListing, remember } from '../poll.ts';
import { directory } from './folder.ts';
import { signedIn } from './sign-in.ts';
import { answeredWith, candidateOf, confirmedOr, isNotThere, readHandleService, tryInTurn } from './zone.ts';

export const createShare = probe({
  name: 'createShare',
  operation: 'create-share',
  needs: [directory],
  creates: ['shares'],
  async run({ directory }, context) {
    const entry: LedgerEntry = { kind: 'shares', name: nameOf(context, 'share') };
    const exchange = await context.send('create-share', {
      params: { dir_id: directory },
      json: { name: made(entry.name) },
      ledger: entry,
      identifierIn: (answered) => shareIdentifierIn(answered, entry.name),
    });
    if (succeeded(exchange)) context.residue(entry, 'the document gives no way to remove a share');
    return [exchange];
  },
});

/** The identifier of a new share in the answer to its creation, if nothing else in it could be meant. */
function shareIdentifierIn(answered: Exchange, name: string): string | undefined {
  const [first] = succeeded(answered) ? candidatesIn(answered, [name]) : [];
  return first?.sure ? first.text : undefined;
}

/** Reads what was just made under each identifier that it may have, until one is taken. */
function untilTaken(
  context: ProbeContext,
  what: string,
  found: readonly { text: string }[],
  once: (text: string, index: number) => Promise<Exchange>,
): Promise<Exchange[]> {
  const texts = found.map(({ text }) => text);
  return poll(
    context,
    what,
    () => tryInTurn(texts, once),
    (made) => !made.every(isNotThere) || made.length === 0,
  );
}

/** The details of the share that was created, under each identifier that its creation may have given, and of the one that the settings name. */
export const readShare = probe({
  name: 'readShare',
  operation: 'get-share',
  needs: [signedIn, optional(createShare)],
  async run({ createShare }, context) {
    const own = set(context.settings, 'shareId');
    const [creation] = createShare;
    const found = creation && succeeded(creation) ? candidatesIn(creation, [nameOf(context, 'share')]) : [];
    const [read, named] = await Promise.all([
      untilTaken(context, 'share', found, (text, index) =>
        context.send('get-share', {
          params: { share_id: candidateOf(creation, text, found[index]) },
          label: 'created',
          notes: { how: found[index]?.how },
        }),
      ),
      own === undefined ? [] : [await context.send('get-share', { params: { share_id: own }, label: context.offers('create-share') ? 'own' : STAND_IN })],
    ]);
    return [...read, ...named];
  },
});

/** Label of the reading of the share that the settings name, where no share can be created. */
const STAND_IN = 'stand-in';

/** The identifier of a share that can be read: of the new one; of the one that the settings name where creation is not offered. */
const shareId: Need<'shareId', Value> = {
  name: 'shareId',
  probe: readShare,
  view({ exchanges }) {
    const labelled = (label: string) => exchanges.filter((exchange) => exchange.label === label);
    const working = [...labelled('created'), ...labelled(STAND_IN)].find(succeeded);
    const id = working && paramsOf(working)['share_id'];
    return id === undefined ? { ok: false, because: labelled('created')[0] ?? labelled(STAND_IN)[0] } : { ok: true, value: id };
  },
};

export const createHandle = probe({
  name: 'createHandle',
  operation: 'create-handle',
  needs: [shareId, optional(readHandleService)],
  creates: ['handles'],
  async run({ shareId, readHandleService }, context) {
    const handleServiceId = confirmedOr(set(context.settings, 'handleServiceId'), answeredWith(readHandleService, 'get-handle-service', 'handle_service_id'));
    if (handleServiceId === undefined) return [];
    const title = nameOf(context, 'handle');
    const entry: LedgerEntry = { kind: 'handles', name: title };
    const json = { handleServiceId, resourceType: 'Share', resourceId: shareId, metadata: made(metadataOf(title)) };
    // Entries listed before are not the new one.
    const before = await context.send('list-handles', { label: 'before' });
    const wordsOf = (answered: Exchange): string[] =>
      succeeded(answered) ? locationCandidates(answered, collectionOfHandles(context)).map(({ text }) => text) : [];
    const exchange = await context.send('create-handle', { json, ledger: entry, identifierIn: (answered) => wordsOf(answered)[0] });
    if (succeeded(exchange)) context.residue(entry, 'handles are permanent, and the document gives no way to remove one');
    const words = wordsOf(exchange);
    if (words.length > 0) remember(context, 'handle', title, words);
    return [exchange, before];
  },
});

/** The segment before the identifier in the address of a handle. */
export function collectionOfHandles({ contract }: Pick<ProbeContext, 'contract'>): string | undefined {
  return /([^/]+)\/\{/.exec(contract.operations.get('get-handle')?.path ?? '')?.[1];
}

/** After the registration, so that the new handle is in it. */
export const listHandles = probe({
  name: 'listHandles',
  operation: 'list-handles',
  needs: [signedIn],
  after: [createHandle],
  run: async (_, context) => [await pollListing(context, 'handle', () => context.send('list-handles'))],
});

/** The handle to which Location leads; and, where it leads to none or is not listed, handles that are listed. */
export const readHandle = probe({
  name: 'readHandle',
  operation: 'get-handle',
  needs: [signedIn, optional(createHandle), optional(listHandles)],
  async run({ createHandle, listHandles }, context) {
    const registration = createHandle[0];
    const found = registration && succeeded(registration) ? locationCandidates(registration, collectionOfHandles(context)) : [];
    const once = (id: Value, label: string) => context.send('get-handle', { params: { handle_id: id }, label });
    const read = await untilTaken(context, 'handle', found, (text, index) =>
      once(candidateOf(registration, text, { how: found[index]?.how ?? '', sure: index === 0 }), 'created'),
    );
    const list = listHandles[0];
    if (list === undefined || !succeeded(list)) return read;
    const id = answeredWith(read, 'get-handle', 'handle_id');
    if (id !== undefined && listingOf(list)?.texts.has(id.text)) return read;
    const others = listedIn(list).filter((text) => !read.some(({ params }) => params['handle_id'] === text));
    return [...read, ...(await tryInTurn(others, (text) => once(from(list, 'an entry', text, true), 'listed')))];
  },
});
