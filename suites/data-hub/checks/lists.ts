/**
 * Lists and descriptions are not empty, and every list contains the objects that this run knows to exist at the
 * request.
 */

import {
  type Check,
  check,
  decidable,
  type Exchange,
  every,
  isAsDeclared,
  isHtml,
  jsonOf,
  named,
  originsOf,
  type Probe,
  preview,
  type Reason,
  type Reporter,
  reportUndecided,
  reportUntried,
  restsOn,
  sent,
  shows,
  state,
  succeeded,
} from '../../words.ts';
import { locationCandidates } from '../identifiers.ts';
import { settingsOf, TEXTS } from '../known-settings.ts';
import { countOf, emptiness, listingOf, mentions, otherValues } from '../listings.ts';
import { contents } from '../probes/contents.ts';
import { findFolder, lookAround } from '../probes/folder.ts';
import { listFolderByIdentifier, listFolderByPath, listFolderThroughCdmi, readAll } from '../probes/listings.ts';
import { createHandle, listHandles, readHandle } from '../probes/sharing.ts';
import { listHandleServices, listSpaces, readHandleService, readSpace, spaceNameIn } from '../probes/zone.ts';
import { creationOf, DESCRIBED } from './details.ts';
import { isSharedPage } from './shared-pages.ts';
import { isThere, WrittenFiles } from './written-files.ts';

/**
 * The probe of a list, the object that the list must contain, and the probe and operations whose success shows that
 * this object exists.
 */
interface Listed {
  readonly of: Probe;
  readonly what: string;
  readonly by: Probe;
  readonly succeeding: readonly string[];
}

const filesIn = (of: Probe): Listed => ({
  of,
  what: 'a file that this run wrote there',
  by: contents.cdmi.text,
  succeeding: ['cdmi-write', 'upload-file'],
});

const LISTED: readonly Listed[] = [
  {
    of: listSpaces,
    what: 'a space in which this user lists files',
    by: listFolderThroughCdmi,
    // An administrator may read a space without being its member.
    succeeding: ['cdmi-list', 'list-children', 'list-files'],
  },
  {
    of: listHandleServices,
    what: 'the handle service of DATA_HUB_HANDLE_SERVICE_ID',
    by: readHandleService,
    succeeding: ['get-handle-service'],
  },
  { of: listHandles, what: 'the handle that this run registered', by: createHandle, succeeding: ['create-handle'] },
  ...[listFolderThroughCdmi, listFolderByIdentifier, listFolderByPath].map(filesIn),
];

/** Whether an operation lists objects. */
export const isList = (operation: string): boolean => LISTED.some(({ of }) => of.operation === operation);

/** Operations that describe or identify one object, which exists, because a request for it was answered. */
const DESCRIBING: readonly Probe[] = [findFolder, ...DESCRIBED.map(({ of }) => of)];

/**
 * Returns successful responses of an operation; for a list, only those of the same place as the first. Another
 * requirement judges paths in another encoding.
 */
export function answersOf(
  report: Pick<Reporter, 'returned'>,
  operation: string,
  like?: Exchange,
  purposes: readonly Exchange['purpose'][] = ['documented'],
): readonly Exchange[] {
  return report.returned.filter(
    (one) =>
      one.operation === operation &&
      purposes.includes(one.purpose) &&
      succeeded(one) &&
      originsOf(one)['path'] === undefined &&
      (like === undefined || JSON.stringify(one.params) === JSON.stringify(like.params)),
  );
}

/**
 * Whether an object is known to exist when an exchange begins: one that was read always exists, one that was written
 * exists from then on.
 */
const isKnownAt = (exchange: Exchange, known: Exchange) =>
  known.request.method === 'GET' || known.endedAt <= exchange.startedAt;

/** Whether one path is below another. */
const isWithin = (path: string | undefined, above: string | undefined) =>
  above !== undefined && path?.startsWith(`${above}/`) === true;

