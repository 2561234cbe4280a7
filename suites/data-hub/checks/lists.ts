/** Lists and descriptions are not empty, and every list holds what this run knows to be there when it is asked for. */
import { jsonOf, statusAndWords, succeeded } from '../../../src/engine/words/answer.ts';
import { reportUndecided } from '../../../src/engine/words/answering.ts';
import { decidable, restsOn, shows } from '../../../src/engine/words/deciding.ts';
import { originsOf } from '../../../src/engine/words/origins.ts';
import { asked, check, every, named, optional, type Probe } from '../../../src/engine/words/suite.ts';
import type { Check, Reason, Reporter } from '../../../src/engine/words/types.ts';
import { memberOf } from '../../../src/files/json-value.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { locationCandidates } from '../identifiers.ts';
import { settingsOf } from '../known-settings.ts';
import { emptiness, type Listing, listingOf } from '../listings.ts';
import { contents } from '../probes/contents.ts';
import { findFolder } from '../probes/folder.ts';
import { listEncoded, listFolderByIdentifier, listFolderByPath, listFolderThroughCdmi } from '../probes/listings.ts';
import { createHandle, listHandles, readHandle, readShare } from '../probes/sharing.ts';
import {
  isNotThere,
  listHandleServices,
  listSpaces,
  readHandleService,
  readSpace,
  spaceNameIn,
} from '../probes/zone.ts';
import { creationOf } from './details.ts';
import { isThere, type WrittenFile, WrittenFiles } from './written-files.ts';

/** Operations that list, by the thing that a list must hold, and the probe and operations that know of it. */
const LISTING = {
  'list-handle-services': {
    of: listHandleServices,
    what: 'the handle service that the settings name',
    by: readHandleService,
    succeeding: ['get-handle-service'],
  },
  'list-spaces': { of: listSpaces, what: 'the space that the settings name', by: readSpace, succeeding: ['get-space'] },
  'list-handles': {
    of: listHandles,
    what: 'the handle that this run registered',
    by: createHandle,
    succeeding: ['create-handle'],
  },
  'cdmi-list': filesIn(listFolderThroughCdmi),
  'list-children': filesIn(listFolderByIdentifier),
  'list-files': filesIn(listFolderByPath),
} as const;
type ListOperation = keyof typeof LISTING;

function filesIn<P extends Probe>(of: P) {
  return {
    of,
    what: 'a file that this run wrote there',
    by: contents.cdmi.text,
    succeeding: ['cdmi-write', 'upload-file'],
  } as const;
}

/** Operations that describe or identify one thing, which exists, because a request for it was answered. */
const DESCRIBING: Readonly<Record<string, Probe>> = {
  'lookup-file-id': findFolder,
  'get-handle-service': readHandleService,
  'get-space': readSpace,
  'get-share': readShare,
  'get-handle': readHandle,
};

/** Answers of an operation, whatever they were asked for; of a list those of the same place as the first. A requirement of its own judges a path that is written otherwise. */
function answersOf(report: Pick<Reporter, 'returned'>, operation: string, like?: Exchange): readonly Exchange[] {
  return report.returned.filter(
    (one) =>
      one.operation === operation &&
      one.purpose === 'documented' &&
      succeeded(one) &&
      originsOf(one)['path'] === undefined &&
      (like === undefined || JSON.stringify(one.params) === JSON.stringify(like.params)),
  );
}

/** What was created is known from then on, what the settings name always. */
const isKnownAt = (exchange: Exchange, known: Exchange): boolean =>
  known.ledger === undefined || known.endedAt <= exchange.startedAt;

function notEmptyList(operation: ListOperation): Check {
  const requirement = `data-hub/${operation}/not-empty`;
  const {
    of,
    what,
    by,
    succeeding,
  }: { readonly of: Probe; readonly what: string; readonly by: Probe; readonly succeeding: readonly string[] } =
    LISTING[operation];
  return check({
    needs: [named('list', every(of)), optional(by)],
    decides: [requirement],
    judge({ list: [main] }, report) {
      const sources = report.returned.filter(
        (one) => succeeding.includes(one.operation) && one.purpose === 'documented' && succeeded(one),
      );
      for (const exchange of answersOf(report, operation, main)) {
        const known = sources.find((one) => isKnownAt(exchange, one));
        const seen = emptiness(exchange);
        if (exchange !== main && seen !== 'something' && known === undefined) continue;
        const required = shows(
          seen === 'something' || known,
          'the list is empty, and no entry is known to be required',
        );
        if (!decidable(report, requirement, exchange, required)) continue;
        report.holds(
          requirement,
          seen === 'something',
          `a list with at least ${what} (exchange ${known?.id})`,
          seen === 'blank' ? 'an empty or blank body' : 'an empty list',
          exchange,
        );
        report.explains(requirement, [exchange]);
      }
    },
  });
}

