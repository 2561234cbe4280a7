/**
 * Operations that are tried without a valid credential, but not by repeating the same request: those that create, and
 * those that stay open.
 */

import {
  type AnyProbe,
  CLOSED_BY_US,
  type Exchange,
  from,
  type LedgerEntry,
  looksLike,
  objectIn,
  type ProbeContext,
  paramsOf,
  type RequestOptions,
  sentJson,
  succeeded,
  type Try,
  trying,
  type Value,
  withEach,
} from '../../words.ts';
import { metadataOf, nameFor, nameOf, pathOf, plainText, type Way, WRITES } from '../contents.ts';
import { namedTokensIn, secretsIn } from '../credentials.ts';
import { listedIn } from '../listings.ts';
import { memoryOf } from '../poll.ts';
import { Stream, subscribing, subscription } from './changes.ts';
import { first } from './files.ts';
import { withoutFolder } from './folder.ts';
import { createHandle, createShare } from './sharing.ts';
import { signIn } from './sign-in.ts';
import { createNamedToken, namedTokenRequest } from './tokens.ts';
import { deleted, readPath, write } from './transfers.ts';

/** Uploads in place of a file that exists, which is read after each with a valid credential. */
async function overwriting(tries: readonly Try[], context: ProbeContext) {
  const name = 'refused-c-existing';
  const path = pathOf(context, name);
  const written = await write(context, name, plainText('This file exists.'), { purpose: 'other' });
  const made: Record<string, Exchange> = {};
  if (!succeeded(written)) return made;
  for (const one of tries) {
    const entry: LedgerEntry = { kind: 'files', name: path.text };
    const body = plainText(`This was uploaded without a valid credential (${one.credential}).`);
    const attempt = await context.send('cdmi-write', { params: { file_path: path }, body, ledger: entry, ...one });
    if (succeeded(attempt)) context.cleanup(entry, () => deleted(context, path));
    made[`existing ${one.credential}`] = attempt;
    made[`seen after ${one.credential}`] = await readPath(context, path, { purpose: 'other' });
  }
  return made;
}

/**
 * Uploads under separate names, each looked for afterwards with a valid credential, and removed if it exists; through
 * CDMI at depth `thorough`, also in place of an existing file.
 */
function refusingUpload(way: Way) {
  const operation = WRITES[way];
  const { text, 'all-bytes': other } = first[way];
  const send = async (good: Exchange, one: Try, context: ProbeContext) => {
    const name = `refused-${way[0]}-${one.credential}`;
    const path = pathOf(context, name);
    const entry: LedgerEntry = { kind: 'files', name: path.text };
    const params: Record<string, Value> =
      way === 'cdmi' ? { file_path: path } : { ...paramsOf(good), name: nameFor(context, name) };
    const body = plainText('This was uploaded without a valid credential.');
    const attempt = await context.send(operation, { params, body, ledger: entry, ...one });
    const seen = await readPath(context, path, { purpose: 'other' });
    if (succeeded(seen)) context.cleanup(entry, () => deleted(context, path));
    else if (succeeded(attempt))
      context.residue(entry, 'an upload without a valid credential was not rejected, and the file cannot be found');
    return { attempt, seen };
  };
  return trying(operation, [text], {
    after: [other],
    creates: ['files'],
    unless: withoutFolder,
    send: async (good, tries, context) => ({
      ...(await withEach(tries, (one) => send(good, one, context))),
      ...(way === 'cdmi' && context.depth === 'thorough' ? await overwriting(tries, context) : {}),
    }),
  });
}

export const refuseCdmiWrite = refusingUpload('cdmi');
export const refuseUpload = refusingUpload('rest');