/** Returns the path of a directory that was listed by the identifier that a lookup gave. */
function pathListed(list: Exchange, { returned }: Pick<Reporter, 'returned'>) {
  const [origin] = originsOf(list)['params/dir_id'] ?? [];
  const lookup = origin?.from === 'answer' ? returned.find(({ id }) => id === origin.exchange) : undefined;
  return lookup?.params['space_path'];
}

function notEmptyList({ of, what, by, succeeding }: Listed) {
  const { operation } = of;
  const requirement = `data-hub/${operation}/not-empty`;
  return check({
    needs: [named('list', every(of))],
    also: [by, ...(operation === 'list-children' ? [lookAround] : [])],
    decides: [requirement],
    judge({ list: [main] }, report) {
      const sources = report.returned.filter(
        (one) => succeeding.includes(one.operation) && one.purpose === 'documented' && succeeded(one),
      );
      const all = answersOf(report, operation);
      const own = answersOf(report, operation, main);
      const isBefore = ({ startedAt }: Exchange) =>
        own.some((one) => one.endedAt <= startedAt && emptiness(one) === 'something');
      // Between invalid requests a list may lack what was just made, but not its earlier content.
      const between = answersOf(report, operation, main, ['closing']).filter(isBefore);
      for (const exchange of [...all, ...between]) {
        if (isSharedPage(report, requirement, exchange)) continue;
        const seen = emptiness(exchange);
        const isElsewhere = !own.includes(exchange) && !between.includes(exchange);
        // The run does not wait for the list of another directory, so this may still be empty, but it must be a list.
        if (isElsewhere && seen === 'empty') continue;
        const known = isElsewhere
          ? all.find((one) => isWithin(pathListed(one, report), pathListed(exchange, report)))
          : sources.find((one) => isKnownAt(exchange, one));
        if (exchange !== main && seen !== 'something' && known === undefined) continue;
        const required = shows(
          seen === 'something' || known,
          'the list is empty, and this run knows no entry that it must contain',
        );
        const whole = seen === 'something' ? undefined : hasAll(exchange);
        const declared = seen === 'something' ? isAsDeclared(exchange) : undefined;
        const list = shows(!isHtml(exchange), 'the response is an HTML page, which may not be the list');
        if (!decidable(report, requirement, exchange, [required, whole, declared, list])) continue;
        report.assert(
          requirement,
          seen === 'something',
          `a list that contains ${known?.operation === operation ? 'the directory that can be listed' : what} (exchange ${known?.id})`,
          seen === 'blank' ? 'an empty or blank body' : 'no entry with content',
          exchange,
        );
        report.explains(requirement, [exchange]);
      }
    },
  });
}

function notEmptyDetails(of: Probe) {
  const { operation } = of;
  const requirement = `data-hub/${operation}/not-empty`;
  return check({
    needs: [named('asked', every(of))],
    decides: [requirement],
    judge({ asked: own }, report) {
      const files = WrittenFiles.of(report);
      // A list that is requested between invalid requests may lag; what describes an object may not.
      for (const exchange of answersOf(report, operation, undefined, ['documented', 'closing'])) {
        // A path that was looked up is known to exist if something was read there, or below it.
        const file = files.lookedUp(exchange);
        const path = exchange.params['space_path'];
        const exists = own.some(({ params }) => params['space_path'] === path || isWithin(params['space_path'], path));
        if (isSharedPage(report, requirement, exchange)) continue;
        if (operation === 'lookup-file-id' && !exists && (file === undefined || !isThere(file))) continue;
        // An identifier may be in Location as well as in the body.
        const located = operation === 'lookup-file-id' && locationCandidates(exchange).length > 0;
        const seen = located ? 'something' : emptiness(exchange, 'details');
        const declared = seen === 'something' && !located ? isAsDeclared(exchange) : undefined;
        if (!decidable(report, requirement, exchange, declared)) continue;
        report.assert(
          requirement,
          seen === 'something',
          'a description or identifier of the requested object',
          seen === 'blank' ? 'an empty or blank body' : preview(jsonOf(exchange).json),
          exchange,
        );
      }
    },
  });
}

export const notEmpty: readonly Check[] = [...LISTED.map(notEmptyList), ...DESCRIBING.map(notEmptyDetails)];

