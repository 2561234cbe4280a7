/** Listings of the folder after everything was written to it; and the end of the lane. */
import { probe } from '../../../src/engine/suite.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { folderOf } from '../contents.ts';
import { given } from '../given.ts';
import { pollListing } from '../poll.ts';
import { contents } from './contents.ts';
import { directory, withoutFolder } from './folder.ts';
import { names } from './names.ts';
import { signedIn } from './sign-in.ts';
import { without } from './tokens.ts';
import { counted } from './transfers.ts';

const written = [contents.cdmi, contents.rest, names.cdmi, names.rest].flatMap((byKind) => Object.values(byKind));

export const listFolderThroughCdmi = probe({
  name: 'listFolderThroughCdmi',
  operation: 'cdmi-list',
  needs: [signedIn],
  after: written,
  unless: withoutFolder,
  run: async (_, context) => [
    await pollListing(context, 'file', () => context.send('cdmi-list', { params: { space_path: folderOf(context) }, identifiers: 'given' })),
  ],
});

export const listFolderByPath = probe({
  name: 'listFolderByPath',
  operation: 'list-files',
  needs: [signedIn],
  after: written,
  unless: withoutFolder,
  run: async (_, context) => [
    await pollListing(context, 'file', () => context.send('list-files', { params: { url_encoded_path: folderOf(context) }, identifiers: 'given' })),
  ],
});

export const listFolderByIdentifier = probe({
  name: 'listFolderByIdentifier',
  operation: 'list-children',
  needs: [directory],
  after: written,
  unless: without('provider'),
  run: async ({ directory }, context) => [
    await pollListing(context, 'file', () => context.send('list-children', { params: { dir_id: directory }, identifiers: 'service' })),
  ],
});

/** Each octet percent-encoded, unreserved characters too; slashes stay. */
function encodedWholly(path: string): string {
  return path
    .split('/')
    .map((segment) => [...new TextEncoder().encode(segment)].map((octet) => `%${octet.toString(16).toUpperCase().padStart(2, '0')}`).join(''))
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
    return [await context.send('list-files', { path, params: { url_encoded_path: folderOf(context) }, identifiers: 'given', label: 'encoded' })];
  },
});

/** Ends the lane: shows which services accept the credential after everything else. */
export const closing = probe({
  name: 'closing',
  operation: 'closing',
  needs: [signedIn],
  last: true,
  async run(_, context) {
    const services = given(context.settings).services ?? [];
    const options = { purpose: 'closing', label: 'closing', identifiers: 'given', ...counted } as const;
    const asks: Promise<Exchange>[] = [];
    if (services.includes('zone')) asks.push(context.send('list-spaces', options), context.send('list-handle-services', options));
    if (withoutFolder(context.settings) === undefined) {
      const path = folderOf(context);
      asks.push(
        context.send('cdmi-list', { ...options, params: { space_path: path } }),
        context.send('list-files', { ...options, params: { url_encoded_path: path } }),
      );
    }
    return Promise.all(asks);
  },
});
