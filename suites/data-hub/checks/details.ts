/** Details speak of what was asked for. */
import { succeeded } from '../../../src/engine/words/answer.ts';
import { decidable, shows } from '../../../src/engine/words/deciding.ts';
import { asked, check, ifAsked, named, type Probe } from '../../../src/engine/words/suite.ts';
import type { Check, Reporter } from '../../../src/engine/words/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { lastSegment } from '../identifiers.ts';
import { listingOf, textsIn } from '../listings.ts';
import { createHandle, createShare, listHandles, readHandle, readShare } from '../probes/sharing.ts';
import {
  type Details,
  listHandleServices,
  listSpaces,
  readHandleService,
  readSpace,
  spaceNameIn,
} from '../probes/zone.ts';

/** Judges whether details hold their own word; words of others contradict only without it. */
function judgeSpeaksOf(
  report: Reporter,
  requirement: string,
  exchange: Exchange,
  own: readonly string[],
  others: ReadonlySet<string>,
  within: readonly string[] = [],
) {
  const known = textsIn(exchange);
  const texts = [...(known ?? [])];
  const mine = texts.some((text) => own.includes(text) || within.some((word) => text.includes(word)));
  const other = texts.find((text) => others.has(text));
  const open = decidable(report, requirement, exchange, [
    shows(known, 'the format of the details is unknown'),
    shows(mine || other !== undefined, 'the details hold no known identifier or name'),
  ]);
  if (open)
    report.holds(
      requirement,
      mine,
      `details that contain ${own[0]}`,
      `details without it, and with another: ${other}`,
      exchange,
    );
}

/** Words of a list that are not those of one thing; none where the list does not hold that thing, because then any entry may be it under another word. */
function othersIn(list: Exchange | undefined, own: readonly string[]): ReadonlySet<string> {
  const entries = (list && succeeded(list) && listingOf(list)?.entries) || [];
  const others = entries.filter((texts) => !texts.some((text) => own.includes(text)));
  return new Set(others.length < entries.length ? others.flat() : []);
}

/** Details of what the settings name, or what is listed. */
function ofZone(
  requirement: string,
  parameter: string,
  readOne: Probe<string, Details>,
  list: Probe<string, { readonly list: Exchange }>,
  names: (report: Reporter) => string | readonly never[],
): Check {
  return check({
    needs: [named('details', asked(readOne)), named('listing', ifAsked(list))],
    decides: [requirement],
    judge({ details: { own, listed }, listing: { list } }, report) {
      for (const exchange of [...(own ? [own] : []), ...listed].filter(succeeded)) {
        const words = [exchange.params[parameter] ?? '', ...(exchange === own ? [names(report)].flat() : [])];
        judgeSpeaksOf(report, requirement, exchange, words, othersIn(list, words));
      }
    },
  });
}

export const ofSpacesAndServices: readonly Check[] = [
  ofZone(
    'data-hub/get-space/speaks-of-space',
    'space_id',
    readSpace,
    listSpaces,
    ({ settings }) => spaceNameIn(settings) ?? [],
  ),
  ofZone(
    'data-hub/get-handle-service/speaks-of-handle-service',
    'handle_service_id',
    readHandleService,
    listHandleServices,
    () => [],
  ),
];

/** The requested value of a creation: a member of the request, if present. */
export function requested(creation: Exchange | undefined, member: string): readonly string[] {
  const json = JSON.parse(new TextDecoder().decode(creation?.request.body?.bytes) || '{}') as Readonly<
    Record<string, string | undefined>
  >;
  return [json[member] ?? []].flat();
}

/** Details of the share that was created, and of the one that the settings name. */
export const ofShares = check({
  needs: [asked(readShare), ifAsked(createShare)],
  decides: ['data-hub/get-share/speaks-of-share'],
  judge({ readShare: { created, own, standIn }, createShare }, report) {
    const wordsOf = (exchange: Exchange) => [
      exchange.params['share_id'] ?? '',
      ...(created.includes(exchange) ? requested(createShare.created, 'name') : []),
    ];
    const read = [...created, own, standIn].filter((one) => one !== undefined).filter(succeeded);
    const known = new Set(read.flatMap(wordsOf));
    for (const exchange of read)
      judgeSpeaksOf(report, 'data-hub/get-share/speaks-of-share', exchange, wordsOf(exchange), known);
  },
});

/** Details of the handle that was registered. */
export const ofHandles = check({
  needs: [asked(createHandle), asked(readHandle), ifAsked(listHandles)],
  decides: ['data-hub/get-handle/speaks-of-handle'],
  judge({ createHandle: { created }, readHandle, listHandles }, report) {
    const exchange = readHandle.created.find(succeeded);
    if (exchange === undefined) return;
    const id = exchange.params['handle_id'] ?? '';
    const titles = requested(created, 'metadata').flatMap((metadata) => /<dc:title>([^<]*)</.exec(metadata)?.[1] ?? []);
    const own = [id, lastSegment(id), ...requested(created, 'resourceId')];
    judgeSpeaksOf(
      report,
      'data-hub/get-handle/speaks-of-handle',
      exchange,
      own,
      othersIn(listHandles.list, [id]),
      titles,
    );
  },
});