/** Creations that cannot be removed are attempted one by one, and not continued after an accepted attempt. */
function refusingCreation(
  of: AnyProbe,
  what: string,
  request: (context: ProbeContext, name: string, good: Exchange) => RequestOptions,
  lookFor: (context: ProbeContext, before: readonly Exchange[]) => Promise<readonly Exchange[]> = async () => [],
) {
  return trying(of.operation, [of], {
    // Signing in makes invalid credentials.
    after: [signIn],
    creates: [what],
    lasting: true,
    async send(good, tries, context, evidence) {
      const made: Record<string, Exchange> = {};
      let refused = true;
      for (const one of tries) {
        const name = `refused-${one.credential}`;
        const entry: LedgerEntry = { kind: what, name: nameOf(context, name) };
        const attempt = await context.send(of.operation, {
          params: paramsOf(good),
          ledger: entry,
          ...request(context, name, good),
          ...one,
        });
        made[one.credential] = attempt;
        // A login page is a rejection.
        if (!succeeded(attempt) || !looksLike(attempt, good)) continue;
        context.residue(entry, 'created without a valid credential; the document specifies no removal');
        refused = false;
        break;
      }
      const { [of.name]: before = [] } = evidence as Readonly<Record<string, readonly Exchange[]>>;
      return { ...made, seen: refused ? await lookFor(context, before) : [] };
    },
  });
}

const refuseNamedToken = refusingCreation(createNamedToken, 'tokens', (context, name) => ({
  json: namedTokenRequest(context, name),
  secrets: (body, headers, status) => [...secretsIn(body, headers, status), ...namedTokensIn(body, status)],
}));

const refuseShare = refusingCreation(createShare, 'shares', (context, name) => ({
  json: { name: nameFor(context, name) },
}));

/** Returns the details of the newest handles that were not listed before the valid registration, except its own. */
async function unknownHandles(context: ProbeContext, before: readonly Exchange[]) {
  const list = await context.send('list-handles', { purpose: 'other' });
  const listed = before.filter((one) => one.operation === list.operation && succeeded(one));
  const own = [...memoryOf(context).made.handle.values()].flat();
  const known = new Set([...listed.flatMap(listedIn).map(({ text }) => text), ...own]);
  const unknown = succeeded(list) ? listedIn(list).filter(({ text }) => !known.has(text)) : [];
  const once = (id: Value) => context.send('get-handle', { params: { handle_id: id }, purpose: 'other' });
  return Promise.all(unknown.slice(-MOST_LOOKED_AT).map((one) => once(from(list, one.how, one.text, true))));
}

/** A rejected registration has its own title, by which its handle would be known. */
const refuseHandle = refusingCreation(
  createHandle,
  'handles',
  (context, name, good) => ({ json: { ...objectIn(sentJson(good)), metadata: metadataOf(nameOf(context, name)) } }),
  unknownHandles,
);

/** Maximum number of handles that are read although the run does not know them. */
const MOST_LOOKED_AT = 10;

/** Time in milliseconds to listen to an accepted subscription. */
const LISTENING_MS = 250;

/** Subscribes, and listens to an accepted subscription for a moment before closing it, because it stays open. */
async function listen(context: ProbeContext, spaceId: Value, options: RequestOptions) {
  const open = new Stream();
  let timer: NodeJS.Timeout | undefined;
  const exchange = await context
    .send('subscribe-changes', {
      ...subscribing(context.settings, spaceId),
      ...open.options,
      onHeaders(status) {
        if (status < 300) timer = setTimeout(() => open.close(), LISTENING_MS);
        return undefined;
      },
      repeatable: true,
      ...options,
    })
    .finally(() => clearTimeout(timer));
  context.note(exchange, { [CLOSED_BY_US]: open.closedByUs });
  return exchange;
}

const refuseSubscription = trying('subscribe-changes', [subscription], {
  async send(good, tries, context) {
    const spaceId = paramsOf(good)['space_id'];
    if (spaceId === undefined) return {};
    const made = await withEach(tries, (one) => listen(context, spaceId, one));
    return { ...made, again: await listen(context, spaceId, { purpose: 'closing' }) };
  },
});

/** Probes that no other probe waits for. */
export const refusingOthers = [refuseNamedToken, refuseShare, refuseHandle, refuseSubscription];
