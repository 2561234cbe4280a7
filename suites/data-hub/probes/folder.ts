/** The folder that the settings name: its identifier, its listings, and what lies around it. */
import { succeeded } from '../../../src/engine/answer.ts';
import { ofAnyKind, paramsOf, setting, type Value } from '../../../src/engine/origins.ts';
import { optional, probe } from '../../../src/engine/suite.ts';
import type { Need, ProbeContext, SuiteSettings } from '../../../src/engine/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { folderFor, folderOf } from '../contents.ts';
import { given } from '../given.ts';
import { type Candidate, candidatesIn } from '../identifiers.ts';
import { signedIn } from './sign-in.ts';
import { candidateOf, tryInTurn } from './zone.ts';

/** Why nothing can be asked about the folder, if so. */
export function withoutFolder(settings: SuiteSettings): string | undefined {
  return typeof given(settings).spacePath === 'string' ? undefined : 'DATA_HUB_SPACE_PATH is not set';
}

/** Looks up the identifier of a path. A POST that creates nothing. */
export function lookUp(context: ProbeContext, path: Value, label: string): Promise<Exchange> {
  return context.send('lookup-file-id', { params: { space_path: ofAnyKind(path) }, label, repeatable: true });
}

/** Identifiers that a lookup may have given. */
export function identifiersOf(lookup: Exchange): readonly Candidate[] {
  const path = lookup.params['space_path'] ?? '';
  if (!succeeded(lookup)) return [];
  const news = candidatesIn(lookup, [path, path.split('/').at(-1) ?? '']);
  // If the answer only repeats the request, the repeated text is the identifier.
  return news.length > 0 ? news : candidatesIn(lookup);
}

/** Lists a directory under each identifier that a lookup may have given, until one is taken. */
async function listUnder(context: ProbeContext, lookup: Exchange, found: readonly Candidate[], label: string): Promise<Exchange[]> {
  return tryInTurn(
    found.map(({ text }) => text),
    (text, index) =>
      context.send('list-children', {
        params: { dir_id: candidateOf(lookup, text, found[index]) },
        label,
      }),
  );
}

/** The identifier of the folder, and whether it is taken where a directory is asked for. */
export const findFolder = probe({
  name: 'findFolder',
  operation: 'lookup-file-id',
  needs: [signedIn],
  unless: withoutFolder,
  async run(_, context) {
    const lookup = await lookUp(context, folderFor(context), 'folder');
    return [lookup, ...(await listUnder(context, lookup, identifiersOf(lookup), 'folder'))];
  },
});

/** The folder's identifier: the one that was taken, else the likeliest. */
export const directory: Need<'directory', Value> = {
  name: 'directory',
  probe: findFolder,
  view({ exchanges }) {
    const tried = exchanges.filter(({ operation }) => operation === 'list-children');
    const taken = tried.find(succeeded) ?? tried[0];
    const id = taken && paramsOf(taken)['dir_id'];
    return id === undefined ? { ok: false, because: exchanges[0] } : { ok: true, value: id };
  },
};

/** Siblings of the folder: enough to recognise another directory shown in the folder's place. */
export const lookAround = probe({
  name: 'lookAround',
  operation: 'lookup-file-id',
  needs: [signedIn, optional(findFolder)],
  unless: (settings) =>
    withoutFolder(settings) ?? (folderOf({ settings }).includes('/') ? undefined : 'DATA_HUB_SPACE_PATH names a space, and nothing lies around it'),
  async run({ findFolder }, context) {
    // A parent that is there would speak for a folder that is not.
    if (!findFolder.some(succeeded)) return [];
    const parent = folderOf(context).split('/').slice(0, -1).join('/');
    const lookup = await lookUp(context, setting('DATA_HUB_SPACE_PATH', parent), 'parent');
    return [lookup, ...(await listUnder(context, lookup, identifiersOf(lookup), 'parent'))];
  },
});
