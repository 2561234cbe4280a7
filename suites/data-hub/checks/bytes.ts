/** Bytes are read unchanged, through every protocol, in every reading. */

import {
  type AnyProbe,
  type Check,
  check,
  count,
  decidable,
  type Exchange,
  every,
  judgeAnswer,
  named,
  type Probe,
  type Reporter,
  reportUndecided,
  restsOn,
  sent,
  state,
  statusAndWords,
  statusOf,
  succeeded,
  unredacted,
  unsureValues,
  worksAfter,
} from '../../words.ts';
import { KINDS, type Kind, type Way, WRITES } from '../contents.ts';
import { isNotThere } from '../poll.ts';
import { boundaries, writeInTurn } from '../probes/again.ts';
import { contents, overwrite } from '../probes/contents.ts';
import { readEverything, writes } from '../probes/listings.ts';
import { byIdentifier, bytesSent, came, expectedIn, isRight, type WrittenFile, WrittenFiles } from './written-files.ts';

const bytes = (size: number) => count(size, 'byte');
const hex = (byte: number | undefined) => (byte === undefined ? 'the end' : `0x${byte.toString(16).padStart(2, '0')}`);
/** Returns the size of a content that is not the written one, and where it begins to differ. */
export function otherThan(written: Exchange, { outcome }: Exchange) {
  if (outcome.kind !== 'answer') return 'no content';
  const { bytes: own = new Uint8Array(), size = 0 } = written.request.body ?? {};
  const offset = outcome.body.bytes.findIndex((byte, index) => byte !== own[index]);
  if (offset < 0 && outcome.body.size < size)
    return `${outcome.body.size === 0 ? 'an empty file' : 'only its beginning'} (${outcome.body.size} of ${bytes(size)})`;
  return `other content (${bytes(outcome.body.size)})${offset in own ? `; first difference at offset ${offset}: ${hex(outcome.body.bytes[offset])} instead of ${hex(own[offset])}` : ''}`;
}

/**
 * Whether the operation succeeded for another file, and the service still worked later, so that "not there" means this
 * file.
 */
function worksElsewhere({ exchanges }: Reporter, read: Exchange) {
  return (
    worksAfter(read, exchanges, true) &&
    exchanges.some((other) => other.operation === read.operation && other.purpose === 'documented' && succeeded(other))
  );
}

/** Whether a working service did not find an object by its path, or by an identifier that is certain. */
export function isMissing(report: Reporter, read: Exchange): boolean {
  return isNotThere(read) && unsureValues(read).length === 0 && worksElsewhere(report, read);
}

export const notThere = (read: Exchange): string =>
  `${statusAndWords(read)}, as for a missing file, after waiting for DATA_HUB_OBJECT_WAIT_MS`;

/**
 * Judges a request that did not succeed: a 500 contradicts if others of the operation succeed; anything else is
 * inconclusive.
 */
export function judgeFailed(report: Reporter, requirement: string, failed: Exchange) {
  if (statusOf(failed) === 500 && worksElsewhere(report, failed))
    judgeAnswer(report, requirement, failed, 'a 2xx response, as other requests of the operation got');
  else reportUndecided(report, requirement, failed);
}

/**
 * Returns a reading of a more usual file, written by one of these probes, that came back wrong: then other contents and
 * names show no further fault.
 */
export function wrongAmong(
  files: WrittenFiles,
  probes: readonly Probe[],
  readings: (file: WrittenFile) => readonly Exchange[],
): Exchange | undefined {
  for (const file of files.all) {
    if (!probes.some(({ name }) => name === file.uploads[0]?.probe)) continue;
    const [read] = readings(file);
    const expected = read ? expectedIn(file, read) : [];
    if (!read || expected.length === 0) continue;
    const isKnown = came(read) !== undefined && !expected.some((one) => bytesSent(one) === undefined);
    if (succeeded(read) ? isKnown && !isRight(file, read) : isNotThere(read)) return read;
  }
  return undefined;
}

export const NO_LOOKUP = 'no identifier that a lookup returned led to the content that was written at its path';