function notEmptyDetails(operation: string, of: Probe): Check {
  const requirement = `data-hub/${operation}/not-empty`;
  return check({
    needs: [named('asked', every(of))],
    decides: [requirement],
    judge({ asked: own }, report) {
      const files = new WrittenFiles(report);
      for (const exchange of answersOf(report, operation)) {
        // A path that was looked up is known to exist if something was read there.
        const file = files.lookedUp(exchange);
        if (operation === 'lookup-file-id' && !own.includes(exchange) && (file === undefined || !isThere(file)))
          continue;
        // An identifier may stand in Location as well as in the body.
        const located = operation === 'lookup-file-id' && locationCandidates(exchange).length > 0;
        const seen = located ? 'something' : emptiness(exchange, 'details');
        report.holds(
          requirement,
          seen === 'something',
          'a description or identifier of the requested object',
          seen === 'blank' ? 'an empty or blank body' : 'an empty list, object or text, or null',
          exchange,
        );
      }
    },
  });
}

export const notEmpty: readonly Check[] = [
  ...(Object.keys(LISTING) as ListOperation[]).map(notEmptyList),
  ...Object.entries(DESCRIBING).map(([operation, of]) => notEmptyDetails(operation, of)),
];

/** Conditions on a list before an absence in it is judged. The requirement on empty lists judges empty ones. */
const wholeList = (listing: Listing | undefined): readonly (Reason | undefined)[] => [
  shows(listing, 'the format of the list is unknown'),
  restsOn(listing?.entries.length !== 0, 'the list is empty'),
  shows(listing?.complete, 'the list is incomplete: it announces more entries'),
];

/** Judges whether a list holds something. `identifies`: the list is known to be one of identifiers; otherwise an absence is inconclusive. */
function judgeListed(
  report: Reporter,
  requirement: string,
  exchange: Exchange,
  sought: readonly string[],
  what: string,
  identifies: boolean,
) {
  const listing = listingOf(exchange);
  const found = sought.some((text) => listing?.texts.has(text));
  if (
    found ||
    decidable(report, requirement, exchange, [
      ...wholeList(listing),
      shows(identifies, 'the list may not be one of identifiers'),
    ])
  )
    report.holds(
      requirement,
      found,
      `a list that contains ${what}`,
      `${listing?.form} with ${listing?.entries.length} entries, without it`,
      exchange,
    );
}

/** The lists of the zone hold what the settings name. */
function holdsOwn(
  operation: 'list-spaces' | 'list-handle-services',
  thing: string,
  setting: 'spaceId' | 'handleServiceId',
): Check {
  const requirement = `data-hub/${operation}/holds-${thing.replace(' ', '-')}`;
  const { of, by } = LISTING[operation];
  return check({
    needs: [named('list', of), named('details', asked(by))],
    decides: [requirement],
    judge({ list, details: { own, listed } }, report) {
      const id = settingsOf(report.settings)[setting];
      if (typeof id !== 'string' || own === undefined)
        return report.undecided(requirement, 'settings', 'no setting names an entry to look for');
      if (!succeeded(own)) return reportUndecided(report, requirement, own);
      const sought = [id, ...(thing === 'space' ? [spaceNameIn(report.settings) ?? []].flat() : [])];
      for (const exchange of answersOf(report, operation, list.exchange))
        judgeListed(report, requirement, exchange, sought, `the ${thing} ${id}`, listed.some(succeeded));
    },
  });
}

/** Every handle that was registered before is listed. */
const holdingHandles = check({
  needs: [listHandles, asked(createHandle), asked(readHandle)],
  decides: ['data-hub/list-handles/holds-created'],
  judge({ readHandle: { listed = [] } }, report) {
    const created = answersOf(report, 'get-handle').flatMap((read) => {
      const creation = creationOf(read, 'handle_id', report.returned);
      return creation ? [{ creation, id: String(read.params['handle_id']) }] : [];
    });
    const ids = new Map(created.map((one) => [one.id, one.creation]));
    const lists = answersOf(report, 'list-handles');
    const identifies =
      listed.some(succeeded) || lists.some((list) => [...ids.keys()].some((id) => listingOf(list)?.texts.has(id)));
    for (const exchange of lists)
      for (const [id, creation] of ids)
        if (isKnownAt(exchange, creation))
          judgeListed(report, 'data-hub/list-handles/holds-created', exchange, [id], `the handle ${id}`, identifies);
  },
});

/** CDMI 1.1.1, section 9.4: names of children, those of containers with a slash at the end. */
function cdmiChildren(exchange: Exchange): ReadonlySet<string> | undefined {
  const { json } = jsonOf(exchange);
  const children = memberOf(json, 'children');
  return Array.isArray(children) && children.every((child) => typeof child === 'string')
    ? new Set(children)
    : undefined;
}

/** The files that a listing lacks. One whose identifier is not known is missing only where others are listed by name. */
function missingIn(
  listing: Listing,
  children: ReadonlySet<string> | undefined,
  written: readonly WrittenFile[],
): WrittenFile[] {
  if (children) return written.filter(({ name }) => !children.has(name));
  const isNamed = ({ name }: WrittenFile): boolean =>
    listing.texts.has(name) || listing.texts.has(encodeURIComponent(name));
  const byName = written.some(isNamed);
  return written.filter((file) => {
    const ids = file.content.filter(succeeded).map(({ params }) => params['file_id'] ?? '');
    return !isNamed(file) && (byName || ids.length > 0) && !ids.some((id) => listing.texts.has(id));
  });
}

