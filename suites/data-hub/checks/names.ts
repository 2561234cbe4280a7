/** Names lead to what was written under them, through every protocol, in every reading. */

import {
  type Check,
  check,
  decidable,
  type Exchange,
  every,
  ifSent,
  named,
  type Reporter,
  reportUndecided,
  restsOn,
  sent,
  succeeded,
  unusualValues,
} from '../../words.ts';
import { isKept, NAME_FORMS, type NameForm, type Way } from '../contents.ts';
import { boundaries } from '../probes/again.ts';
import { names } from '../probes/contents.ts';
import { isNotThere } from '../probes/zone.ts';
import { isMissing, isWrong, judgeUnwritten, notThere, plainTexts } from './bytes.ts';
import { byIdentifier, bytesSent, came, isRight, type WrittenFile, WrittenFiles } from './written-files.ts';

type Readings = (file: WrittenFile) => readonly Exchange[];

/**
 * Judges whether a name leads to its own content. Only responses about the name count: its own content, that of another
 * name, or none. Other bytes are for the requirements on bytes. Some services change names, so one that another
 * protocol does not find stays undecided.
 * @param others files whose content contradicts
 * @param word the name of a file in messages
 */
function judgeLeads(
  report: Reporter,
  requirement: string,
  file: WrittenFile,
  read: Exchange,
  others: readonly WrittenFile[],
  word = ({ name }: WrittenFile): string => JSON.stringify(name),
) {
  const expected = `the content that was written under the name ${word(file)}`;
  const other = others.find(
    (one) => one !== file && came(read) !== undefined && one.uploads.some((each) => bytesSent(each) === came(read)),
  );
  const own = read.operation === 'cdmi-read' && file.uploads[0]?.operation === 'cdmi-write';
  if (isRight(file, read)) report.assert(requirement, true, expected, undefined, read);
  else if (other) report.assert(requirement, false, expected, `what was written under ${word(other)}`, read);
  else if (succeeded(read))
    report.undecided(
      requirement,
      'target',
      'the content is neither what was written under this name nor what was written under another',
      read,
    );
  else if (!isMissing(report, read)) reportUndecided(report, requirement, read);
  else if (own || isKept(file.name) || isKeptByCdmi(file, report))
    report.assert(requirement, false, expected, notThere(read), read);
  else
    report.undecided(
      requirement,
      'document',
      `${notThere(read)}; the document leaves open which names are accepted`,
      read,
    );
}

/** Whether CDMI finds a file that it wrote under such an unusual name: then the deployment keeps such names. */
function isKeptByCdmi({ uploads: [upload] }: WrittenFile, { exchanges, lane }: Reporter): boolean {
  const what = upload && unusualValues(upload)[0]?.what;
  const alike = exchanges.filter(
    (one) =>
      one.operation === 'cdmi-write' &&
      one.lane === lane &&
      succeeded(one) &&
      unusualValues(one).some((value) => value.what === what),
  );
  return exchanges.some(
    (read) =>
      read.operation === 'cdmi-read' &&
      alike.some((one) => one.params['file_path'] === read.params['file_path'] && bytesSent(one) === came(read)),
  );
}

/** Judges names by every reading. */
function judgeName(
  report: Reporter,
  requirement: string,
  file: WrittenFile,
  reads: readonly Exchange[],
  form: NameForm,
  similar?: WrittenFile,
) {
  const [written] = file.uploads;
  if (written && !succeeded(written)) return judgeUnwritten(report, requirement, written);
  const word = (one: WrittenFile) => JSON.stringify(NAME_FORMS[form][one === file ? 0 : 1]);
  for (const read of reads) judgeLeads(report, requirement, file, read, similar ? [similar] : [], word);
}

