/** Files that are there already, where a run may write none: those that the listing of the folder names are read. */
import { from, text, type Value } from '../../../src/engine/words/origins.ts';
import { probe, SkipProbe } from '../../../src/engine/words/suite.ts';
import type { ProbeContext } from '../../../src/engine/words/types.ts';
import { whyUnusable } from '../../../src/engine/words/unusable-identifier.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { folderFor } from '../contents.ts';
import { TRIES } from '../identifiers.ts';
import { childrenIn } from '../listings.ts';
import { withoutFolder } from './folder.ts';
import { signedIn } from './sign-in.ts';

/** Of a larger file, in bytes, the reading ends there and counts for nothing. */
const LARGEST = 16 * 1024 * 1024;

/** Paths of the children of a container, files and containers apart; plain names first. */
async function childrenOf(context: ProbeContext, folder: Value) {
  const list = await context.send('cdmi-list', { params: { space_path: folder }, purpose: 'other' });
  const names = [...(childrenIn(list) ?? [])].filter((name) => whyUnusable(name) === undefined);
  const plain = (name: string): number => (/^[\w.-]+$/.test(name) ? 0 : 1);
  const paths = (these: readonly string[]) =>
    these.slice(0, TRIES).map((name) => text`${folder}/${from(list, 'children', name.replace(/\/$/, ''), true)}`);
  return {
    files: paths(names.filter((name) => !name.endsWith('/')).sort((a, b) => plain(a) - plain(b))),
    folders: paths(names.filter((name) => name.endsWith('/'))),
  };
}

/** Reads a file; undefined where it is too large. */
async function readUpTo(context: ProbeContext, path: Value): Promise<Exchange | undefined> {
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

/** The first files in the folder, else in a folder below it, until one is read. */
export const readListed = probe({
  name: 'readListed',
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
        ? 'the folder lists no file to read'
        : 'no file is known, because cdmi-list is not offered';
      throw new SkipProbe(`${why}, and creating files is not allowed (ASSAY_ALLOW_CREATE)`);
    }
    return { listed };
  },
});
