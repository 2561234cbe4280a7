/** Details speak of what was asked for. */
import { succeeded } from '../../../src/engine/answer.ts';
import { decidable, shows } from '../../../src/engine/deciding.ts';
import { check, every, named, optional, type Probe } from '../../../src/engine/suite.ts';
import type { Check, Reporter } from '../../../src/engine/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { lastSegment, listingOf, textsIn } from '../identifiers.ts';
import { createHandle, createShare, listHandles, readHandle, readShare } from '../probes/sharing.ts';
import { listHandleServices, listSpaces, readHandleService, readSpace, spaceNameIn } from '../probes/zone.ts';

/** Judges whether details hold their own word; words of others contradict only without it. */
function judgeSpeaksOf(report: Reporter, row: string, exchange: Exchange, own: readonly string[], others: ReadonlySet<string>, within: readonly string[] = []) {
  const known = textsIn(exchange);
  const texts = [...(known ?? [])];
  const mine = texts.some((text) => own.includes(text) || within.some((word) => text.includes(word)));
  const other = texts.find((text) => others.has(text));
  const open = decidable(report, row, exchange, [
    shows(known, 'the format of the details is unknown'),
    shows(mine || other !== undefined, 'the details hold no known identifier or name'),
  ]);
  if (open) report.holds(row, mine, `details that contain ${own[0]}`, `details without it, and with another: ${other}`, exchange);
}

/** Words of a list that are not those of one thing; none where the list does not hold that thing, because then any entry may be it under another word. */
function othersIn(list: readonly Exchange[], own: readonly string[]): ReadonlySet<string> {
  const entries = list.filter(succeeded).flatMap((exchange) => listingOf(exchange)?.entries ?? []);
  const others = entries.filter((texts) => !texts.some((text) => own.includes(text)));
  return new Set(others.length < entries.length ? others.flat() : []);
}

/** Details of what the settings name, or what is listed. */
function ofZone(row: string, parameter: string, readOne: Probe, list: Probe, names: (report: Reporter) => string | readonly never[]): Check {
  return check({
    needs: [named('details', every(readOne)), named('list', optional(list))],
    decides: [row],
    judge({ details, list }, report) {
      for (const exchange of details.filter(succeeded)) {
        const own = [exchange.params[parameter] ?? '', ...(exchange.label === 'own' ? [names(report)].flat() : [])];
        judgeSpeaksOf(report, row, exchange, own, othersIn(list, own));
      }
    },
  });
}

export const ofSpacesAndServices: readonly Check[] = [
  ofZone('data-hub/get-space/speaks-of-space', 'space_id', readSpace, listSpaces, ({ settings }) => spaceNameIn(settings) ?? []),
  ofZone('data-hub/get-handle-service/speaks-of-handle-service', 'handle_service_id', readHandleService, listHandleServices, () => []),
];

/** The requested value of a creation: a member of the request, if present. */
export function requested(creation: readonly Exchange[], member: string): readonly string[] {
  return creation.flatMap(({ request }) => {
    const json = JSON.parse(new TextDecoder().decode(request.body?.bytes) || '{}') as Readonly<Record<string, string | undefined>>;
    return json[member] ?? [];
  });
}

/** Details of the share that was created, and of the one that the settings name. */
export const ofShares = check({
  needs: [every(readShare), optional(createShare)],
  decides: ['data-hub/get-share/speaks-of-share'],
  judge({ readShare, createShare }, report) {
    const wordsOf = ({ label, params }: Exchange) => [params['share_id'] ?? '', ...(label === 'created' ? requested(createShare, 'name') : [])];
    const read = readShare.filter(succeeded);
    const known = new Set(read.flatMap(wordsOf));
    for (const exchange of read) judgeSpeaksOf(report, 'data-hub/get-share/speaks-of-share', exchange, wordsOf(exchange), known);
  },
});

/** Details of the handle that was registered. */
export const ofHandles = check({
  needs: [every(createHandle), every(readHandle), optional(listHandles)],
  decides: ['data-hub/get-handle/speaks-of-handle'],
  judge({ createHandle, readHandle, listHandles }, report) {
    const exchange = readHandle.find((one) => one.label === 'created' && succeeded(one));
    if (exchange === undefined) return;
    const id = exchange.params['handle_id'] ?? '';
    const titles = requested(createHandle, 'metadata').flatMap((metadata) => /<dc:title>([^<]*)</.exec(metadata)?.[1] ?? []);
    const own = [id, lastSegment(id), ...requested(createHandle, 'resourceId')];
    judgeSpeaksOf(report, 'data-hub/get-handle/speaks-of-handle', exchange, own, othersIn(listHandles, [id]), titles);
  },
});
