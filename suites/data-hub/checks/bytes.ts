/** Bytes are read as they were written, through every protocol, in every reading. */
import { statusAndWords, statusOf, succeeded } from '../../../src/engine/words/answer.ts';
import { judgeAnswer, reportUndecided } from '../../../src/engine/words/answering.ts';
import { decidable, restsOn, unredacted } from '../../../src/engine/words/deciding.ts';
import { asked, check, ifAsked, named } from '../../../src/engine/words/suite.ts';
import type { Check, Reporter } from '../../../src/engine/words/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { KINDS, type Kind, NAME_FORMS, type NameForm, type Way } from '../contents.ts';
import { contents, overwrite } from '../probes/contents.ts';
import { names } from '../probes/names.ts';
import { isNotThere } from '../probes/zone.ts';
import { byIdentifier, came, expectedIn, isRight, sent, type WrittenFile, WrittenFiles } from './written-files.ts';

const size = (exchange: Exchange): string =>
  exchange.outcome.kind === 'answer'
    ? `${exchange.outcome.body.size} ${exchange.outcome.body.size === 1 ? 'octet' : 'octets'}`
    : 'nothing';

/** The operation succeeded for something else, so that "not there" means this file. */
function worksElsewhere(report: Reporter, read: Exchange): boolean {
  return report.exchanges.some(
    (other) => other.operation === read.operation && other.purpose === 'documented' && succeeded(other),
  );
}

const notThere = (read: Exchange): string => `${statusAndWords(read)}, as for a missing file`;

/** Judges an upload that did not succeed: a 500 contradicts if others of its kind succeed; a refusal is inconclusive. */
function judgeUnwritten(report: Reporter, requirement: string, written: Exchange) {
  if (statusOf(written) === 500 && worksElsewhere(report, written))
    judgeAnswer(report, requirement, written, 'an upload that is taken like the others');
  else reportUndecided(report, requirement, written);
}

/** A plain text written and read the same way. If that is wrong, other contents and names show nothing more. */
interface Plain {
  readonly file: WrittenFile | undefined;
  readonly read: Exchange | undefined;
}

/** Whether a plain text came back wrong. */
function isWrong({ file, read }: Plain): boolean {
  if (file === undefined || read === undefined || expectedIn(file, read).length === 0) return false;
  return succeeded(read)
    ? came(read) !== undefined && !expectedIn(file, read).some((one) => sent(one) === undefined) && !isRight(file, read)
    : isNotThere(read);
}

/** Judges readings of one file. */
function judgeReadBack(
  report: Reporter,
  requirement: string,
  file: WrittenFile,
  reads: readonly Exchange[],
  plain?: Plain,
) {
  const [refused] = file.uploads.filter((one) => !succeeded(one));
  if (!file.uploads.some(succeeded) && refused) return judgeUnwritten(report, requirement, refused);
  if (reads.length === 0)
    return report.undecided(requirement, 'target', 'not read: no identifier was found', file.uploads[0]);
  for (const read of reads) {
    const written = expectedIn(file, read);
    const [last] = written.toReversed();
    if (last === undefined) continue;
    const right = isRight(file, read);
    const sound = restsOn(
      right || plain === undefined || !isWrong(plain),
      `a plain text is not read back either (exchange ${plain?.read?.id})`,
    );
    if (!decidable(report, requirement, read, sound)) continue;
    const expected = `the ${last.request.body?.size} written octets (exchange ${last.id})`;
    if (succeeded(read)) {
      if (decidable(report, requirement, read, unredacted(came(read), ...written.map(sent))))
        report.holds(requirement, right, expected, `${size(read)} with different content`, read);
    } else if (isNotThere(read) && worksElsewhere(report, read))
      report.holds(requirement, false, expected, notThere(read), read);
    else reportUndecided(report, requirement, read);
  }
}

/** The plain text that was written one way, with a reading of each way. */
function plainTexts(files: WrittenFiles, way: Way) {
  const file = files.all.find(({ uploads }) => uploads[0]?.probe === contents[way].text.name);
  return { direct: { file, read: file?.direct[0] }, byIdentifier: { file, read: file && byIdentifier(file)[0] } };
}

