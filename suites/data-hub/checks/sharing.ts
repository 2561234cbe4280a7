/** Identifiers of directories, shares, handles and handle services lead to what they identify. */

import {
  type AnyProbe,
  check,
  decidable,
  type Exchange,
  headerOf,
  ifSent,
  jsonOf,
  named,
  openPlaces,
  preview,
  type Reporter,
  reportUndecided,
  sent,
  shows,
  state,
  statusAndWords,
  succeeded,
  unsureValues,
  worksAfter,
} from '../../words.ts';
import { candidatesIn, lastSegment, locationCandidates } from '../identifiers.ts';
import { settingsOf } from '../known-settings.ts';
import { isBlank } from '../leaves.ts';
import { listedIn, listingOf, mentions, textsIn } from '../listings.ts';
import { isNotThere } from '../poll.ts';
import { contents } from '../probes/contents.ts';
import { findFolder, identifiersOf, lookAround } from '../probes/folder.ts';
import { readAll } from '../probes/listings.ts';
import {
  anotherHandle,
  anotherShare,
  collectionOfHandles,
  createHandle,
  createShare,
  readHandle,
  readShare,
} from '../probes/sharing.ts';
import { listHandleServices, readHandleService } from '../probes/zone.ts';
import { creationOf, othersIn, requested } from './details.ts';
import { answersOf, filled } from './lists.ts';

/** Whether the directory's identifier is accepted where a directory is requested. */
export const identifyingFolders = check({
  needs: [
    named('accepted', findFolder),
    sent(findFolder),
    ifSent(createShare),
    named('text', ifSent(contents.rest.text)),
    named('allBytes', ifSent(contents.rest['all-bytes'])),
    named('below', ifSent(contents.cdmi.text)),
  ],
  decides: ['data-hub/lookup-file-id/identifies-folder'],
  judge({ findFolder: { lookup, listings: tries }, createShare, text, allBytes, below }, report, [requirement]) {
    const taken = tries.find(succeeded);
    if (taken) return report.uphold(requirement, taken);
    const first = tries[0];
    if (first === undefined) return;
    const elsewhere = [createShare.created, text.written, allBytes.written].filter((one) => one !== undefined);
    if (elsewhere.length === 0 || ![...tries, ...elsewhere].every(isNotThere))
      return reportUndecided(report, requirement, first);
    // The settings may name something other than a directory.
    if (below.written && isNotThere(below.written)) return report.depends(requirement, below.written);
    if (openPlaces(first, report.exchanges).length > 0) return reportUndecided(report, requirement, first);
    const all = identifiersOf(lookup).length <= tries.length;
    if (
      !decidable(
        report,
        requirement,
        lookup,
        shows(all, 'the response contains more possible identifiers than Assay tries'),
      )
    )
      return;
    report.assert(
      requirement,
      false,
      'an identifier that works as dir_id',
      `an identifier for which every request returned ${statusAndWords(first)}`,
      first,
    );
    const identifiers = new Set(tries.map(({ params }) => params['dir_id']));
    const refused = report.exchanges.filter(
      (exchange) => identifiers.has(exchange.params['dir_id'] ?? exchange.params['file_id']) && isNotThere(exchange),
    );
    report.explains(requirement, [...tries, ...refused]);
  },
});

/** Whether the service returned the identifier of a share when it created one. */
const isShareOf = (one: Exchange, id: string) =>
  one.operation === 'create-share' && one.purpose === 'documented' && succeeded(one) && textsIn(one)?.has(id) === true;

const AGAIN: readonly AnyProbe[] = [anotherShare, anotherHandle, readAll];

/** Whether the likeliest identifier was sent, and no other text can be the identifier. */
const isSure = (first: Exchange) => unsureValues(first).length === 0;

/**
 * Judges that an identifier which a creation returned works as often as it is used, and that no handle gets one that is
 * already in use.
 * @param tries of the first creation
 * @param other a successful reading of another object of the kind
 * @returns the first of the tries that succeeded
 */
function judgeIdentified(
  report: Reporter,
  requirement: string,
  thing: 'share' | 'handle',
  tries: readonly Exchange[],
  other: Exchange | undefined,
) {
  const reads = report.returned.flatMap((read) => {
    const id = read.params[`${thing}_id`];
    const creation =
      read.purpose === 'documented' && id !== undefined && creationOf(read, `${thing}_id`, report.returned);
    return creation && read.operation === `get-${thing}` ? [{ read, id, creation }] : [];
  });
  const lists = answersOf(report, 'list-handles');
  const worked = new Map<string, (typeof reads)[number]>();
  const contradicts = (expected: string, got: string, by: Exchange) =>
    report.assert(requirement, false, expected, got, by);
  for (const one of reads) {
    const { read, id, creation } = one;
    const before = worked.get(id);
    // A number in a list may count something.
    const listed = lists.find(
      (list) => list.endedAt <= creation.startedAt && !/^\d+$/.test(id) && listingOf(list)?.texts.has(id),
    );
    const used = before && before.creation !== creation ? before.creation : listed;
    const [share = ''] = requested(creation, 'resourceId');
    // A service may have one share of each directory, and one handle of each share.
    const isAgain = report.exchanges.filter((one) => isShareOf(one, share)).length > 1;
    if (thing === 'handle' && used && !isAgain && !isNotThere(read))
      contradicts(
        'the identifier of a new handle',
        `the identifier of ${used === listed ? 'a handle that was listed earlier' : 'another new handle'} (exchange ${used.id})`,
        creation,
      );
    else if (succeeded(read)) {
      report.uphold(requirement, read);
      if (before === undefined) worked.set(id, one);
    } else if (!isNotThere(read) || !worksAfter(read, report.exchanges, true)) continue;
    else if (before) contradicts(`the ${thing}, as before (exchange ${before.read.id})`, statusAndWords(read), read);
    else if (isSure(read) && reads.every((each) => each.creation !== creation || isNotThere(each.read))) {
      const another = other ?? [...worked.values()][0]?.read;
      if (another)
        contradicts(
          `an identifier by which the ${thing} can be read`,
          `an identifier for which the service returned ${statusAndWords(read)}, although another ${thing} can be read (exchange ${another.id})`,
          read,
        );
    }
  }
  const read = tries.find(succeeded);
  const [first] = tries;
  if (first && !read) reportUndecided(report, requirement, first);
  return read;
}

