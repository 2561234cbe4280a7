/** Details speak of what was asked for. */
import { succeeded } from '../../../src/engine/answer.ts';
import { check, every, type Probe } from '../../../src/engine/suite.ts';
import type { Check, Need, Say } from '../../../src/engine/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { lastSegment, listingOf, textsIn } from '../identifiers.ts';
import { createHandle, createShare, listHandles, readHandle, readShare } from '../probes/sharing.ts';
import { listHandleServices, listSpaces, optional, readHandleService, readSpace } from '../probes/zone.ts';

/** Says whether details hold a word of their own; those of others contradict only where there is none. */
function saySpeaksOf(say: Say, row: string, exchange: Exchange, own: readonly string[], others: ReadonlySet<string>, within: readonly string[] = []) {
  const texts = textsIn(exchange);
  if (texts === undefined) return say.cannotTell(row, 'document', 'the details have a form that cannot be read', exchange);
  const mine = own.some((word) => texts.has(word)) || within.some((word) => [...texts].some((text) => text.includes(word)));
  if (mine) return void say.holds(row, true, 'its identifier or name', undefined, exchange);
  const other = [...texts].find((text) => others.has(text));
  if (other !== undefined) say.holds(row, false, `details that hold ${own[0]}`, `details of something else: ${other}`, exchange);
  else say.cannotTell(row, 'document', 'the details hold no identifier and no name that this run knows', exchange);
}

/** Words of a list that are not those of one thing; none where the list does not hold that thing, because then any entry may be it under another word. */
function othersIn(list: Exchange | undefined, own: readonly string[]): ReadonlySet<string> {
  const entries = (list === undefined || !succeeded(list) ? undefined : listingOf(list))?.entries ?? [];
  const others = entries.filter((texts) => !texts.some((text) => own.includes(text)));
  return new Set(others.length < entries.length ? others.flat() : []);
}

/** Details of what the settings name, or what is listed. */
function ofZone(operation: string, row: string, parameter: string, readOne: Probe, list: Probe, names: (say: Say) => string[]): Check {
  return check({
    needs: [every(readOne), optional(list)] as Need[],
    decides: [row],
    judge(evidence, say) {
      const views = evidence as Record<string, readonly Exchange[]>;
      for (const exchange of (views[readOne.name] ?? []).filter((one) => one.operation === operation && succeeded(one))) {
        const id = exchange.params[parameter] ?? '';
        const own = [id, ...(exchange.label === 'own' ? names(say) : [])];
        saySpeaksOf(say, row, exchange, own, othersIn(views[list.name]?.[0], own));
      }
    },
  });
}

export const ofSpacesAndServices: readonly Check[] = [
  ofZone('get-space', 'data-hub/get-space/speaks-of-space', 'space_id', readSpace, listSpaces, ({ given }) =>
    typeof given['spacePath'] === 'string' ? [given['spacePath'].split('/')[0] ?? ''] : [],
  ),
  ofZone('get-handle-service', 'data-hub/get-handle-service/speaks-of-handle-service', 'handle_service_id', readHandleService, listHandleServices, () => []),
];

/** What a creation was asked to make: a member of the request. */
export function requested(exchange: Exchange | undefined, member: string): string | undefined {
  const bytes = exchange?.request.body?.bytes;
  if (bytes === undefined) return undefined;
  const json = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
  return typeof json[member] === 'string' ? json[member] : undefined;
}

/** Details of the share that was created, and of the one that the settings name. */
export const ofShares = check({
  needs: [every(readShare), optional(createShare)],
  decides: ['data-hub/get-share/speaks-of-share'],
  judge({ readShare, createShare }, say) {
    const read = readShare.filter(succeeded);
    const created = read.find(({ label }) => label === 'created');
    const wordsOf = (exchange: Exchange): string[] => {
      const name = exchange.label === 'created' ? requested(createShare[0], 'name') : undefined;
      return [exchange.params['share_id'] ?? '', ...(name === undefined ? [] : [name])];
    };
    const createdOnly = created === undefined ? read.filter(({ label }) => label === 'own') : read.filter((one) => one.label === 'own' || one === created);
    for (const exchange of createdOnly) {
      const others = createdOnly.filter((one) => one !== exchange && one.params['share_id'] !== exchange.params['share_id']).flatMap(wordsOf);
      saySpeaksOf(say, 'data-hub/get-share/speaks-of-share', exchange, wordsOf(exchange), new Set(others));
    }
  },
});

/** Details of the handle that was registered. */
export const ofHandles = check({
  needs: [every(createHandle), every(readHandle), optional(listHandles)],
  decides: ['data-hub/get-handle/speaks-of-handle'],
  judge({ createHandle, readHandle, listHandles }, say) {
    const exchange = readHandle.find((one) => one.label === 'created' && succeeded(one));
    if (exchange === undefined) return;
    const id = exchange.params['handle_id'] ?? '';
    const share = requested(createHandle[0], 'resourceId');
    const title = /<dc:title>([^<]*)</.exec(requested(createHandle[0], 'metadata') ?? '')?.[1];
    const own = [id, lastSegment(id), ...(share === undefined ? [] : [share])];
    saySpeaksOf(say, 'data-hub/get-handle/speaks-of-handle', exchange, own, othersIn(listHandles[0], [id]), title === undefined ? [] : [title]);
  },
});
