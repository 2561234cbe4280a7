/** Bytes are read as they were written, through every protocol. */
import { statusAndWords, succeeded } from '../../../src/engine/words/answer.ts';
import { reportUndecided } from '../../../src/engine/words/answering.ts';
import { decidable, restsOn, unredacted } from '../../../src/engine/words/deciding.ts';
import { asked, check, ifAsked, named } from '../../../src/engine/words/suite.ts';
import type { Check, Reporter } from '../../../src/engine/words/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { KINDS, type Kind, NAME_FORMS, type NameForm, type Way } from '../contents.ts';
import { contents, overwrite } from '../probes/contents.ts';
import type { Trip } from '../probes/files.ts';
import { names } from '../probes/names.ts';
import { isNotThere } from '../probes/zone.ts';
import {
  afterLookup,
  asNeeds,
  best,
  came,
  everyContent,
  isWrong,
  judgeUnwritten,
  LOOKED_UP,
  lookedUp,
  lookupsWork,
  matches,
  type Plain,
  sent,
  size,
  spoilt,
  tripIn,
  worksElsewhere,
} from './trips.ts';

/** SHA-256 of what was sent or came; undefined where a secret was redacted in it, so that nothing can be said. */
function judgeReadBack(
  report: Reporter,
  requirement: string,
  written: Exchange | undefined,
  read: Exchange | undefined,
  plain?: Plain,
) {
  if (written === undefined) return;
  const amiss = read !== undefined && !matches(read, written) && isWrong(plain);
  if (
    !decidable(
      report,
      requirement,
      read,
      restsOn(!amiss, `a plain text is not read back either (exchange ${plain?.read?.id})`),
    )
  )
    return;
  if (!succeeded(written)) return judgeUnwritten(report, requirement, written);
  if (read === undefined) return report.undecided(requirement, 'target', 'not read: no identifier was found', written);
  const expected = `the ${written.request.body?.size} written octets (exchange ${written.id})`;
  if (succeeded(read)) {
    if (decidable(report, requirement, read, unredacted(came(read), sent(written))))
      report.holds(requirement, matches(read, written), expected, `${size(read)} with different content`, read);
  } else if (isNotThere(read) && worksElsewhere(report, read))
    report.holds(requirement, false, expected, `${statusAndWords(read)}, as for a missing file`, read);
  else reportUndecided(report, requirement, read);
}

/** Evidence of probes, by their names. */
/** Files of one kind of content, written one way. */
function readingBack(way: Way, kind: Kind): Check {
  const of = contents[way][kind];
  const operation = way === 'cdmi' ? 'cdmi-write' : 'upload-file';
  const [through, across] = [
    `data-hub/${operation}/read-back/${kind}`,
    `data-hub/${operation}/read-back-${way === 'cdmi' ? 'rest' : 'cdmi'}/${kind}`,
  ];
  return check({
    needs: [asked(of), ...asNeeds(LOOKED_UP.filter((one) => one !== of))],
    decides: [through, across],
    judge(views, report) {
      const trip = tripIn(views, of);
      const content = best(trip);
      const text = kind === 'text' ? {} : tripIn(views, contents[way].text);
      const direct: Plain = { written: text.written, read: text.direct };
      const byIdentifier: Plain = { written: text.written, read: best(text) };
      if (way === 'rest') {
        judgeReadBack(report, across, trip.written, trip.direct, direct);
        judgeReadBack(report, through, trip.written, content, byIdentifier);
        return;
      }
      judgeReadBack(report, through, trip.written, trip.direct, direct);
      const lookups = restsOn(
        content === undefined || lookupsWork(lookedUp(views)),
        'no lookup leads to the file written at its path',
      );
      if (!decidable(report, across, content, lookups)) return;
      if (content === undefined && trip.lookup !== undefined && !succeeded(trip.lookup))
        reportUndecided(report, across, trip.lookup);
      else judgeReadBack(report, across, trip.written, content, byIdentifier);
    },
  });
}

export const readBack: readonly Check[] = (['cdmi', 'rest'] as const).flatMap((way) =>
  KINDS.map((kind) => readingBack(way, kind)),
);

/** A lookup of a file's path leads to its content. */
export const identifyingFiles = check({
  needs: [asked(contents.cdmi.text), ...asNeeds([...LOOKED_UP, ...everyContent('rest')])],
  decides: ['data-hub/lookup-file-id/identifies-file'],
  judge(evidence, report) {
    const requirement = 'data-hub/lookup-file-id/identifies-file';
    const trips = lookedUp(evidence);
    const right = trips.find((trip) => afterLookup(trip).some((read) => matches(read, trip.written)));
    if (right?.lookup)
      return void report.holds(requirement, true, 'the content that was written', undefined, right.lookup);
    const tries = trips.flatMap(afterLookup);
    const first = tries[0];
    if (first === undefined) return;
    const expected = 'an identifier under which the content is found that was written at the path';
    const other = tries.find(succeeded);
    const written = new Set(
      report.exchanges.filter((one) => one.operation === 'cdmi-write' || one.operation === 'upload-file').map(sent),
    );
    const reads = restsOn(
      other === undefined || written.has(came(other)) || !spoilt(evidence),
      'what is read by identifiers is not what was written, whichever operation gave them',
    );
    if (!decidable(report, requirement, other, reads)) return;
    if (other)
      report.holds(requirement, false, expected, `identifiers of other files, in all ${tries.length} tries`, other);
    else if (tries.every(isNotThere) && worksElsewhere(report, first))
      report.holds(
        requirement,
        false,
        expected,
        `${statusAndWords(first)} under the identifier, in all ${tries.length} tries`,
        first,
      );
    else reportUndecided(report, requirement, first);
  },
});