/** Files of one kind of content, written one way. */
function readingBack(way: Way, kind: Kind): Check {
  const of = contents[way][kind];
  const operation = way === 'cdmi' ? 'cdmi-write' : 'upload-file';
  const own = `data-hub/${operation}/read-back/${kind}`;
  const across = `data-hub/${operation}/read-back-${way === 'cdmi' ? 'rest' : 'cdmi'}/${kind}`;
  const [direct, identified] = way === 'cdmi' ? [own, across] : [across, own];
  return check({
    needs: [named('trip', asked(of)), ifAsked(overwrite)],
    decides: [own, across],
    judge({ trip }, report) {
      const files = new WrittenFiles(report);
      const file = files.of(trip.written);
      if (file === undefined) return;
      const plain = kind === 'text' ? undefined : plainTexts(files, way);
      // Content that was overwritten is judged by the requirement on that.
      const first = (read: Exchange): boolean =>
        !file.uploads.some((one) => one !== trip.written && one.startedAt < read.endedAt);
      judgeReadBack(report, direct, file, file.direct.filter(first), plain?.direct);
      const content = byIdentifier(file).filter(first);
      const [lookup] = file.lookups;
      const [shown] = content;
      const lookups = restsOn(
        way === 'rest' || shown === undefined || files.lookupsWork(),
        'no lookup leads to the file written at its path',
      );
      if (!decidable(report, identified, shown, lookups)) return;
      if (way === 'cdmi' && shown === undefined && lookup !== undefined && !succeeded(lookup))
        reportUndecided(report, identified, lookup);
      else judgeReadBack(report, identified, file, content, plain?.byIdentifier);
    },
  });
}

export const readBack: readonly Check[] = (['cdmi', 'rest'] as const).flatMap((way) =>
  KINDS.map((kind) => readingBack(way, kind)),
);

/** A lookup of a file's path leads to its content. */
export const identifyingFiles = check({
  needs: [asked(contents.cdmi.text)],
  decides: ['data-hub/lookup-file-id/identifies-file'],
  judge(_, report) {
    const requirement = 'data-hub/lookup-file-id/identifies-file';
    const files = new WrittenFiles(report);
    const right = files.all.find((file) => files.lookupsWork([file]));
    if (right) return void report.holds(requirement, true, 'the content that was written', undefined, right.lookups[0]);
    const tries = files.all.flatMap((file) => files.afterLookup(file));
    const first = tries[0];
    if (first === undefined) return;
    const expected = 'an identifier under which the content is found that was written at the path';
    const other = tries.find(succeeded);
    const written = new Set(files.all.flatMap(({ uploads }) => uploads.map(sent)));
    const reads = restsOn(
      other === undefined || written.has(came(other)) || !files.spoilt,
      'what is read by identifiers is not what was written, whichever operation gave them',
    );
    if (!decidable(report, requirement, other, reads)) return;
    const inAll = `in all ${tries.length} tries`;
    if (other) report.holds(requirement, false, expected, `identifiers of other files, ${inAll}`, other);
    else if (tries.every(isNotThere) && worksElsewhere(report, first))
      report.holds(requirement, false, expected, `${statusAndWords(first)} under the identifier, ${inAll}`, first);
    else reportUndecided(report, requirement, first);
  },
});

/** The last content stands, however it is read. */
export const overwriting = check({
  needs: [asked(overwrite), named('text', asked(contents.cdmi.text))],
  decides: ['data-hub/cdmi-write/overwrite'],
  judge(_, report) {
    const requirement = 'data-hub/cdmi-write/overwrite';
    for (const file of new WrittenFiles(report).all) {
      const [first, second] = file.uploads;
      if (second === undefined || first === undefined || !succeeded(first)) continue;
      const refused = file.uploads.find((one) => !succeeded(one));
      if (refused) judgeUnwritten(report, requirement, refused);
      for (const reads of [file.direct, byIdentifier(file)]) {
        const [before] = reads;
        // A way that did not give the first content rightly shows nothing of the second.
        if (before !== undefined && before.endedAt <= second.startedAt && isRight(file, before))
          judgeReadBack(
            report,
            requirement,
            file,
            reads.filter(({ endedAt }) => endedAt > second.startedAt),
          );
      }
    }
  },
});

