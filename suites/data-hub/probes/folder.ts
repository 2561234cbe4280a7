/** The folder that the settings name: its identifier, its listings, and what lies around it. */
import { succeeded } from '../../../src/engine/words/answer.ts';
import { ofAnyKind, paramsOf, setting, type Value } from '../../../src/engine/words/origins.ts';
import { ifAsked, probe } from '../../../src/engine/words/suite.ts';
import type { Need, ProbeContext, Settings } from '../../../src/engine/words/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { folderFor, folderOf } from '../contents.ts';
import { type Candidate, candidatesIn } from '../identifiers.ts';
import { settingsOf } from '../known-settings.ts';
import { signedIn } from './sign-in.ts';
import { tryInTurn } from './zone.ts';

/** Why nothing can be asked about the folder, if so. */
export function withoutFolder(settings: Settings): string | undefined {
  return typeof settingsOf(settings).spacePath === 'string' ? undefined : 'DATA_HUB_SPACE_PATH is not set';
}

/** Looks up the identifier of a path. A POST that creates nothing. */
export function lookUp(context: ProbeContext, path: Value): Promise<Exchange> {
  return context.send('lookup-file-id', { params: { space_path: ofAnyKind(path) }, repeatable: true });
}

/** Identifiers that a lookup may have given. */
export function identifiersOf(lookup: Exchange): readonly Candidate[] {
  const path = lookup.params['space_path'] ?? '';
  if (!succeeded(lookup)) return [];
  const news = candidatesIn(lookup, [path, path.split('/').at(-1) ?? '']);
  // If the answer only repeats the request, the repeated text is the identifier.
  return news.length > 0 ? news : candidatesIn(lookup);
}

/** A lookup of a directory, and its listing under each identifier that the lookup may have given, until one is taken. */
type LookedUp = { readonly lookup: Exchange; readonly listings: readonly Exchange[] };

async function lookInto(context: ProbeContext, path: Value): Promise<LookedUp> {
  const lookup = await lookUp(context, path);
  const listings = await tryInTurn(lookup, identifiersOf(lookup), (id) =>
    context.send('list-children', { params: { dir_id: id } }),
  );
  return { lookup, listings };
}

/** The identifier of the folder, and whether it is taken where a directory is asked for. */
export const findFolder = probe({
  name: 'findFolder',
  operation: 'lookup-file-id',
  needs: [signedIn],
  unless: withoutFolder,
  run: (_, context) => lookInto(context, folderFor(context)),
});

/** The folder's identifier: the one that was taken, else the likeliest. */
export function directoryIn({ listings = [] }: Partial<LookedUp>): Value | undefined {
  const taken = listings.find(succeeded) ?? listings[0];
  return taken && paramsOf(taken)['dir_id'];
}

/** The same as a need. */
export const directory: Need<'directory', Value> = {
  name: 'directory',
  probe: findFolder,
  view({ roles }) {
    const found = roles as Partial<LookedUp>;
    const value = directoryIn(found);
    return value === undefined ? { ok: false, because: found.lookup } : { ok: true, value };
  },
};

/** Siblings of the folder: enough to recognise another directory shown in the folder's place. */
export const lookAround = probe({
  name: 'lookAround',
  operation: 'lookup-file-id',
  needs: [signedIn, ifAsked(findFolder)],
  unless: (settings) =>
    withoutFolder(settings) ??
    (folderOf({ settings }).includes('/')
      ? undefined
      : 'DATA_HUB_SPACE_PATH names a space, which has no folder around it'),
  async run({ findFolder: { lookup } }, context): Promise<Partial<LookedUp>> {
    // A parent that is there would speak for a folder that is not.
    if (lookup === undefined || !succeeded(lookup)) return {};
    const parent = folderOf(context).split('/').slice(0, -1).join('/');
    return lookInto(context, setting('DATA_HUB_SPACE_PATH', parent));
  },
});
