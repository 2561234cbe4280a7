/** Lists and details are not empty, and lists hold what this run knows to be there. */
import { jsonOf, statusAndWords, succeeded } from '../../../src/engine/words/answer.ts';
import { reportUndecided } from '../../../src/engine/words/answering.ts';
import { decidable, restsOn, shows } from '../../../src/engine/words/deciding.ts';
import { type Roles, withRoles } from '../../../src/engine/words/roles.ts';
import { asked, check, every, ifAsked, named, optional, type Probe } from '../../../src/engine/words/suite.ts';
import type { Check, Reason, Reporter } from '../../../src/engine/words/types.ts';
import { memberOf } from '../../../src/files/json-value.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { emptiness, type Listing, listingOf, locationCandidates } from '../identifiers.ts';
import { settingsOf } from '../known-settings.ts';
import { contents } from '../probes/contents.ts';
import type { Trip } from '../probes/files.ts';
import { findFolder, lookAround } from '../probes/folder.ts';
import { listEncoded, listFolderByIdentifier, listFolderByPath, listFolderThroughCdmi } from '../probes/listings.ts';
import { names } from '../probes/names.ts';
import { createHandle, listHandles, readHandle, readShare } from '../probes/sharing.ts';
import {
  type Details,
  isNotThere,
  listHandleServices,
  listSpaces,
  readHandleService,
  readSpace,
  spaceNameIn,
} from '../probes/zone.ts';

const everyContent = Object.values(contents).flatMap((byKind) => Object.values(byKind));
const everyName = [names.cdmi, names.rest].flatMap((byForm) => Object.values(byForm));

/** The thing that an operation must list or describe, and the evidence for it. `always`: it exists, because a request for it was answered. */
interface Speaking {
  readonly operation: string;
  readonly of: Probe;
  /** The thing that must be listed if one of these operations succeeded; with an empty list, they concerned something else. */
  readonly knows:
    | 'always'
    | { readonly what: string; readonly by: readonly Probe[]; readonly succeeding: readonly string[] };
}

const WRITING: readonly string[] = ['cdmi-write', 'upload-file'];
const files = { what: 'a file that this run wrote there', by: everyContent, succeeding: WRITING } as const;

const SPEAKING: readonly Speaking[] = [
  {
    operation: 'list-handle-services',
    of: listHandleServices,
    knows: {
      what: 'the handle service that the settings name',
      by: [readHandleService],
      succeeding: ['get-handle-service'],
    },
  },
  {
    operation: 'list-spaces',
    of: listSpaces,
    knows: { what: 'the space that the settings name', by: [readSpace], succeeding: ['get-space'] },
  },
  {
    operation: 'list-handles',
    of: listHandles,
    knows: { what: 'the handle that this run registered', by: [createHandle], succeeding: ['create-handle'] },
  },
  { operation: 'cdmi-list', of: listFolderThroughCdmi, knows: files },
  { operation: 'list-children', of: listFolderByIdentifier, knows: files },
  { operation: 'list-files', of: listFolderByPath, knows: files },
  { operation: 'lookup-file-id', of: findFolder, knows: 'always' },
  { operation: 'get-handle-service', of: readHandleService, knows: 'always' },
  { operation: 'get-space', of: readSpace, knows: 'always' },
  { operation: 'get-share', of: readShare, knows: 'always' },
  { operation: 'get-handle', of: readHandle, knows: 'always' },
];

function notEmpty({ operation, of, knows }: Speaking): Check {
  const requirement = `data-hub/${operation}/not-empty`;
  return check({
    needs: [every(of), ...(knows === 'always' ? [] : knows.by).map((one) => optional(one))],
    decides: [requirement],
    judge(evidence, report) {
      const all = Object.values<readonly Exchange[]>(evidence).flat();
      const known =
        knows === 'always' ? undefined : all.find((one) => knows.succeeding.includes(one.operation) && succeeded(one));
      const asked = evidence[of.name] ?? [];
      for (const exchange of asked.filter((one) => one.operation === operation && succeeded(one))) {
        // An identifier may stand in Location as well as in the body.
        const located = operation === 'lookup-file-id' && locationCandidates(exchange).length > 0;
        const seen = located ? 'something' : emptiness(exchange, knows === 'always' ? 'details' : 'list');
        const required = shows(
          seen === 'something' || knows === 'always' || known,
          'the list is empty, and no entry is known to be required',
        );
        if (!decidable(report, requirement, exchange, required)) continue;
        const [expected, empty] =
          knows === 'always'
            ? ['a description or identifier of the requested object', 'an empty list, object or text, or null']
            : [`a list with at least ${knows.what} (exchange ${known?.id})`, 'an empty list'];
        report.holds(
          requirement,
          seen === 'something',
          expected,
          seen === 'blank' ? 'an empty or blank body' : empty,
          exchange,
        );
        if (knows !== 'always') report.explains(requirement, [exchange]);
      }
    },
  });
}

export const speaking: readonly Check[] = SPEAKING.map(notEmpty);

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
  requirement: string,
  list: Probe,
  readOne: Probe<string, Details>,
  wanted: (report: Reporter) => { texts: string[]; what: string } | undefined,
): Check {
  return check({
    needs: [named('list', list), named('details', asked(readOne))],
    decides: [requirement],
    judge({ list, details: { own, listed } }, report) {
      const sought = wanted(report);
      if (sought === undefined || own === undefined)
        return report.undecided(requirement, 'settings', 'no setting names an entry to look for');
      if (!succeeded(own)) return reportUndecided(report, requirement, own);
      judgeListed(report, requirement, list.exchange, sought.texts, sought.what, listed.some(succeeded));
    },
  });
}