/** Judges readings of one file. */
function judgeReadBack(
  report: Reporter,
  requirement: string,
  file: WrittenFile,
  reads: readonly Exchange[],
  usual?: Exchange,
) {
  const [refused] = file.uploads.filter((one) => !succeeded(one));
  if (!file.uploads.some(succeeded) && refused) return judgeFailed(report, requirement, refused);
  if (reads.length === 0)
    return report.undecided(
      requirement,
      'target',
      'the file was not read, because no response contained its identifier',
      file.uploads[0],
    );
  for (const read of reads) {
    const written = expectedIn(file, read);
    const [last] = written.toReversed();
    if (last === undefined) continue;
    const right = isRight(file, read);
    const sound = restsOn(right || !usual, `the content in exchange ${usual?.id} cannot be read back unchanged either`);
    if (!decidable(report, requirement, read, sound)) continue;
    const expected = `the content that ${last.operation} wrote in exchange ${last.id} (${bytes(last.request.body?.size ?? 0)})`;
    if (succeeded(read)) {
      state(report, requirement, read, {
        unless: unredacted(came(read), ...written.map(bytesSent)),
        ok: right,
        expected,
        got: otherThan(last, read),
      });
    } else if (isMissing(report, read)) report.assert(requirement, false, expected, notThere(read), read);
    else reportUndecided(report, requirement, read);
  }
}

/**
 * Returns the kind of a file's content, by the probe that wrote it; what other probes write under plain names is text.
 */
function kindOf({ uploads, plain }: WrittenFile) {
  const [, word = ''] = uploads[0]?.probe.split(' ') ?? [];
  const kind = [...KINDS, 'boundaries' as const].find((one) => one === word);
  return plain ? (kind ?? 'text') : undefined;
}

/** Returns files of one kind of content, written one way. */
function readingBack(way: Way, kind: Kind | 'boundaries') {
  const of = kind === 'boundaries' ? boundaries[way] : contents[way][kind];
  const operation = WRITES[way];
  const own = `data-hub/${operation}/read-back/${kind}`;
  const across = `data-hub/${operation}/read-back-${way === 'cdmi' ? 'rest' : 'cdmi'}/${kind}`;
  const [direct, identified] = way === 'cdmi' ? [own, across] : [across, own];
  // Other probes write text, too.
  const also: readonly AnyProbe[] = [overwrite, writeInTurn, readEverything, ...(kind === 'text' ? writes : [])];
  return check({
    needs: [every(of)],
    also,
    decides: [own, across],
    judge(_, report) {
      const files = WrittenFiles.of(report);
      for (const file of files.all) {
        const [written] = file.uploads;
        const isFirst = written?.probe === of.name;
        if (written?.operation !== operation || kindOf(file) !== kind || !(isFirst || succeeded(written))) continue;
        const usual = isFirst && kind === 'text' ? [] : kind === 'boundaries' ? KINDS : (['text'] as const);
        const wrong = (readings: (file: WrittenFile) => readonly Exchange[]) =>
          wrongAmong(
            files,
            usual.map((one) => contents[way][one]),
            readings,
          );
        // Content that was overwritten is judged by the requirement on that.
        const first = (read: Exchange) => !file.uploads.some((one) => one !== written && one.startedAt < read.endedAt);
        const [read, content] = [file.direct.filter(first), byIdentifier(file).filter(first)];
        // Only what was requested can be missing.
        const isMissed = (readings: readonly Exchange[]) => isFirst || readings.length > 0;
        if (isMissed(read))
          judgeReadBack(
            report,
            direct,
            file,
            read,
            wrong((one) => one.direct),
          );
        if (!isMissed(content)) continue;
        const [lookup] = file.lookups;
        const [shown] = content;
        const lookups = restsOn(way === 'rest' || shown === undefined || files.lookupsWork(), NO_LOOKUP, shown);
        if (!decidable(report, identified, shown, lookups)) continue;
        if (way === 'cdmi' && shown === undefined && lookup !== undefined && !succeeded(lookup))
          reportUndecided(report, identified, lookup);
        else judgeReadBack(report, identified, file, content, wrong(byIdentifier));
      }
    },
  });
}

export const readBack: readonly Check[] = (['cdmi', 'rest'] as const).flatMap((way) =>
  [...KINDS, 'boundaries' as const].map((kind) => readingBack(way, kind)),
);

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
  also: [contents.cdmi['all-bytes'], writeInTurn, readEverything],
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
        if (isReplaced || after.length > 0) judgeReadBack(report, requirement, file, after);
      }
    }
  },
});
