/** Names lead to what was written under them, through every protocol, in every reading. */

import {
  ASIDE,
  type Check,
  check,
  decidable,
  type Exchange,
  isAuthorised,
  named,
  type Probe,
  type Reporter,
  reportUndecided,
  restsOn,
  sent,
  succeeded,
  unsureValues,
  unusualValues,
} from '../../words.ts';
import { FORMS, isKept, type NameForm, type Way } from '../contents.ts';
import { boundaries } from '../probes/again.ts';
import { contents, names } from '../probes/contents.ts';
import { isMissing, judgeFailed, NO_LOOKUP, notThere, otherThan, wrongAmong } from './bytes.ts';
import { byIdentifier, bytesSent, came, expectedIn, isRight, type WrittenFile, WrittenFiles } from './written-files.ts';

/**
 * Judges whether a name leads to its own content. Some services change names, so one that another protocol does not
 * find stays undecided.
 */
function judgeLeads(
  report: Reporter,
  requirement: string,
  file: WrittenFile,
  read: Exchange,
  others: readonly WrittenFile[],
) {
  // Without the run's id, so that the messages of two runs are equal.
  const word = ({ name }: WrittenFile) => JSON.stringify(name.replace(/^assay-.*-[cr]-/, ''));
  const expected = `the content that was written under the name ${word(file)}`;
  // An empty file has the content of every file that is not written yet.
  const content = read.outcome.body?.size === 0 ? undefined : came(read);
  const other = others.find(
    (one) => one !== file && content !== undefined && one.uploads.some((each) => bytesSent(each) === content),
  );
  const [written] = expectedIn(file, read).toReversed();
  const isSure = content !== undefined && bytesSent(written) !== undefined && unsureValues(read).length === 0;
  const own = read.operation === 'cdmi-read' && file.uploads[0]?.operation === 'cdmi-write';
  const isKeptHere = () => own || keepsName(file, report);
  if (isRight(file, read)) report.uphold(requirement, read);
  else if (other) report.assert(requirement, false, expected, `what was written under ${word(other)}`, read);
  else if (written && isSure && isKeptHere())
    report.assert(requirement, false, expected, otherThan(written, read), read);
  else if (succeeded(read))
    report.undecided(
      requirement,
      'target',
      'the content is neither what was written under this name nor what was written under another',
      read,
    );
  else if (!isMissing(report, read)) judgeFailed(report, requirement, read);
  else if (isKeptHere()) report.assert(requirement, false, expected, notThere(read), read);
  else
    report.undecided(
      requirement,
      'document',
      `${notThere(read)}; the document leaves open which names are accepted`,
      read,
    );
}

/**
 * Whether the deployment keeps such an unusual name: CDMI finds a file that it wrote under one, or it rejected none and
 * the name is one that every deployment keeps.
 */
function keepsName({ name, uploads: [upload] }: WrittenFile, { exchanges, lane }: Reporter) {
  const what = upload && unusualValues(upload)[0]?.what;
  const alike = exchanges.filter(
    (one) =>
      one.operation === 'cdmi-write' &&
      one.lane === lane &&
      isAuthorised(one) &&
      unusualValues(one).some((value) => value.what === what),
  );
  const takes = exchanges.some((one) => one.operation === 'cdmi-write' && one.lane === lane && succeeded(one));
  const rejects = ({ outcome: { kind, status = 0 } }: Exchange) =>
    takes && kind === 'answer' && status >= 400 && status < 500 && !ASIDE.has(status);
  if (isKept(name) && !alike.some(rejects)) return true;
  return exchanges.some(
    (read) =>
      read.operation === 'cdmi-read' &&
      alike.some((one) => one.params['file_path'] === read.params['file_path'] && bytesSent(one) === came(read)),
  );
}

/** Names of one form, or at boundaries, in CDMI paths and in lookups of these, or in uploads through REST. */
function leading(way: Way, form: NameForm | 'boundaries') {
  const of: Probe<
    string,
    Partial<Readonly<Record<'written', Exchange>> & Readonly<Record<'files', readonly Exchange[]>>>
  > = form === 'boundaries' ? boundaries[way] : names[way][form];
  const requirement = way === 'cdmi' ? `data-hub/cdmi-write/path/${form}` : `data-hub/upload-file/name/${form}`;
  const lookup = `data-hub/lookup-file-id/path/${form}`;
  // If files with more usual names come back wrong, or, through CDMI, the same names, the name of an upload is not why.
  const usual: readonly Probe[] =
    form === 'boundaries'
      ? FORMS.map((one) => names[way][one])
      : [contents[way].text, ...(way === 'rest' ? [names.cdmi[form]] : [])];
  return check({
    needs: [named('made', sent(of))],
    also: usual,
    decides: way === 'cdmi' ? [requirement, lookup] : [requirement],
    judge({ made: { written, files: more = [] } }, report) {
      const files = WrittenFiles.of(report);
      const ofCdmi = files.all.filter(({ uploads }) => uploads[0]?.operation === 'cdmi-write');
      for (const file of new Set([written, ...more].map((one) => files.of(one)))) {
        if (file === undefined || file.plain) continue;
        const [upload] = file.uploads;
        if (upload && !succeeded(upload)) {
          judgeFailed(report, requirement, upload);
          continue;
        }
        const judge = (id: string, readings: (of: WrittenFile) => readonly Exchange[]) => {
          const [first] = readings(file);
          const wrong = isRight(file, first) ? undefined : wrongAmong(files, usual, readings);
          const why = restsOn(
            !wrong,
            'files with usual names, or the files that were written through CDMI, cannot be read back either',
            wrong,
          );
          if (first && decidable(report, id, first, why))
            for (const read of readings(file)) judgeLeads(report, id, file, read, files.all);
        };
        judge(requirement, ({ direct }) => direct);
        if (way !== 'cdmi') continue;
        const [looked] = file.lookups;
        const isRead = isRight(file, file.direct[0]);
        if (
          !isRead ||
          !ofCdmi.flatMap((one) => files.afterLookup(one)).some(({ outcome }) => outcome.kind === 'answer')
        ) {
          // No file was read by an identifier, or not this one, so a lookup that succeeded is not judged.
          if (looked && !succeeded(looked)) reportUndecided(report, lookup, looked);
          continue;
        }
        if (!decidable(report, lookup, looked, restsOn(files.lookupsWork(ofCdmi), NO_LOOKUP, looked))) continue;
        if (looked && !succeeded(looked)) judgeLeads(report, lookup, file, looked, files.all);
        else judge(lookup, byIdentifier);
      }
    },
  });
}

/** Every way to a name leads to its own content, or is not judged. */
export const leadingNames: readonly Check[] = (['cdmi', 'rest'] as const).flatMap((way) =>
  [...FORMS, 'boundaries' as const].map((form) => leading(way, form)),
);