export const holdingOwn: readonly Check[] = [
  holdsOwn('data-hub/list-spaces/holds-space', listSpaces, readSpace, ({ settings }) => {
    const id = settingsOf(settings).spaceId;
    return typeof id === 'string'
      ? { texts: [id, ...[spaceNameIn(settings) ?? []].flat()], what: `the space ${id}` }
      : undefined;
  }),
  holdsOwn(
    'data-hub/list-handle-services/holds-handle-service',
    listHandleServices,
    readHandleService,
    ({ settings }) => {
      const id = settingsOf(settings).handleServiceId;
      return typeof id === 'string' ? { texts: [id], what: `the handle service ${id}` } : undefined;
    },
  ),
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

/** The registered handle is listed. */
export const holdingHandle = check({
  needs: [listHandles, asked(createHandle), asked(readHandle)],
  decides: ['data-hub/list-handles/holds-created'],
  judge({ listHandles, readHandle: { created, listed = [] } }, report) {
    const read = created.find(succeeded);
    if (read === undefined) return;
    const id = String(read.params['handle_id']);
    judgeListed(
      report,
      'data-hub/list-handles/holds-created',
      listHandles.exchange,
      [id],
      `the handle ${id}`,
      listed.some(succeeded),
    );
  },
});

/** A file that was written, by every word by which a list may name it. */
interface Written {
  readonly name: string;
  /** Identifiers under which it was read. */
  readonly ids: readonly string[];
}

/** A file that was written, if it was. */
function writtenIn({ written, content = [] }: Partial<Trip>): Written[] {
  if (written === undefined || !succeeded(written)) return [];
  const name = written.params['name'] ?? written.params['file_path']?.split('/').at(-1) ?? '';
  return [{ name, ids: content.filter(succeeded).map(({ params }) => params['file_id'] ?? '') }];
}

/** A file of an unusual name that cannot be read back under it may not be there. */
function isReadBack({ written, direct }: Partial<Trip>): boolean {
  return (
    direct?.outcome.kind === 'answer' &&
    succeeded(direct) &&
    direct.outcome.body.rawDigest === written?.request.body?.rawDigest
  );
}

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
  written: readonly Written[],
): Written[] {
  if (children) return written.filter(({ name }) => !children.has(name));
  const isNamed = ({ name }: Written): boolean =>
    listing.texts.has(name) || listing.texts.has(encodeURIComponent(name));
  const byName = written.some(isNamed);
  return written.filter(
    (file) => !isNamed(file) && (byName || file.ids.length > 0) && !file.ids.some((id) => listing.texts.has(id)),
  );
}

/** Beside the plain text, without which nothing is judged. */
const otherContents = everyContent.filter((one) => one !== contents.cdmi.text);

/** The listings of the folder hold the files that were written. */
function holdsFiles(
  operation: string,
  list: Probe,
  others: readonly Probe<string, { readonly list: Exchange }>[],
): Check {
  const requirement = `data-hub/${operation}/holds-created`;
  return check({
    needs: [
      asked(contents.cdmi.text),
      named('list', list),
      ...[...otherContents, ...everyName].map((one) => ifAsked(one)),
      ...others.map((one) => ifAsked(one)),
      ifAsked(lookAround),
    ],
    decides: [requirement],
    judge(evidence, report) {
      const { exchange } = evidence.list;
      const { list: _, ...others } = evidence;
      const all = [...withRoles(others as Roles).keys()];
      const tripsOf = (of: readonly Probe[]) => of.map(({ name }) => evidence[name] as Partial<Trip>);
      const written = [
        ...tripsOf([contents.cdmi.text, ...otherContents]),
        ...tripsOf(everyName).filter(isReadBack),
      ].flatMap(writtenIn);
      const listing = listingOf(exchange);
      const children = operation === 'cdmi-list' ? cdmiChildren(exchange) : undefined;
      const missing = listing === undefined ? written : missingIn(listing, children, written);
      const elsewhere = all
        .filter((one) => one.id !== exchange.id && one.operation !== operation && succeeded(one))
        .map(listingOf);
      const named =
        children !== undefined ||
        missing.length < written.length ||
        (listing !== undefined && speaksOfFiles(listing, elsewhere));
      const open = decidable(report, requirement, exchange, [
        restsOn(written.length > 0, 'no file was written'),
        ...(missing.length > 0
          ? [...wholeList(listing), shows(named, 'the list may not name files by name or identifier')]
          : []),
      ]);
      const got = `${listing?.form} with ${listing?.entries.length} entries, in which ${missing.length} of them are missing`;
      const expected = `a list with the ${written.length} written files, such as ${missing[0]?.name}`;
      if (open) report.holds(requirement, missing.length === 0, expected, got, exchange);
    },
  });
}

/** Entries of several texts, or words that another listing uses too. */
function speaksOfFiles(listing: Listing, others: readonly (Listing | undefined)[]): boolean {
  if (!listing.bare && listing.entries.every((texts) => texts.length > 1)) return true;
  return others.some((other) => other !== undefined && [...listing.texts].some((text) => other.texts.has(text)));
}

export const holdingFiles: readonly Check[] = [
  holdsFiles('cdmi-list', listFolderThroughCdmi, [listFolderByPath, listFolderByIdentifier]),
  holdsFiles('list-files', listFolderByPath, [listFolderThroughCdmi, listFolderByIdentifier]),
  holdsFiles('list-children', listFolderByIdentifier, [listFolderThroughCdmi, listFolderByPath]),
];

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