/** Whether the share that was created can be read, and is of the directory. */
export const identifyingShares = check({
  needs: [createShare, sent(readShare), ifSent(lookAround)],
  also: AGAIN,
  decides: ['data-hub/create-share/identifies-share', 'data-hub/create-share/of-directory'],
  judge({ createShare, readShare: { created: tries, own }, lookAround }, report, [requirement, ofDirectory]) {
    const { exchange: creation } = createShare;
    const read = judgeIdentified(report, requirement, 'share', tries, own && succeeded(own) ? own : undefined);
    const silent = answersOf(report, 'create-share').filter(
      (one) => candidatesIn(one, requested(one, 'name')).length === 0,
    );
    for (const one of silent)
      if (isBlank(jsonOf(one).json))
        report.assert(requirement, false, 'the identifier of the share', 'an empty identifier', one);
      else if (tries.length === 0)
        report.undecided(requirement, 'document', 'no identifier was found in the response', one);
    const texts = read && textsIn(read);
    if (read === undefined || texts === undefined) return;
    // Details of another share are not evidence about this one.
    const words = [read.params['share_id'] ?? '', ...requested(creation, 'name')];
    if (!words.some((word) => texts.has(word)))
      return report.undecided(
        ofDirectory,
        'document',
        'the details contain neither the identifier nor the name of the share',
        read,
      );
    const shared = creation.params['dir_id'] ?? '';
    const { lookup, listings = [] } = lookAround;
    const parents = lookup ? identifiersOf(lookup).flatMap(({ sure, text }) => (sure ? [text] : [])) : [];
    const around = [...parents, ...othersIn(listings.filter(succeeded), [shared])];
    // Identifiers that are paths may all end alike.
    const other = around.find((id) => id !== lastSegment(shared) && texts.has(id));
    // Details may name the directory by another identifier, and in addition its parent.
    const known = [...words, other, settingsOf(report.settings).spaceId];
    const alone =
      other !== undefined && [...texts].every((text) => text.length < shared.length || known.includes(text));
    state(report, ofDirectory, read, {
      unless: shows(texts.has(shared) || alone, 'the details contain no known directory, or several'),
      ok: texts.has(shared),
      expected: `the identifier of the shared directory, ${preview(shared)}`,
      got: `that of another directory: ${preview(other)}`,
    });
  },
});

/** The new handle is identified in Location, and can be read there. */
export const locatingHandles = check({
  needs: [createHandle, sent(readHandle)],
  also: AGAIN,
  decides: ['data-hub/create-handle/location', 'data-hub/create-handle/location-leads-to-handle'],
  judge({ readHandle }, report, [located, requirement]) {
    for (const creation of answersOf(report, 'create-handle')) {
      const location = headerOf(creation, 'location')?.trim() ?? '';
      const identified = locationCandidates(creation, collectionOfHandles(report)).length > 0;
      report.assert(
        located,
        identified,
        'a header Location with the identifier of the new handle, alone or in a URL',
        headerOf(creation, 'location') === undefined ? 'no Location header' : preview(location),
        creation,
      );
      if (identified) report.observe('data-hub/gap/location-form', formOf(location), creation);
    }
    const { created: tries, listed = [] } = readHandle;
    judgeIdentified(report, requirement, 'handle', tries, listed.find(succeeded));
  },
});

function formOf(location: string) {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(location)) return 'an absolute address';
  if (location.startsWith('//')) return 'an address without a scheme';
  if (location.startsWith('/')) return 'an absolute path';
  return location.includes('/') ? 'a relative path' : 'an identifier alone';
}

/** A listed handle service can be read by its listed identifier. */
export const listedHandleServices = check({
  needs: [listHandleServices, sent(readHandleService)],
  decides: ['data-hub/list-handle-services/identifiers-work'],
  judge({ listHandleServices, readHandleService: { own, listed } }, report, [requirement]) {
    const ownListed =
      own !== undefined && mentions(listingOf(listHandleServices.exchange), String(own.params['handle_service_id']));
    const working = listed.find(succeeded) ?? (ownListed && own && succeeded(own) ? own : undefined);
    if (working) return report.uphold(requirement, working);
    const dead = listed.length > 0 && listed.every(isNotThere);
    const { exchange } = listHandleServices;
    const sure = listingOf(exchange)?.bare === true || listedIn(exchange).length <= listed.length;
    if (dead && sure && own !== undefined && succeeded(own)) {
      report.assert(
        requirement,
        false,
        'at least one listed handle service that can be read',
        `${listed.length} that cannot be read, although the one in DATA_HUB_HANDLE_SERVICE_ID can`,
        listed[0],
      );
    } else if (listed[0] && !dead) reportUndecided(report, requirement, listed[0]);
    else if (own && !succeeded(own)) reportUndecided(report, requirement, own);
    else
      decidable(report, requirement, exchange, [filled(exchange), shows(false, 'no identifier was found in the list')]);
  },
});
