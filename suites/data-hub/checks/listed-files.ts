/** Whether listings of a folder show the files that this run wrote there. */
import { jsonOf, statusAndWords, succeeded } from '../../../src/engine/words/answer.ts';
import { reportUndecided } from '../../../src/engine/words/answering.ts';
import { decidable, restsOn, shows } from '../../../src/engine/words/deciding.ts';
import { type Roles, withRoles } from '../../../src/engine/words/roles.ts';
import { asked, check, every, ifAsked, named, type Probe } from '../../../src/engine/words/suite.ts';
import type { Check } from '../../../src/engine/words/types.ts';
import { memberOf } from '../../../src/files/json-value.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { emptiness, type Listing, listingOf } from '../listings.ts';
import { contents } from '../probes/contents.ts';
import type { Trip } from '../probes/files.ts';
import { lookAround } from '../probes/folder.ts';
import { listEncoded, listFolderByIdentifier, listFolderByPath, listFolderThroughCdmi } from '../probes/listings.ts';
import { isNotThere } from '../probes/zone.ts';
import { everyContent, everyName, wholeList } from './lists.ts';

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
