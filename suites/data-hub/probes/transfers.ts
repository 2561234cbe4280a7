/**
 * Single uploads and downloads, with what keeps them harmless: ledger, removal, and bodies that are counted instead of
 * kept.
 */

import {
  ASIDE,
  type Content,
  type Exchange,
  type LedgerEntry,
  mayHaveCreated,
  NOT_FOUND,
  type ProbeContext,
  type RequestOptions,
  removedBy,
  statusOf,
  succeeded,
  type Value,
} from '../../words.ts';
import { isKept, nameFor, nameOf, pathOf } from '../contents.ts';
import { isNotThere, memoryOf, poll, remember } from '../poll.ts';

/**
 * Counts and digests bodies, and keeps their beginning. For contents, and if only the arrival of a response matters.
 */
export const counted = { onChunk: () => undefined } as const;

/** Returns further time for a transfer of so many bytes, at one megabyte per second. */
export const timeFor = (bytes = 0): RequestOptions => ({ extraMs: bytes / 1000 });

/** `nameForm`: the form of the name, if it is unusual. */
type Writing = [name: string, body: Content, options?: RequestOptions & { readonly nameForm?: string }];

/** Uploads a file into a directory; without one, through CDMI. It is removed at the end, through CDMI at its path. */
export async function put(
  context: ProbeContext,
  directory: Value | undefined,
  ...[name, body, { nameForm, ...options } = {}]: Writing
): Promise<Exchange> {
  const path = pathOf(context, name, nameForm);
  const entry: LedgerEntry = { kind: 'files', name: path.text };
  const size = 'size' in body.body ? body.body.size : undefined;
  const more = { body, ledger: entry, ...timeFor(size), ...options };
  const exchange = await (directory === undefined
    ? context.send('cdmi-write', { params: { file_path: path }, repeatable: true, ...more })
    : context.send('upload-file', { params: { dir_id: directory, name: nameFor(context, name, nameForm) }, ...more }));
  if (mayHaveCreated(exchange.outcome)) context.cleanup(entry, () => deleted(context, path));
  if (succeeded(exchange)) {
    memoryOf(context).files.set(path.text, { path, written: exchange });
    // A name that a service may change is not waited for.
    if (isKept(name)) remember(context, 'file', nameOf(context, name));
  }
  return exchange;
}

/** Uploads a file through CDMI; it is removed at the end. */
export const write = (context: ProbeContext, ...file: Writing): Promise<Exchange> => put(context, undefined, ...file);

/**
 * Whether a rejection may be about any part of the request: the same request without the CDMI version shows whether it
 * is about that.
 */
export function isRefusedRequest(exchange: Exchange): boolean {
  const status = statusOf(exchange) ?? 0;
  return status >= 400 && status < 500 && !NOT_FOUND.has(status) && !ASIDE.has(status);
}

/**
 * Uploads a file as `put` does; after a 500 through REST, again under another name, because the first file may
 * exist. Returns the name that counts.
 */
export async function putTwice(
  context: ProbeContext,
  directory: Value | undefined,
  ...[name, ...more]: Writing
): Promise<{ readonly written: Exchange; readonly name: string }> {
  const written = await put(context, directory, name, ...more);
  if (directory === undefined || statusOf(written) !== 500) return { written, name };
  const again = `again-${name}`;
  return { written: await put(context, directory, again, ...more), name: again };
}

/**
 * Removes a file by the DELETE of CDMI (CDMI 1.1.1, section 8.6); true if it is gone. 404 does not show that: the
 * service may not know the method, or the file may appear later. The file must therefore have been seen before, and be
 * gone when it is read.
 */
export async function deleted(context: ProbeContext, path: Value): Promise<boolean | string> {
  const remove = (bare: boolean) =>
    context.send('cdmi-write', { method: 'DELETE', params: { file_path: path }, purpose: 'cleanup', bare });
  const first = await remove(false);
  const exchange = isRefusedRequest(first) ? await remove(true) : first;
  const status = statusOf(exchange);
  if (!NOT_FOUND.has(status)) return removedBy(exchange);
  const answered = `its removal returned ${status}`;
  if (succeeded(await readPath(context, path, { purpose: 'cleanup' }))) return `${answered}, and it is still there`;
  return memoryOf(context).seen.has(path.text) || `perhaps created: ${answered}, and it was never seen`;
}

/** Larger contents, in bytes, are not read again if they differ. */
const READ_ONCE = 16 * 1024 * 1024;

/**
 * Whether a reading gave what was written; a rejection or a redacted secret does not contradict it. Of a new file, a
 * part may be read first, but nothing else: then reading it again would only hide that.
 */
export function gives(read: Exchange, written: Exchange): boolean {
  if (!succeeded(read) || read.outcome.kind !== 'answer') return !isNotThere(read);
  if ((written.request.body?.size ?? 0) > READ_ONCE) return true;
  const [came, sent] = [read.outcome.body.rawDigest, written.request.body?.rawDigest];
  // Only the creation of a file is in the ledger; after overwriting, the old content may be read for a while.
  const isOther = written.ledger !== undefined && !written.request.body?.truncated && !isPart(read, written);
  return came === undefined || sent === undefined || came === sent || isOther;
}

/** Whether a reading gave the beginning of what was written, or nothing. */
export function isPart({ outcome }: Exchange, { request }: Exchange): boolean {
  if (outcome.kind !== 'answer' || !request.body || outcome.body.size >= request.body.size) return false;
  const whole = request.body.bytes;
  return outcome.body.bytes.every((byte, at) => at >= whole.length || byte === whole[at]);
}

/** Reads through CDMI a file that was just written. */
export function readWritten(context: ProbeContext, written: Exchange, path: Value): Promise<Exchange> {
  return poll(
    context,
    'content through CDMI',
    () => readPath(context, path, timeFor(written.request.body?.size)),
    (read) => gives(read, written),
  );
}

/** Reads a file through CDMI. */
export async function readPath(context: ProbeContext, path: Value, options: RequestOptions = {}): Promise<Exchange> {
  const exchange = await context.send('cdmi-read', { params: { file_path: path }, ...counted, ...options });
  if (succeeded(exchange)) memoryOf(context).seen.add(path.text);
  return exchange;
}
