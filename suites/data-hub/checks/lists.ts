/** Lists and details are not empty, and lists hold what this run knows to be there. */
import { succeeded } from '../../../src/engine/words/answer.ts';
import { reportUndecided } from '../../../src/engine/words/answering.ts';
import { decidable, restsOn, shows } from '../../../src/engine/words/deciding.ts';
import { asked, check, every, named, optional, type Probe } from '../../../src/engine/words/suite.ts';
import type { Check, Reason, Reporter } from '../../../src/engine/words/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { locationCandidates } from '../identifiers.ts';
import { settingsOf } from '../known-settings.ts';
import { emptiness, type Listing, listingOf } from '../listings.ts';
import { contents } from '../probes/contents.ts';
import { findFolder } from '../probes/folder.ts';
import { listFolderByIdentifier, listFolderByPath, listFolderThroughCdmi } from '../probes/listings.ts';
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

export const everyContent = Object.values(contents).flatMap((byKind) => Object.values(byKind));
export const everyName = [names.cdmi, names.rest].flatMap((byForm) => Object.values(byForm));

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
export const wholeList = (listing: Listing | undefined): readonly (Reason | undefined)[] => [
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
