/** A share of the folder, and a handle for it: at most one of each in a run. */
import { succeeded } from '../../../src/engine/answer.ts';
import { probe } from '../../../src/engine/suite.ts';
import type { Need, ProbeContext } from '../../../src/engine/types.ts';
import type { Exchange, LedgerEntry } from '../../../src/wire/types.ts';
import { metadataOf, nameOf } from '../contents.ts';
import { given } from '../given.ts';
import { candidatesIn, listedIn, listingOf, locationCandidates } from '../identifiers.ts';
import { poll, pollListing, remember } from '../poll.ts';
import { directory } from './folder.ts';
import { signedIn } from './sign-in.ts';
import { without } from './tokens.ts';
import { answeredWith, isNotThere, optional, readHandleService, tryInTurn } from './zone.ts';

export const createShare = probe({
  name: 'createShare',
  operation: 'create-share',
  needs: [directory],
  creates: ['shares'],
  unless: without('provider'),
  async run({ directory }, context) {
    const entry: LedgerEntry = { kind: 'shares', name: nameOf(context, 'share') };
    const exchange = await context.send('create-share', {
      params: { dir_id: directory },
      json: { name: entry.name },
      identifiers: 'service',
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
  unless: without('zone'),
  async run({ createShare }, context) {
    const own = given(context.settings).shareId;
    const found = createShare[0] && succeeded(createShare[0]) ? candidatesIn(createShare[0], [nameOf(context, 'share')]) : [];
    const [made, set] = await Promise.all([
      untilTaken(context, 'share', found, (text, index) =>
        context.send('get-share', {
          params: { share_id: text },
          label: 'created',
          notes: { how: found[index]?.how },
          ...(found[index]?.sure ? { identifiers: 'service' } : { identifiers: 'given', chosen: true }),
        }),
      ),
      typeof own === 'string' ? [await context.send('get-share', { params: { share_id: own }, label: 'own', identifiers: 'given' })] : [],
    ]);
    return [...made, ...set];
  },
});

/** The new share's identifier, shown to work. */
const shareId: Need<'shareId', string> = {
  name: 'shareId',
  probe: readShare,
  view(exchanges) {
    const working = exchanges.find((exchange) => exchange.label === 'created' && succeeded(exchange));
    const id = working?.params['share_id'];
    return id === undefined ? { ok: false, because: exchanges.find(({ label }) => label === 'created') } : { ok: true, value: id };
  },
};

export const createHandle = probe({
  name: 'createHandle',
  operation: 'create-handle',
  // The creation first: where it was not asked for, that is why nothing is registered.
  needs: [createShare, shareId, optional(readHandleService)],
  creates: ['handles'],
  unless: without('zone'),
  async run({ shareId, readHandleService }, context) {
    const handleServiceId = given(context.settings).handleServiceId ?? answeredWith(readHandleService, 'get-handle-service', 'handle_service_id');
    if (typeof handleServiceId !== 'string') return [];
    const title = nameOf(context, 'handle');
    const entry: LedgerEntry = { kind: 'handles', name: title };
    const json = { handleServiceId, resourceType: 'Share', resourceId: shareId, metadata: metadataOf(title) };
    // Entries listed before are not the new one.
    const before = await context.send('list-handles', { label: 'before' });
    const wordsOf = (answered: Exchange): string[] =>
      succeeded(answered) ? locationCandidates(answered, collectionOfHandles(context)).map(({ text }) => text) : [];
    const exchange = await context.send('create-handle', { json, chosen: true, ledger: entry, identifierIn: (answered) => wordsOf(answered)[0] });
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
  unless: without('zone'),
  run: async (_, context) => [await pollListing(context, 'handle', () => context.send('list-handles'))],
});

/** The handle to which Location leads; and, where it leads to none or is not listed, handles that are listed. */
export const readHandle = probe({
  name: 'readHandle',
  operation: 'get-handle',
  needs: [signedIn, optional(createHandle), optional(listHandles)],
  unless: without('zone'),
  async run({ createHandle, listHandles }, context) {
    const registration = createHandle[0];
    const found = registration && succeeded(registration) ? locationCandidates(registration, collectionOfHandles(context)) : [];
    const once = (text: string, label: string, identifiers: Exchange['identifiers']) =>
      context.send('get-handle', { params: { handle_id: text }, label, identifiers, chosen: identifiers === 'given' });
    const made = await untilTaken(context, 'handle', found, (text, index) => once(text, 'created', index === 0 ? 'service' : 'given'));
    const list = listHandles[0];
    if (list === undefined || !succeeded(list)) return made;
    const id = answeredWith(made, 'get-handle', 'handle_id');
    if (id !== undefined && listingOf(list)?.texts.has(id)) return made;
    const others = listedIn(list).filter((text) => !made.some(({ params }) => params['handle_id'] === text));
    return [...made, ...(await tryInTurn(others, (text) => once(text, 'listed', 'given')))];
  },
});
