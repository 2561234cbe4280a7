/** Whether every listing of a directory shows the files that this run wrote there before. */

import {
  type Check,
  check,
  every,
  named,
  type Probe,
  preview,
  reportUndecided,
  restsOn,
  sent,
  shows,
  state,
  statusAndWords,
  succeeded,
} from '../../words.ts';
import { isKept } from '../contents.ts';
import { childrenIn, countOf, emptiness, type Listing, listingOf, mentions } from '../listings.ts';
import { isNotThere } from '../poll.ts';
import { contents } from '../probes/contents.ts';
import {
  listEncoded,
  listFolderByIdentifier,
  listFolderByPath,
  listFolderThroughCdmi,
  readAll,
  writes,
} from '../probes/listings.ts';
import { answersOf, wholeList } from './lists.ts';
import { isThere, type WrittenFile, WrittenFiles } from './written-files.ts';

/**
 * Returns the files that a listing lacks. One whose identifier is not known is missing only where others are listed by
 * name.
 */
function missingIn(listing: Listing, children: ReadonlySet<string> | undefined, written: readonly WrittenFile[]) {
  if (children) return written.filter(({ name }) => !children.has(name));
  const isNamed = ({ name }: WrittenFile) => mentions(listing, name) || mentions(listing, encodeURIComponent(name));
  const byName = written.some(isNamed);
  return written.filter((file) => {
    const ids = file.content.filter(succeeded).map(({ params }) => params['file_id'] ?? '');
    return !isNamed(file) && (byName || ids.length > 0) && !ids.some((id) => mentions(listing, id));
  });
}

/** Operations whose responses contain words for files. */
const OF_FILES: readonly string[] = [
  'cdmi-list',
  'list-children',
  'list-files',
  'lookup-file-id',
  'upload-file',
  'cdmi-write',
];

/** Judges whether every listing of the directory contains the files that were written before. */
function hasFiles(of: Probe<string>) {
  const { operation } = of;
  const requirement = `data-hub/${operation}/holds-created`;
  return check({
    needs: [named('text', sent(contents.cdmi.text)), named('list', of)],
    also: [readAll, ...writes],
    decides: [requirement],
    judge({ list, text }, report) {
      const there = WrittenFiles.of(report).all.filter((file) => isThere(file) && isKept(file.name));
      const elsewhere = OF_FILES.filter((one) => one !== operation)
        .flatMap((one) => answersOf(report, one))
        .map(listingOf);
      for (const exchange of answersOf(report, operation, list.exchange)) {
        const written = there.filter(({ uploads }) =>
          uploads.some((one) => succeeded(one) && one.endedAt <= exchange.startedAt),
        );
        if (written.length === 0 && exchange !== list.exchange) continue;
        const listing = listingOf(exchange);
        const children = operation === 'cdmi-list' ? childrenIn(exchange) : undefined;
        const missing = listing === undefined ? written : missingIn(listing, children, written);
        const namesFiles =
          children !== undefined ||
          missing.length < written.length ||
          (listing !== undefined && speaksOfFiles(listing, elsewhere));
        state(report, requirement, exchange, {
          unless: [
            restsOn(written.length > 0, 'no file was written', text.written),
            ...(missing.length > 0
              ? [
                  ...wholeList(exchange),
                  shows(namesFiles, 'no entry was recognised as the name or identifier of a file'),
                ]
              : []),
          ],
          ok: missing.length === 0,
          expected: `a list that contains every file that this run wrote (${written.length} in all)`,
          got:
            listing &&
            `${listing.form} with ${countOf(listing)}, without ${preview(missing[0]?.name)}${missing.length > 1 ? ` and ${missing.length < written.length ? 'at least ' : ''}${missing.length - 1} more of these files` : ''}`,
        });
      }
    },
  });
}

/**
 * Whether a listing is known to name files: each entry has several texts, or another response about files contains one
 * of its texts.
 */
function speaksOfFiles(listing: Listing, others: readonly (Listing | undefined)[]) {
  if (!listing.bare && listing.entries.every((texts) => texts.length > 1)) return true;
  return others.some((other) => other !== undefined && [...listing.texts].some((text) => other.texts.has(text)));
}

export const filesListed: readonly Check[] = [listFolderThroughCdmi, listFolderByPath, listFolderByIdentifier].map(
  hasFiles,
);

/** The listing by path takes the path percent-encoded. */
export const takingEncodedPath = check({
  needs: [listFolderByPath, every(listEncoded)],
  decides: ['data-hub/list-files/takes-encoded-path'],
  judge({ listFolderByPath, listEncoded }, report, [requirement]) {
    const [encoded] = listEncoded;
    if (encoded === undefined) return;
    const expected = 'the listing that the same path with fewer percent-encoded characters returned';
    if (isNotThere(encoded))
      report.assert(
        requirement,
        false,
        expected,
        `${statusAndWords(encoded)}, as if the directory did not exist`,
        encoded,
      );
    else if (!succeeded(encoded)) reportUndecided(report, requirement, encoded);
    else {
      const [one, other] = [emptiness(listFolderByPath.exchange), emptiness(encoded)];
      report.assert(
        requirement,
        one === other || one !== 'something',
        expected,
        'an empty listing, although the plain path lists entries',
        encoded,
      );
    }
  },
});
