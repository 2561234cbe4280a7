/** After everything was written: listings of the directory; everything is read again; and the end of the lane. */

import { type Exchange, ofAnyKind, optional, type Probe, probe, setting, succeeded, type Value } from '../../words.ts';
import { folderFor, folderOf, type Way } from '../contents.ts';
import { memoryOf, pollListing } from '../poll.ts';
import { boundaries } from './again.ts';
import { contents, names } from './contents.ts';
import { place, readListed, withoutFolder } from './folder.ts';
import { anotherHandle, anotherShare, listHandles, readHandle, readShare } from './sharing.ts';
import { callsOf, signedIn } from './sign-in.ts';
import { counted, isRefusedRequest, readPath, readWritten } from './transfers.ts';
import { listHandleServices, listSpaces, readHandleService, readSpace } from './zone.ts';

/** The probes that write files into the directory. */
export const writes: readonly Probe[] = [contents.cdmi, contents.rest, names.cdmi, names.rest, boundaries].flatMap(
  (byKind) => Object.values<Probe>(byKind),
);

/**
 * Returns a probe that lists the directory by its path or its identifier, after everything was written. A CDMI listing
 * that is rejected is requested without the CDMI version.
 */
function listingFolder<const Name extends string>(name: Name, operation: string, parameter: string, way: Way) {
  return probe({
    name,
    operation,
    needs: [place(way)],
    after: writes,
    unless: withoutFolder,
    async run({ directory }, context): Promise<{ readonly list: Exchange; readonly unversioned?: Exchange }> {
      const value = directory ?? folderFor(context);
      const params = { [parameter]: operation === 'list-files' ? ofAnyKind(value) : value };
      const list = await pollListing(context, 'file', () => context.send(operation, { params }));
      if (operation !== 'cdmi-list' || !isRefusedRequest(list)) return { list };
      return { list, unversioned: await context.send(operation, { params, bare: true, purpose: 'other' }) };
    },
  });
}

export const listFolderThroughCdmi = listingFolder('listFolderThroughCdmi', 'cdmi-list', 'space_path', 'cdmi');
export const listFolderByPath = listingFolder('listFolderByPath', 'list-files', 'url_encoded_path', 'cdmi');
export const listFolderByIdentifier = listingFolder('listFolderByIdentifier', 'list-children', 'dir_id', 'rest');

/** Each byte percent-encoded, unreserved characters too; slashes stay. */
function encodedWholly(path: string) {
  return path
    .split('/')
    .map((segment) => Buffer.from(segment).toString('hex').toUpperCase().replace(/../g, '%$&'))
    .join('/');
}

/** The listing by path, with a path in which every character is percent-encoded. */
export const listEncoded = probe({
  name: 'listEncoded',
  title: 'list directory by encoded path',
  operation: 'list-files',
  needs: [signedIn],
  // After the plain listing, so that both show the same files.
  after: [listFolderByPath],
  unless: withoutFolder,
  run: async (_, context) => {
    const template = context.contract.operations.get('list-files')?.path ?? '';
    const path = template.replace('{url_encoded_path}', encodedWholly(folderOf(context)));
    const params = { url_encoded_path: ofAnyKind(folderFor(context)) };
    return {
      encoded: await context.send('list-files', { path: ofAnyKind(setting('DATA_HUB_SPACE_PATH', path)), params }),
    };
  },
});

/** Ends the lane: shows which services accept the credential after everything else. */
export const closing = probe({
  name: 'closing',
  operation: 'closing',
  needs: [signedIn],
  last: true,
  async run(_, context) {
    return {
      calls: await Promise.all(
        callsOf(context).map(([operation, params]) =>
          context.send(operation, { purpose: 'closing', params, ...counted }),
        ),
      ),
    };
  },
});

/** Contents larger than this number of bytes are read again only at depth `thorough`. */
const LARGE = 1024 * 1024;

/**
 * Reads every found file again, at depth `thorough` in each way, else in turn; files that were just read, in both ways.
 */
export const readEverything = probe({
  name: 'readEverything',
  title: 'read all files again',
  operation: 'cdmi-read',
  needs: [signedIn],
  after: [...writes, readListed, listFolderThroughCdmi, listFolderByIdentifier, listEncoded],
  unless: withoutFolder,
  async run(_, context) {
    const thorough = context.depth === 'thorough';
    const { files: written, seen } = memoryOf(context);
    const files = [...written.values()].filter(
      ({ path, written: { probe: by, request } }) =>
        (seen.has(path.text) || !by.includes(' name ')) &&
        (thorough || (!by.endsWith('boundaries') && (request.body?.size ?? 0) < LARGE)),
    );
    // A file that was never read may not have appeared yet.
    const direct = ({ path, written }: (typeof files)[number]) =>
      seen.has(path.text) ? readPath(context, path) : readWritten(context, written, path);
    const reads = files.flatMap((file, at) => [
      ...(thorough || file.id === undefined || at % 2 === 0 ? [() => direct(file)] : []),
      ...(file.id && (thorough || at % 2 === 1)
        ? [() => context.send('read-content', { params: { file_id: file.id as Value }, ...counted })]
        : []),
    ]);
    return { again: await Promise.all(reads.map((read) => read())) };
  },
});

/** The lists and descriptions that are requested again. */
const REPEATED = [
  listSpaces,
  listHandleServices,
  readSpace,
  readHandleService,
  readShare,
  readHandle,
  listHandles,
  anotherShare,
  anotherHandle,
] as const;
const FOLDERS = [listFolderThroughCdmi, listFolderByPath, listFolderByIdentifier] as const;

/**
 * Requests every list and description again, once per object, in rounds that begin differently. No object is written
 * meanwhile.
 */
export const readAll = probe({
  name: 'askEverything',
  title: 'repeat lists and reads',
  operation: 'list-spaces',
  needs: [signedIn, ...[...REPEATED, ...FOLDERS].map((one: Probe) => optional(one))],
  async run(evidence, context) {
    const earlier = Object.values(evidence as Readonly<Record<string, unknown>>)
      .flatMap((one) => (Array.isArray(one) ? (one as Exchange[]) : []))
      .filter((one) => /^(?:get|list|cdmi-list)/.test(one.operation) && one.purpose === 'documented' && succeeded(one));
    const each = [...new Map(earlier.map((one) => [`${one.operation} ${JSON.stringify(one.params)}`, one])).values()];
    const inTurn = [...each.slice(context.round), ...each.slice(0, context.round)];
    // The last handle was registered after the list of handles was requested.
    const again = (one: Exchange) =>
      one.operation === 'list-handles' ? pollListing(context, 'handle', () => context.again(one)) : context.again(one);
    return { again: await Promise.all(inTurn.map(again)) };
  },
});
