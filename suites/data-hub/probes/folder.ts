/** The directory that the settings name: its identifier, its listings, its siblings, and the files in it. */

import {
  type Exchange,
  from,
  ifSent,
  type Need,
  ofAnyKind,
  type ProbeContext,
  paramsOf,
  probe,
  type Settings,
  SkipProbe,
  setting,
  succeeded,
  text,
  type Value,
  whyUnusable,
} from '../../words.ts';
import { folderFor, folderOf, type Way } from '../contents.ts';
import { type Candidate, candidatesIn, TRIES } from '../identifiers.ts';
import { settingsOf } from '../known-settings.ts';
import { childrenIn } from '../listings.ts';
import { signedIn } from './sign-in.ts';
import { tryInTurn } from './zone.ts';

/** Returns why no request about the directory is possible, if so. */
export function withoutFolder(settings: Settings): string | undefined {
  return typeof settingsOf(settings).spacePath === 'string' ? undefined : 'DATA_HUB_SPACE_PATH is not set';
}

/** Looks up the identifier of a path. A POST that creates no object. */
export function lookUp(context: ProbeContext, path: Value): Promise<Exchange> {
  return context.send('lookup-file-id', { params: { space_path: ofAnyKind(path) }, repeatable: true });
}

/** Returns identifiers that a lookup may have given. */
export function identifiersOf(lookup: Exchange): readonly Candidate[] {
  const path = lookup.params['space_path'] ?? '';
  if (!succeeded(lookup)) return [];
  const news = candidatesIn(lookup, [path, path.split('/').at(-1) ?? '']);
  // If the response only repeats the request, the repeated text is the identifier.
  return news.length > 0 ? news : candidatesIn(lookup);
}

/**
 * A lookup of a directory, and its listing under each identifier that the lookup may have given, until one is taken.
 */
type LookedUp = { readonly lookup: Exchange; readonly listings: readonly Exchange[] };

async function lookInto(context: ProbeContext, path: Value) {
  const lookup = await lookUp(context, path);
  const listings = await tryInTurn(lookup, identifiersOf(lookup), (id) =>
    context.send('list-children', { params: { dir_id: id } }),
  );
  return { lookup, listings };
}

/** The identifier of the directory, and whether it is accepted where a directory is requested. */
export const findFolder = probe({
  name: 'findFolder',
  operation: 'lookup-file-id',
  needs: [signedIn],
  unless: withoutFolder,
  run: (_, context) => lookInto(context, folderFor(context)),
});

/** Returns the directory's identifier: the accepted one, else the likeliest. */
export function directoryIn({ listings = [] }: Partial<LookedUp>): Value | undefined {
  const taken = listings.find(succeeded) ?? listings[0];
  return taken && paramsOf(taken)['dir_id'];
}

/** The directory's identifier as a need. */
export const directory: Need<'directory', Value> = {
  name: 'directory',
  probe: findFolder,
  view({ roles }) {
    const found = roles as Partial<LookedUp>;
    const value = directoryIn(found);
    return value === undefined ? { ok: false, because: found.lookup } : { ok: true, value };
  },
};

/** Returns the means of writing a file: the token, and through REST the directory. */
export const place = (way: Way): Need<'directory', Value | undefined> =>
  way === 'rest'
    ? directory
    : {
        ...signedIn,
        name: 'directory',
        view(sent) {
          const seen = signedIn.view(sent);
          return seen.ok ? { ok: true, value: undefined } : seen;
        },
      };

/** Siblings of the directory: enough to recognise another directory shown in its place. */
export const lookAround = probe({
  name: 'lookAround',
  title: 'list parent directory',
  operation: 'lookup-file-id',
  needs: [signedIn, ifSent(findFolder)],
  unless: (settings) =>
    withoutFolder(settings) ??
    (folderOf({ settings }).includes('/')
      ? undefined
      : 'DATA_HUB_SPACE_PATH names a whole space, which has no parent directory'),
  async run({ findFolder: { lookup } }, context): Promise<Partial<LookedUp>> {
    // An existing parent would look like evidence for a directory that does not exist.
    if (lookup === undefined || !succeeded(lookup)) return {};
    const parent = folderOf(context).split('/').slice(0, -1).join('/');
    return lookInto(context, setting('DATA_HUB_SPACE_PATH', parent));
  },
});

/** Maximum size in bytes; the reading of a larger file ends there and is not judged. */
const LARGEST = 16 * 1024 * 1024;

/** Returns paths of the children of a container, files and containers apart; plain names first. */
async function childrenOf(context: ProbeContext, folder: Value) {
  const list = await context.send('cdmi-list', { params: { space_path: folder }, purpose: 'other' });
  const names = [...(childrenIn(list) ?? [])].filter((name) => whyUnusable(name) === undefined);
  const plain = (name: string) => (/^[\w.-]+$/.test(name) ? 0 : 1);
  const paths = (these: readonly string[]) =>
    these.slice(0, TRIES).map((name) => text`${folder}/${from(list, 'children', name.replace(/\/$/, ''), true)}`);
  return {
    files: paths(names.filter((name) => !name.endsWith('/')).sort((a, b) => plain(a) - plain(b))),
    folders: paths(names.filter((name) => name.endsWith('/'))),
  };
}

/** Reads a file; undefined if it is too large. */
async function readUpTo(context: ProbeContext, path: Value) {
  let bytes = 0;
  const read = await context.send('cdmi-read', {
    params: { file_path: path },
    onChunk(chunk) {
      bytes += chunk.length;
      return bytes <= LARGEST;
    },
  });
  return bytes <= LARGEST ? read : undefined;
}

/** Reads the first files in the directory, else in one below it, until one is read. */
export const readListed = probe({
  name: 'readListed',
  title: 'read listed files',
  operation: 'cdmi-read',
  needs: [signedIn],
  unless: withoutFolder,
  async run(_, context): Promise<{ readonly listed: readonly Exchange[] }> {
    // Files of the run itself show more.
    if (context.allows('files')) return { listed: [] };
    const { files, folders } = await childrenOf(context, folderFor(context));
    const below = files.length > 0 ? [] : await Promise.all(folders.map((one) => childrenOf(context, one)));
    const listed: Exchange[] = [];
    for (const path of [...files, ...below.flatMap((one) => one.files)].slice(0, TRIES)) {
      const read = await readUpTo(context, path);
      if (read) listed.push(read);
    }
    if (listed.length === 0) {
      const why = context.offers('cdmi-list')
        ? 'the directory contains no file to read'
        : 'no file is known, because cdmi-list is not offered';
      throw new SkipProbe(`${why}, and creating files is not allowed; ASSAY_ALLOW_CREATE=files allows it`);
    }
    return { listed };
  },
});
