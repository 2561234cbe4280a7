/** Judges readings of written files. */

import {
  ASIDE,
  count,
  decidable,
  type Exchange,
  isAuthorised,
  judgeAnswer,
  type Probe,
  type Reporter,
  reportUndecided,
  restsOn,
  shows,
  state,
  statusAndWords,
  statusOf,
  succeeded,
  unredacted,
  unsureValues,
  unusualValues,
  worksAfter,
} from '../../words.ts';
import { isKept } from '../contents.ts';
import { isNotThere } from '../poll.ts';
import { byIdentifier, bytesSent, came, expectedIn, isRight, type WrittenFile, WrittenFiles } from './written-files.ts';

const bytes = (size: number) => count(size, 'byte');
const hex = (byte: number | undefined) => (byte === undefined ? 'the end' : `0x${byte.toString(16).padStart(2, '0')}`);
/** Returns the size of a content that is not the written one, and where it begins to differ. */
function otherThan(written: Exchange, { outcome }: Exchange) {
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

/**
 * Judges a request that did not succeed: a 500 contradicts if its values are certain, and others of the operation
 * succeed; anything else is inconclusive.
 */
export function judgeFailed(report: Reporter, requirement: string, failed: Exchange) {
  if (statusOf(failed) === 500 && unsureValues(failed).length === 0 && worksElsewhere(report, failed))
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

/** Returns a name without the run's id, so that the messages of two runs are equal. */
const word = ({ name }: WrittenFile) => JSON.stringify(name.replace(/^assay-.*-[cr]-/, ''));

/**
 * Judges that readings of one file give what was written last. Some services change unusual names, so a reading by one
 * that may have been changed stays undecided, unless it gives the content of another file.
 * @param usual a reading of a more usual file that came back wrong
 */
export function judgeReadings(
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
      'no reading of the file can be judged: no response contained its identifier, or it was read too early',
      file.uploads[0],
    );
  for (const read of reads) {
    const written = expectedIn(file, read);
    const [last] = written.toReversed();
    if (last === undefined) continue;
    const right = isRight(file, read);
    const sound = restsOn(right || !usual, `the content in exchange ${usual?.id} cannot be read back unchanged either`);
    if (!decidable(report, requirement, read, sound)) continue;
    if (!succeeded(read) && !isMissing(report, read)) {
      // An identifier may be one that the service does not know, although a response contained it.
      if (byIdentifier(file).includes(read)) reportUndecided(report, requirement, read);
      else judgeFailed(report, requirement, read);
      continue;
    }
    // An empty file has the content of every file that is not written yet.
    const other = WrittenFiles.of(report).all.find(
      (one) =>
        one !== file && read.outcome.body?.size !== 0 && one.uploads.some((each) => bytesSent(each) === came(read)),
    );
    const got = !succeeded(read)
      ? `${statusAndWords(read)}, as for a missing file, after waiting for DATA_HUB_OBJECT_WAIT_MS`
      : other
        ? `what was written under ${word(other)}`
        : otherThan(last, read);
    state(report, requirement, read, {
      unless: [
        succeeded(read) ? unredacted(came(read), ...written.map(bytesSent)) : undefined,
        shows(
          right || (succeeded(read) && other) || keepsName(file, read, report),
          `${got}; the document leaves open which names are accepted`,
        ),
      ],
      ok: right,
      expected: file.plain
        ? `the content that ${last.operation} wrote in exchange ${last.id} (${bytes(last.request.body?.size ?? 0)})`
        : `the content that was written under the name ${word(file)}`,
      got,
    });
  }
}

/**
 * Whether the deployment keeps the name of a file: any plain one, and one that CDMI wrote and reads. For others,
 * CDMI finds a file under such a name, or it rejected none and the name is one that every deployment keeps.
 */
function keepsName({ name, plain, uploads: [upload] }: WrittenFile, read: Exchange, { exchanges, lane }: Reporter) {
  if (plain) return true;
  if (unsureValues(read).length > 0 || upload === undefined) return false;
  if (read.operation === 'cdmi-read' && upload.operation === 'cdmi-write') return true;
  const what = unusualValues(upload)[0]?.what;
  const writes = exchanges.filter((one) => one.operation === 'cdmi-write' && one.lane === lane);
  const alike = writes.filter((one) => isAuthorised(one) && unusualValues(one).some((value) => value.what === what));
  const takes = writes.some(succeeded);
  const rejects = ({ outcome: { kind, status = 0 } }: Exchange) =>
    takes && kind === 'answer' && status >= 400 && status < 500 && !ASIDE.has(status);
  if (isKept(name) && !alike.some(rejects)) return true;
  return exchanges.some(
    (one) =>
      one.operation === 'cdmi-read' &&
      alike.some(
        ({ params, request }) =>
          params['file_path'] === one.params['file_path'] && request.body?.rawDigest === came(one),
      ),
  );
}