/** The condition that a list is not empty: another requirement judges empty ones. */
export const filled = (list: Exchange): Reason | undefined =>
  restsOn(emptiness(list) === 'something', `not judged: the list is empty (data-hub/${list.operation}/not-empty)`);

/** The condition that nothing suggests further entries of a list. */
const hasAll = (list: Exchange, more = listingOf(list)?.more) => (more === undefined ? undefined : shows(false, more));

/** Conditions on a list before an absence in it is judged. */
export const wholeList = (list: Exchange): readonly (Reason | undefined)[] => [
  filled(list),
  isAsDeclared(list),
  shows(listingOf(list), 'no list was found in the response; the document leaves its format open'),
  hasAll(list),
];

/**
 * Judges whether a list contains an object. `identifies`: the list is known to be one of identifiers; otherwise an
 * absence is inconclusive.
 */
function judgeListed(
  report: Reporter,
  requirement: string,
  exchange: Exchange,
  sought: readonly string[],
  thing: string,
  identifies: boolean,
) {
  const listing = listingOf(exchange);
  const found = sought.some((text) => mentions(listing, text));
  state(report, requirement, exchange, {
    unless: found ? [] : [...wholeList(exchange), shows(identifies, otherValues(listing))],
    ok: found,
    expected: `a list that contains the ${thing} ${preview(sought[0])}`,
    got: listing && `${listing.form} with ${countOf(listing)}, without it`,
  });
}

/** Returns the check that a list of the zone contains the object that the settings name. */
function listsOwn(
  of: typeof listSpaces | typeof listHandleServices,
  thing: string,
  setting: 'spaceId' | 'handleServiceId',
  by: typeof readSpace | typeof readHandleService,
) {
  const { operation } = of;
  const requirement = `data-hub/${operation}/holds-${thing.replace(' ', '-')}`;
  return check({
    needs: [named('list', of), named('details', sent(by))],
    decides: [requirement],
    judge({ list, details: { own, listed } }, report) {
      const id = settingsOf(report.settings)[setting];
      if (typeof id !== 'string' || own === undefined)
        return report.undecided(
          requirement,
          'settings',
          `${TEXTS[setting]} is not set, so it is unknown which ${thing} the list must contain`,
        );
      if (!succeeded(own)) return reportUndecided(report, requirement, own);
      const sought = [id, ...(thing === 'space' ? [spaceNameIn(report.settings) ?? []].flat() : [])];
      const lists = answersOf(report, operation, list.exchange);
      const identifies = listed.some(succeeded) || lists.some((one) => mentions(listingOf(one), id));
      for (const exchange of lists) judgeListed(report, requirement, exchange, sought, thing, identifies);
    },
  });
}

/** Every handle that was registered before is listed. */
const handlesListed = check({
  needs: [sent(createHandle), sent(readHandle), listHandles],
  also: [readAll],
  decides: ['data-hub/list-handles/holds-created'],
  judge({ createHandle: { created: creation }, readHandle: { listed = [] } }, report, [requirement]) {
    const created = answersOf(report, 'get-handle').flatMap((read) => {
      const creation = creationOf(read, 'handle_id', report.returned);
      return creation ? [{ creation, id: String(read.params['handle_id']) }] : [];
    });
    if (creation && created.length === 0) reportUntried(report, requirement, creation);
    const ids = new Map(created.map((one) => [one.id, one.creation]));
    const lists = answersOf(report, 'list-handles');
    const identifies =
      listed.some(succeeded) || lists.some((list) => [...ids.keys()].some((id) => listingOf(list)?.texts.has(id)));
    for (const exchange of lists)
      for (const [id, creation] of ids)
        if (isKnownAt(exchange, creation)) judgeListed(report, requirement, exchange, [id], 'handle', identifies);
  },
});

export const ownListed: readonly Check[] = [
  listsOwn(listSpaces, 'space', 'spaceId', readSpace),
  listsOwn(listHandleServices, 'handle service', 'handleServiceId', readHandleService),
  handlesListed,
];
