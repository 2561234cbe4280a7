/** Listings of the folder after everything was written to it; and the end of the lane. */
import { ofAnyKind, setting } from '../../../src/engine/words/origins.ts';
import { type Probe, probe } from '../../../src/engine/words/suite.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { folderFor, folderOf } from '../contents.ts';
import { pollListing } from '../poll.ts';
import { boundaries, writeInTurn } from './again.ts';
import { contents } from './contents.ts';
import { directory, withoutFolder } from './folder.ts';
import { names } from './names.ts';
import { callsOf, signedIn } from './sign-in.ts';
import { counted, isRefusedRequest } from './transfers.ts';

const written = [contents.cdmi, contents.rest, names.cdmi, names.rest, boundaries, { writeInTurn }].flatMap((byKind) =>
  Object.values<Probe>(byKind),
);

export const listFolderThroughCdmi = probe({
  name: 'listFolderThroughCdmi',
  operation: 'cdmi-list',
  needs: [signedIn],
  after: written,
  unless: withoutFolder,
  run: async (_, context): Promise<{ readonly list: Exchange; readonly unversioned?: Exchange }> => {
    const params = { space_path: folderFor(context) };
    const list = await pollListing(context, 'file', () => context.send('cdmi-list', { params }));
    if (!isRefusedRequest(list)) return { list };
    return { list, unversioned: await context.send('cdmi-list', { params, bare: true, purpose: 'other' }) };
  },
});

export const listFolderByPath = probe({
  name: 'listFolderByPath',
  operation: 'list-files',
  needs: [signedIn],
  after: written,
  unless: withoutFolder,
  run: async (_, context) => ({
    list: await pollListing(context, 'file', () =>
      context.send('list-files', { params: { url_encoded_path: ofAnyKind(folderFor(context)) } }),
    ),
  }),
});

export const listFolderByIdentifier = probe({
  name: 'listFolderByIdentifier',
  operation: 'list-children',
  needs: [directory],
  after: written,
  run: async ({ directory }, context) => ({
    list: await pollListing(context, 'file', () => context.send('list-children', { params: { dir_id: directory } })),
  }),
});

/** Each byte percent-encoded, unreserved characters too; slashes stay. */
function encodedWholly(path: string): string {
  return path
    .split('/')
    .map((segment) =>
      [...new TextEncoder().encode(segment)]
        .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
        .join(''),
    )
    .join('/');
}

/** The listing by path, with a path in which every character is percent-encoded. */
export const listEncoded = probe({
  name: 'listEncoded',
  operation: 'list-files',
  needs: [signedIn],
  // Both see the same files then.
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