/** The last content stands, however it is read. */
export const overwriting = check({
  needs: [asked(overwrite), named('first', asked(contents.cdmi.text))],
  decides: ['data-hub/cdmi-write/overwrite'],
  judge({ overwrite: { shorter, longer }, first }, report) {
    const requirement = 'data-hub/cdmi-write/overwrite';
    const direct = matches(first.direct, first.written);
    const byIdentifier = matches(best(first), first.written);
    for (const trip of [shorter, longer]) {
      if (trip?.written === undefined) continue;
      if (!succeeded(trip.written)) return judgeUnwritten(report, requirement, trip.written);
      // A way that did not give the first content rightly shows nothing of the second.
      if (direct) judgeReadBack(report, requirement, trip.written, trip.direct);
      const content = best(trip);
      if (byIdentifier && content !== undefined) judgeReadBack(report, requirement, trip.written, content);
    }
  },
});

const shown = (form: NameForm): string => JSON.stringify(NAME_FORMS[form][0]);

/** Names in CDMI paths and in lookups. */
function readingNames(form: NameForm): Check {
  const of = names.cdmi[form];
  const [path, lookup] = [`data-hub/cdmi-write/path/${form}`, `data-hub/lookup-file-id/path/${form}`];
  return check({
    needs: [asked(of), ...asNeeds(LOOKED_UP.filter((one) => one !== of))],
    decides: [path, lookup],
    judge(views, report) {
      const trip = tripIn(views, of);
      if (trip.written === undefined) return;
      const { written, direct } = tripIn(views, contents.cdmi.text);
      const plain = restsOn(
        !(trip.direct && isNotThere(trip.direct) && isWrong({ written, read: direct })),
        'a file with a plain name is not read back either',
      );
      if (!decidable(report, path, trip.direct, plain)) return;
      judgeName(report, path, trip, trip.direct, form);
      if (!matches(trip.direct, trip.written)) return;
      if (trip.lookup !== undefined && !succeeded(trip.lookup)) {
        const works = lookupsWork(lookedUp(views));
        if (isNotThere(trip.lookup) && works)
          report.holds(
            lookup,
            false,
            `the identifier of the file ${shown(form)}`,
            `${statusAndWords(trip.lookup)}, as for a missing file`,
            trip.lookup,
          );
        else reportUndecided(report, lookup, trip.lookup);
      } else if (lookupsWork(lookedUp(views).filter(({ written }) => written?.operation === 'cdmi-write')))
        judgeName(report, lookup, trip, best(trip), form);
    },
  });
}

/** Of a name, only what tells of the name counts: its own content, that of the similar name, or nothing. Other bytes are for the requirements on bytes. */
function judgeName(
  report: Reporter,
  requirement: string,
  trip: Partial<Trip>,
  read: Exchange | undefined,
  form: NameForm,
) {
  if (trip.written !== undefined && !succeeded(trip.written)) return judgeUnwritten(report, requirement, trip.written);
  if (read === undefined) return;
  const expected = `what was written under the name ${shown(form)}`;
  if (matches(read, trip.written)) report.holds(requirement, true, expected, undefined, read);
  else if (came(read) !== undefined && came(read) === sent(trip.similar))
    report.holds(requirement, false, expected, `what was written under ${JSON.stringify(NAME_FORMS[form][1])}`, read);
  else if (succeeded(read))
    report.undecided(requirement, 'target', 'the content differs from both that were written', read);
  else if (isNotThere(read) && worksElsewhere(report, read))
    report.holds(requirement, false, expected, `${statusAndWords(read)}, as for a missing file`, read);
  else reportUndecided(report, requirement, read);
}

/** Names in uploads through REST, read through CDMI. */
function uploadingNames(form: NameForm): Check {
  const of = names.rest[form];
  const requirement = `data-hub/upload-file/name/${form}`;
  const across = names.cdmi[form];
  return check({
    needs: [asked(of), ifAsked(across), ifAsked(contents.rest.text)],
    decides: [requirement],
    judge(views, report) {
      const trip = tripIn(views, of);
      if (trip.written === undefined) return;
      // If no upload can be read through CDMI, the name is not the cause.
      const plain = tripIn(views, contents.rest.text);
      const unread =
        succeeded(trip.written) && [plain, trip].every(({ direct }) => direct !== undefined && isNotThere(direct));
      // Reading goes through CDMI: where CDMI itself does not take such names, nothing is seen of the upload's.
      const own = tripIn(views, across);
      const lost = own.written !== undefined && succeeded(own.written) && !matches(own.direct, own.written);
      const open = decidable(report, requirement, trip.direct, [
        restsOn(!unread, 'an upload with a plain name cannot be read through CDMI either'),
        restsOn(
          !lost || matches(trip.direct, trip.written),
          'CDMI, through which it is read, does not take such names',
        ),
      ]);
      if (open) judgeName(report, requirement, trip, trip.direct, form);
    },
  });
}

export const namedFiles: readonly Check[] = (Object.keys(NAME_FORMS) as NameForm[]).flatMap((form) => [
  readingNames(form),
  uploadingNames(form),
]);
