/** The last phase before the lane ends: what exists is read again. */
import { probe } from '../../../src/engine/words/suite.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { keptFiles } from '../poll.ts';
import { withoutFolder } from './folder.ts';
import { listEncoded, listFolderByIdentifier, listFolderThroughCdmi } from './listings.ts';
import { signedIn } from './sign-in.ts';
import { counted, readPath } from './transfers.ts';

type Again = { readonly files: readonly Exchange[] };

/** Larger contents, in octets, are read again at depth alone. */
const LARGE = 1024 * 1024;

/** Every file that was written is read again: each way at depth, else one way in turn. */
export const readEverything = probe({
  name: 'readEverything',
  operation: 'cdmi-read',
  needs: [signedIn],
  after: [listFolderThroughCdmi, listFolderByIdentifier, listEncoded],
  unless: withoutFolder,
  async run(_, context): Promise<Again> {
    const thorough = context.depth === 'thorough';
    const files = keptFiles(context).filter(({ written }) => thorough || (written.request.body?.size ?? 0) < LARGE);
    const reads = files.flatMap(({ path, id }, at) => [
      ...(thorough || id === undefined || at % 2 === 0 ? [() => readPath(context, path)] : []),
      ...(id && (thorough || at % 2 === 1)
        ? [() => context.send('read-content', { params: { file_id: id }, ...counted })]
        : []),
    ]);
    return { files: await Promise.all(reads.map((read) => read())) };
  },
});
