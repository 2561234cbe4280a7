/** Contents and names are read unchanged, through every protocol, in every reading. */

import {
  type Check,
  check,
  count,
  decidable,
  type Exchange,
  named,
  type Probe,
  reportUndecided,
  restsOn,
  sent,
  statusAndWords,
  succeeded,
} from '../../words.ts';
import { FORMS, KINDS, type Kind, type NameForm, type Way, WRITES } from '../contents.ts';
import { boundaries } from '../probes/again.ts';
import { contents, names, overwrite } from '../probes/contents.ts';
import { readEverything, writes } from '../probes/listings.ts';
import { isMissing, judgeFailed, judgeReadings, wrongAmong } from './readings.ts';
import { byIdentifier, bytesSent, came, isRight, type WrittenFile, WrittenFiles } from './written-files.ts';

/** Files that are written one way, and how they are judged. */
interface Topic {
  readonly of: Probe<string, Partial<Readonly<Record<'written', Exchange> & Record<'files', readonly Exchange[]>>>>;
  readonly way: Way;
  /** The kind of content. Absent: the files are about names, and are those unusual ones that the probe wrote. */
  readonly kind?: Kind | 'boundaries';
  /** The requirements on readings by path and by identifier. */
  readonly direct: string;
  readonly identified?: string;
  /** Probes that write more usual files: if these come back wrong, the content or the name is not why. */
  readonly usual: readonly Probe[];
}

/** Contents of one kind. */
function contentsOf(way: Way, kind: Kind | 'boundaries'): Topic {
  const own = `data-hub/${WRITES[way]}/read-back/${kind}`;
  const across = `data-hub/${WRITES[way]}/read-back-${way === 'cdmi' ? 'rest' : 'cdmi'}/${kind}`;
  const [direct, identified] = way === 'cdmi' ? [own, across] : [across, own];
  const { text } = contents[way];
  return kind === 'boundaries'
    ? { of: boundaries[way], way, kind, direct, identified, usual: Object.values(contents[way]) }
    : { of: contents[way][kind], way, kind, direct, identified, usual: [text] };
}

/** Names of one form: in CDMI paths and in lookups of these, or in uploads through REST. */
function namesOf(way: Way, form: NameForm | 'boundaries'): Topic {
  const { text } = contents[way];
  const ids =
    way === 'cdmi'
      ? { direct: `data-hub/cdmi-write/path/${form}`, identified: `data-hub/lookup-file-id/path/${form}` }
      : { direct: `data-hub/upload-file/name/${form}` };
  return form === 'boundaries'
    ? { of: boundaries[way], way, ...ids, usual: Object.values(names[way]) }
    : { of: names[way][form], way, ...ids, usual: [text, ...(way === 'rest' ? [names.cdmi[form]] : [])] };
}

function readingBack({ of, way, kind, direct, identified, usual }: Topic): Check {
  const isName = kind === undefined;
  return check({
    needs: [named('made', sent(of))],
    // Other probes write text, too.
    also: isName ? usual : [overwrite, readEverything, ...(kind === 'text' ? writes : [])],
    decides: identified === undefined ? [direct] : [direct, identified],
    judge({ made: { written, files: more = [] } }, report) {
      const files = WrittenFiles.of(report);
      const made = new Set([written, ...more].map((one) => files.of(one)));
      for (const file of files.all) {
        const [upload] = file.uploads;
        const isFirst = isName ? made.has(file) : upload?.probe === of.name;
        if (file.plain === isName || upload?.operation !== WRITES[way]) continue;
        if (isName ? !isFirst : kindOf(file) !== kind || !(isFirst || succeeded(upload))) continue;
        const isUsual = isFirst && kind === 'text';
        // Content that was overwritten is judged by the requirement on that.
        const counts = (read: Exchange) => !file.uploads.some((one) => one !== upload && one.startedAt < read.endedAt);
        const judge = (id: string, readings: (of: WrittenFile) => readonly Exchange[], wrong?: Exchange) => {
          const reads = readings(file).filter(counts);
          // Only what was requested can be missing.
          if (isFirst || reads.length > 0)
            judgeReadings(report, id, file, reads, wrong ?? (isUsual ? undefined : wrongAmong(files, usual, readings)));
        };
        judge(direct, (one) => one.direct);
        if (identified === undefined || (isName && !succeeded(upload))) continue;
        const [lookup] = file.lookups;
        const [shown] = byIdentifier(file).filter(counts);
        const refused = way === 'cdmi' && shown === undefined && lookup && !succeeded(lookup) ? lookup : undefined;
        // The lookup of a name is judged if the name leads to its content.
        const wrong = isName && !isRight(file, file.direct[0]) ? file.direct[0] : undefined;
        if (refused && (!isName || wrong || !files.lookupsWork())) {
          if (isFirst) reportUndecided(report, identified, refused);
          continue;
        }
        const found = shown ?? refused;
        const lookups = restsOn(
          way === 'rest' || found === undefined || files.lookupsWork(),
          'no identifier that a lookup returned led to the content that was written at its path',
          found,
        );
        if (!decidable(report, identified, found, lookups)) continue;
        if (refused) judgeReadings(report, identified, file, [refused]);
        else judge(identified, byIdentifier, wrong);
      }
    },
  });
}

