/** The last phase before the lane ends: everything is read again. */
import { succeeded } from '../../../src/engine/words/answer.ts';
import type { Value } from '../../../src/engine/words/origins.ts';
import { optional, type Probe, probe } from '../../../src/engine/words/suite.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { keptFiles, wasSeen } from '../poll.ts';
import { withoutFolder } from './folder.ts';
import { listEncoded, listFolderByIdentifier, listFolderByPath, listFolderThroughCdmi } from './listings.ts';
import { anotherHandle, anotherShare, listHandles, readHandle, readShare } from './sharing.ts';
import { signedIn } from './sign-in.ts';
import { counted, readPath, readWritten } from './transfers.ts';
import { listHandleServices, listSpaces, readHandleService, readSpace } from './zone.ts';

type Again = { readonly again: readonly Exchange[] };

/** Larger contents, in bytes, are read again at depth alone. */
const LARGE = 1024 * 1024;

/** Every file that was found is read again: each way at depth, else one way in turn, but those that were just read both ways. */
export const readEverything = probe({
  name: 'readEverything',
  operation: 'cdmi-read',
  needs: [signedIn],
  after: [listFolderThroughCdmi, listFolderByIdentifier, listEncoded],
  unless: withoutFolder,
  async run(_, context): Promise<Again> {
    const thorough = context.depth === 'thorough';
    const files = keptFiles(context).filter(
      ({ path, written: { probe: by, request } }) =>
        (wasSeen(context, path.text) || !by.includes(' name ')) &&
        (thorough || (!by.endsWith('boundaries') && (request.body?.size ?? 0) < LARGE)),
    );
    // A file that was never read may not have appeared yet.
    const direct = ({ path, written }: (typeof files)[number]) =>
      wasSeen(context, path.text) ? readPath(context, path) : readWritten(context, written, path);
    const reads = files.flatMap((file, at) => [
      ...(thorough || file.id === undefined || at % 2 === 0 ? [() => direct(file)] : []),
      ...(file.id && (thorough || at % 2 === 1)
        ? [() => context.send('read-content', { params: { file_id: file.id as Value }, ...counted })]
        : []),
    ]);
    return { again: await Promise.all(reads.map((read) => read())) };
  },
});

/** The lists and descriptions that are asked for again. */
const ASKED = [
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

/** Every list and description is asked for again, once for each object; nothing was written meanwhile. */
export const askEverything = probe({
  name: 'askEverything',
  operation: 'list-spaces',
  needs: [signedIn, ...[...ASKED, ...FOLDERS].map((one: Probe) => optional(one))],
  async run(evidence, context): Promise<Again> {
    const earlier = Object.values(evidence as Readonly<Record<string, unknown>>)
      .flatMap((one) => (Array.isArray(one) ? (one as Exchange[]) : []))
      .filter((one) => /^(?:get|list|cdmi-list)/.test(one.operation) && one.purpose === 'documented' && succeeded(one));
    const each = new Map(earlier.map((one) => [`${one.operation} ${JSON.stringify(one.params)}`, one]));
    return { again: await Promise.all([...each.values()].map((one) => context.again(one))) };
  },
});