/** Names in CDMI paths and in lookups. */
function readingNames(form: NameForm): Check {
  const [path, lookup] = [`data-hub/cdmi-write/path/${form}`, `data-hub/lookup-file-id/path/${form}`];
  return check({
    needs: [named('trip', sent(names.cdmi[form]))],
    decides: [path, lookup],
    judge({ trip: { written, similar } }, report) {
      const files = WrittenFiles.of(report);
      const file = files.of(written);
      if (file === undefined) return;
      const [direct] = file.direct;
      const plain = restsOn(
        !(direct && isNotThere(direct) && isWrong(plainTexts(files, 'cdmi').direct)),
        'even a file with a plain name cannot be read back unchanged',
      );
      if (!decidable(report, path, direct, plain)) return;
      const other = files.of(similar);
      judgeName(report, path, file, file.direct, form, other);
      if (!isRight(file, direct)) return;
      const [looked] = file.lookups;
      if (looked !== undefined && !succeeded(looked)) {
        if (isNotThere(looked) && files.lookupsWork())
          report.assert(
            lookup,
            false,
            `the identifier of the file ${JSON.stringify(NAME_FORMS[form][0])}`,
            notThere(looked),
            looked,
          );
        else reportUndecided(report, lookup, looked);
      } else if (files.lookupsWork(files.all.filter(({ uploads }) => uploads[0]?.operation === 'cdmi-write')))
        judgeName(report, lookup, file, byIdentifier(file), form, other);
    },
  });
}

/** Names in uploads through REST, read through CDMI. */
function uploadingNames(form: NameForm): Check {
  const requirement = `data-hub/upload-file/name/${form}`;
  return check({
    needs: [named('trip', sent(names.rest[form])), named('across', ifSent(names.cdmi[form]))],
    decides: [requirement],
    judge({ trip, across }, report) {
      const files = WrittenFiles.of(report);
      const file = files.of(trip.written);
      if (file === undefined) return;
      const [direct] = file.direct;
      // If no upload can be read through CDMI, the name is not the cause.
      const unread =
        trip.written &&
        succeeded(trip.written) &&
        [plainTexts(files, 'rest').direct.read, direct].every((read) => read !== undefined && isNotThere(read));
      // Reading goes through CDMI: where CDMI itself does not accept such names, those of the upload cannot be judged.
      const own = files.of(across.written);
      const lost = across.written && succeeded(across.written) && own && !isRight(own, own.direct[0]);
      const open = decidable(report, requirement, direct, [
        restsOn(!unread, 'an upload with a plain name cannot be read through CDMI either'),
        restsOn(
          !lost || isRight(file, direct),
          'CDMI, which reads the file back, does not accept such names either',
          own?.direct[0],
        ),
      ]);
      if (open) judgeName(report, requirement, file, file.direct, form);
    },
  });
}

export const namedFiles: readonly Check[] = (Object.keys(NAME_FORMS) as NameForm[]).flatMap((form) => [
  readingNames(form),
  uploadingNames(form),
]);

/** Names of boundaries: every way to a name leads to its own content, or is not judged. */
function boundaryNames(way: Way): Check {
  const requirement = way === 'cdmi' ? 'data-hub/cdmi-write/path/boundaries' : 'data-hub/upload-file/name/boundaries';
  const lookup = 'data-hub/lookup-file-id/path/boundaries';
  return check({
    needs: [every(boundaries[way])],
    decides: way === 'cdmi' ? [requirement, lookup] : [requirement],
    judge(_, report) {
      const files = WrittenFiles.of(report);
      const forms = files.all.filter(({ uploads }) => uploads[0]?.probe.startsWith(`${way} name `));
      for (const file of files.all.filter((one) => !one.plain && one.uploads[0]?.probe === boundaries[way].name)) {
        const [written] = file.uploads;
        if (written && !succeeded(written)) {
          judgeUnwritten(report, requirement, written);
          continue;
        }
        const judge = (id: string, usual: Readings) => judgeBoundary(report, id, file, files, forms, usual);
        judge(requirement, ({ direct }) => direct);
        if (way !== 'cdmi' || !isRight(file, file.direct[0]) || !files.lookupsWork()) continue;
        const [looked] = file.lookups;
        if (looked && !succeeded(looked)) judgeLeads(report, lookup, file, looked, files.all);
        else judge(lookup, byIdentifier);
      }
    },
  });
}

/** Judges every reading of a file, if those of usual names are right. */
function judgeBoundary(
  report: Reporter,
  requirement: string,
  file: WrittenFile,
  files: WrittenFiles,
  forms: readonly WrittenFile[],
  readings: Readings,
) {
  const reads = readings(file);
  const wrong = forms.find((one) => readings(one).length > 0 && !isRight(one, readings(one)[0]));
  const why = restsOn(!wrong, 'files with usual names cannot be read back either', wrong && readings(wrong)[0]);
  if (reads[0] && decidable(report, requirement, reads[0], why))
    for (const read of reads) judgeLeads(report, requirement, file, read, files.all);
}

export const namesAtBoundaries: readonly Check[] = [boundaryNames('cdmi'), boundaryNames('rest')];