const shown = (form: NameForm): string => JSON.stringify(NAME_FORMS[form][0]);

/** Judges names by every reading: only what tells of the name counts, its own content, that of the similar name, or nothing. Other bytes are for the requirements on bytes. */
function judgeName(
  report: Reporter,
  requirement: string,
  file: WrittenFile,
  reads: readonly Exchange[],
  form: NameForm,
  similar?: Exchange,
) {
  const [written] = file.uploads;
  if (written && !succeeded(written)) return judgeUnwritten(report, requirement, written);
  const expected = `what was written under the name ${shown(form)}`;
  for (const read of reads)
    if (isRight(file, read)) report.holds(requirement, true, expected, undefined, read);
    else if (came(read) !== undefined && came(read) === sent(similar))
      report.holds(requirement, false, expected, `what was written under ${JSON.stringify(NAME_FORMS[form][1])}`, read);
    else if (succeeded(read))
      report.undecided(requirement, 'target', 'the content differs from both that were written', read);
    else if (isNotThere(read) && worksElsewhere(report, read))
      report.holds(requirement, false, expected, notThere(read), read);
    else reportUndecided(report, requirement, read);
}

/** Names in CDMI paths and in lookups. */
function readingNames(form: NameForm): Check {
  const [path, lookup] = [`data-hub/cdmi-write/path/${form}`, `data-hub/lookup-file-id/path/${form}`];
  return check({
    needs: [named('trip', asked(names.cdmi[form]))],
    decides: [path, lookup],
    judge({ trip: { written, similar } }, report) {
      const files = new WrittenFiles(report);
      const file = files.of(written);
      if (file === undefined) return;
      const [direct] = file.direct;
      const plain = restsOn(
        !(direct && isNotThere(direct) && isWrong(plainTexts(files, 'cdmi').direct)),
        'a file with a plain name is not read back either',
      );
      if (!decidable(report, path, direct, plain)) return;
      judgeName(report, path, file, file.direct, form, similar);
      if (!isRight(file, direct)) return;
      const [looked] = file.lookups;
      if (looked !== undefined && !succeeded(looked)) {
        if (isNotThere(looked) && files.lookupsWork())
          report.holds(lookup, false, `the identifier of the file ${shown(form)}`, notThere(looked), looked);
        else reportUndecided(report, lookup, looked);
      } else if (files.lookupsWork(files.all.filter(({ uploads }) => uploads[0]?.operation === 'cdmi-write')))
        judgeName(report, lookup, file, byIdentifier(file), form, similar);
    },
  });
}

/** Names in uploads through REST, read through CDMI. */
function uploadingNames(form: NameForm): Check {
  const requirement = `data-hub/upload-file/name/${form}`;
  return check({
    needs: [named('trip', asked(names.rest[form])), named('across', ifAsked(names.cdmi[form]))],
    decides: [requirement],
    judge({ trip, across }, report) {
      const files = new WrittenFiles(report);
      const file = files.of(trip.written);
      if (file === undefined) return;
      const [direct] = file.direct;
      // If no upload can be read through CDMI, the name is not the cause.
      const unread =
        trip.written &&
        succeeded(trip.written) &&
        [plainTexts(files, 'rest').direct.read, direct].every((read) => read !== undefined && isNotThere(read));
      // Reading goes through CDMI: where CDMI itself does not take such names, nothing is seen of the upload's.
      const own = files.of(across.written);
      const lost = across.written && succeeded(across.written) && own && !isRight(own, own.direct[0]);
      const open = decidable(report, requirement, direct, [
        restsOn(!unread, 'an upload with a plain name cannot be read through CDMI either'),
        restsOn(!lost || isRight(file, direct), 'CDMI, through which it is read, does not take such names'),
      ]);
      if (open) judgeName(report, requirement, file, file.direct, form);
    },
  });
}

export const namedFiles: readonly Check[] = (Object.keys(NAME_FORMS) as NameForm[]).flatMap((form) => [
  readingNames(form),
  uploadingNames(form),
]);