/** Returns the kind of a content, by the probe that wrote it; what other probes write under plain names is text. */
const kindOf = ({ uploads: [upload] }: WrittenFile) =>
  [...KINDS, 'boundaries' as const].find((one) => upload?.probe.endsWith(` ${one}`)) ?? 'text';

const WAYS = ['cdmi', 'rest'] as const;

export const readBack: readonly Check[] = WAYS.flatMap((way) => [
  ...[...KINDS, 'boundaries' as const].map((kind) => readingBack(contentsOf(way, kind))),
  ...[...FORMS, 'boundaries' as const].map((form) => readingBack(namesOf(way, form))),
]);

/** A lookup of a file's path leads to its content. */
export const identifyingFiles = check({
  // Uploads that give an identifier show whether content is read by identifiers at all.
  needs: [sent(contents.cdmi.text)],
  also: [contents.rest.text],
  decides: ['data-hub/lookup-file-id/identifies-file'],
  judge(_, report, [requirement]) {
    const files = WrittenFiles.of(report);
    const right = files.all.find((file) => files.lookupsWork([file]));
    if (right) return report.uphold(requirement, right.lookups[0]);
    const tries = files.all.flatMap((file) => files.afterLookup(file));
    const first = tries[0];
    if (first === undefined) return;
    const expected = 'an identifier by which the content written at the path can be read';
    const other = tries.find(succeeded);
    const written = new Set(files.all.flatMap(({ uploads }) => uploads.map(bytesSent)));
    const reads = restsOn(
      other === undefined || written.has(came(other)) || !files.spoilt,
      'content that is read by identifier differs from what was written, whichever operation gave the identifier',
    );
    if (!decidable(report, requirement, other, reads)) return;
    const inEach = `in ${tries.length} of ${count(tries.length, 'request')}`;
    if (other) report.assert(requirement, false, expected, `identifiers of other files, ${inEach}`, other);
    else if (tries.every((one) => isMissing(report, one)))
      report.assert(requirement, false, expected, `${statusAndWords(first)} for the identifier, ${inEach}`, first);
    else reportUndecided(report, requirement, first);
  },
});

/** Every way of reading returns the last content. */
export const overwriting = check({
  needs: [sent(overwrite), named('text', sent(contents.cdmi.text))],
  also: [contents.cdmi['all-bytes'], readEverything],
  decides: ['data-hub/cdmi-write/overwrite'],
  judge(_, report, [requirement]) {
    for (const file of WrittenFiles.of(report).all) {
      const [first, ...later] = file.uploads;
      const [second] = later;
      if (second === undefined || first === undefined || !succeeded(first)) continue;
      const refused = file.uploads.find((one) => !succeeded(one));
      if (refused) judgeFailed(report, requirement, refused);
      const isReplaced = later.some(succeeded);
      for (const reads of [file.direct, byIdentifier(file)]) {
        const [before] = reads;
        // A way that returned wrong bytes for the first content proves nothing about the second.
        if (before === undefined || before.endedAt > second.startedAt || !isRight(file, before)) continue;
        // If no later upload succeeded, reading the first content shows nothing about overwriting.
        const after = reads.filter((read) => read.endedAt > second.startedAt && (isReplaced || !isRight(file, read)));
        if (isReplaced || after.length > 0) judgeReadings(report, requirement, file, after);
      }
    }
  },
});