/** Operations whose answers hold words for files. */
const OF_FILES: readonly string[] = [
  'cdmi-list',
  'list-children',
  'list-files',
  'lookup-file-id',
  'upload-file',
  'cdmi-write',
];

/** Every listing of the folder holds the files that were written before. */
function holdsFiles(operation: 'cdmi-list' | 'list-children' | 'list-files'): Check {
  const requirement = `data-hub/${operation}/holds-created`;
  return check({
    needs: [asked(contents.cdmi.text), named('list', LISTING[operation].of as Probe<string>)],
    decides: [requirement],
    judge({ list }, report) {
      const there = new WrittenFiles(report).all.filter(isThere);
      const elsewhere = OF_FILES.filter((one) => one !== operation)
        .flatMap((one) => answersOf(report, one))
        .map(listingOf);
      for (const exchange of answersOf(report, operation, list.exchange)) {
        const written = there.filter(({ uploads }) =>
          uploads.some((one) => succeeded(one) && one.endedAt <= exchange.startedAt),
        );
        if (written.length === 0 && exchange !== list.exchange) continue;
        const listing = listingOf(exchange);
        const children = operation === 'cdmi-list' ? cdmiChildren(exchange) : undefined;
        const missing = listing === undefined ? written : missingIn(listing, children, written);
        const namesFiles =
          children !== undefined ||
          missing.length < written.length ||
          (listing !== undefined && speaksOfFiles(listing, elsewhere));
        const open = decidable(report, requirement, exchange, [
          restsOn(written.length > 0, 'no file was written'),
          ...(missing.length > 0
            ? [...wholeList(listing), shows(namesFiles, 'the list may not name files by name or identifier')]
            : []),
        ]);
        const got = `${listing?.form} with ${listing?.entries.length} entries, in which ${missing.length} of them are missing`;
        const expected = `a list with the ${written.length} written files, such as ${missing[0]?.name}`;
        if (open) report.holds(requirement, missing.length === 0, expected, got, exchange);
      }
    },
  });
}

/** Entries of several texts, or words that another listing uses too. */
function speaksOfFiles(listing: Listing, others: readonly (Listing | undefined)[]): boolean {
  if (!listing.bare && listing.entries.every((texts) => texts.length > 1)) return true;
  return others.some((other) => other !== undefined && [...listing.texts].some((text) => other.texts.has(text)));
}

export const holding: readonly Check[] = [
  holdsOwn('list-spaces', 'space', 'spaceId'),
  holdsOwn('list-handle-services', 'handle service', 'handleServiceId'),
  holdingHandles,
  ...(['cdmi-list', 'list-files', 'list-children'] as const).map(holdsFiles),
];

/** A listed handle service can be read by its listed identifier. */
export const listedHandleServices = check({
  needs: [listHandleServices, asked(readHandleService)],
  decides: ['data-hub/list-handle-services/identifiers-work'],
  judge({ listHandleServices, readHandleService: { own, listed } }, report) {
    const requirement = 'data-hub/list-handle-services/identifiers-work';
    const ownListed =
      own !== undefined &&
      (listingOf(listHandleServices.exchange)?.texts.has(String(own.params['handle_service_id'])) ?? false);
    const working = listed.find(succeeded) ?? (ownListed && own && succeeded(own) ? own : undefined);
    if (working)
      return void report.holds(requirement, true, 'a listed handle service that can be read', undefined, working);
    const dead = listed.length > 0 && listed.every(isNotThere);
    if (dead && own !== undefined && succeeded(own)) {
      report.holds(
        requirement,
        false,
        'identifiers of handle services',
        `a list of which ${listed.length} were tried and none can be read, while the one in the settings can`,
        listed[0],
      );
    } else if (listed[0] && !dead) reportUndecided(report, requirement, listed[0]);
    else if (own && !succeeded(own)) reportUndecided(report, requirement, own);
    else report.undecided(requirement, 'document', 'no identifier was found in the list', listHandleServices.exchange);
  },
});

/** The listing by path takes the path percent-encoded. */
export const takingEncodedPath = check({
  needs: [listFolderByPath, every(listEncoded)],
  decides: ['data-hub/list-files/takes-encoded-path'],
  judge({ listFolderByPath, listEncoded }, report) {
    const requirement = 'data-hub/list-files/takes-encoded-path';
    const [encoded] = listEncoded;
    if (encoded === undefined) return;
    const expected = 'the same listing as for the path with fewer characters encoded';
    if (isNotThere(encoded))
      report.holds(requirement, false, expected, `${statusAndWords(encoded)}, as for a missing folder`, encoded);
    else if (!succeeded(encoded)) reportUndecided(report, requirement, encoded);
    else {
      const [one, other] = [emptiness(listFolderByPath.exchange), emptiness(encoded)];
      report.holds(
        requirement,
        one === other || one !== 'something',
        expected,
        'an empty listing, although the plain path lists entries',
        encoded,
      );
    }
  },
});
