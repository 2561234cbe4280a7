/** Everything that one instance of the data hub knows: credentials, spaces, handle services, shares, handles, files, changes. */
import { createHash } from 'node:crypto';
import { type Changes, createChanges } from './changes.ts';
import { type ContentStore, createContentStore, inMemory } from './content.ts';
import { createFileTree, type FileNode, type FileTree } from './files.ts';
import { byVariant, type Switches } from './switches.ts';
import { createTokens, type Tokens } from './tokens.ts';

/** A record that the zone keeps: listed by its identifier, described by its facts. */
export interface Entry {
  readonly id: string;
  readonly name: string;
  /** Its details apart from identifier and name. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** Made by a client, not there from the beginning. */
  readonly made: boolean;
}

export interface State {
  readonly switches: Switches;
  readonly clock: () => number;
  readonly tokens: Tokens;
  readonly store: ContentStore;
  readonly files: FileTree;
  readonly changes: Changes;
  readonly spaces: Map<string, Entry>;
  readonly handleServices: Map<string, Entry>;
  readonly shares: Map<string, Entry>;
  readonly handles: Map<string, Entry>;
  /** A fresh identifier: the same sequence in every instance with the same seed. */
  newId(kind: string): string;
  readonly names: {
    readonly space: string;
    readonly folder: string;
    readonly realm: string;
    readonly clientId: string;
    readonly idpPrefix: string;
  };
}

/** Builds the initial state: two spaces with files, two handle services, two shares, two handles. */
export function createState(switches: Switches, seed: number, clock: () => number): State {
  let count = 0;
  const digest = (text: string): string => createHash('sha256').update(`${seed}:${text}`).digest('hex');
  const newId = (kind: string): string => {
    count += 1;
    const usual = shapedId(digest(`${kind}:${count}`), count, switches, kind);
    return switches.drawn.reduce((id, behaviour) => behaviour.identifier?.(id, kind, count) ?? id, usual);
  };
  const space = switches.variant('space-name-odd') ? 'Assay Übung + 1%' : 'assay-space';
  const files = createFileTree(() => newId('file'));
  const spaces = new Map<string, Entry>();
  const seedFile = (parent: FileNode, name: string, text: string) =>
    files.add(parent, name, 'seed', inMemory(Buffer.from(text, 'utf8')));
  const addSpace = (name: string): FileNode => {
    const top = files.add(files.root, name, 'seed');
    const id = newId('space');
    spaces.set(id, {
      id,
      name,
      facts: { fileId: top.id, providers: { [digest('provider').slice(0, 16)]: 1_000_000_000 } },
      made: false,
    });
    return top;
  };
  const first = addSpace(space);
  const folder = files.add(first, 'conformance', 'seed');
  seedFile(files.add(folder, 'subfolder', 'seed'), 'below.txt', 'A file further below.\n');
  seedFile(folder, 'readme.txt', 'A file that was there before.\n');
  const archive = files.add(first, 'archive', 'seed');
  seedFile(archive, 'other.txt', 'Another file in another folder.\n');
  const second = addSpace('other-space');
  seedFile(second, 'elsewhere.txt', 'A file in another space.\n');
  const collect = (
    kind: string,
    names: readonly string[],
    facts: (index: number) => Readonly<Record<string, unknown>>,
  ): Map<string, Entry> =>
    new Map(
      (switches.variant('user-with-nothing') ? [] : names)
        .map(() => newId(kind))
        .map((id, index) => [id, { id, name: names[index] ?? '', facts: facts(index), made: false }]),
    );
  const handleServices = collect('handle-service', ['Example handle service', 'Second handle service'], (index) => ({
    proxyEndpoint: `https://handles.example.org/${index}`,
    serviceProperties: { type: 'PID', hdlType: 'handle', prefix: `2${index}.500` },
  }));
  const shares = collect('share', ['published-archive', 'published-space'], (index) => {
    const node = [archive, second][index] ?? archive;
    return { spaceId: [...spaces.keys()][index], rootFileId: node.id };
  });
  const handles = collect('handle', ['hdl-one', 'hdl-two'], (index) => ({
    handleServiceId: [...handleServices.keys()][index],
    resourceType: 'Share',
    resourceId: [...shares.keys()][index],
    metadata: `<?xml version="1.0"?><metadata><dc:title>Seeded ${index}</dc:title></metadata>`,
  }));
  const names = { space, folder: 'conformance', realm: 'hub', clientId: 'token-portal', idpPrefix: 'hub-idp' };
  const tokens = createTokens({ switches, clock, digest, newId, ...names });
  return {
    switches,
    clock,
    tokens,
    store: createContentStore(),
    files,
    changes: createChanges(switches, clock),
    spaces,
    handleServices,
    shares,
    handles,
    newId,
    names,
  };
}

/** Identifiers as different deployments make them. */
function shapedId(hex: string, count: number, switches: Switches, kind: string): string {
  return byVariant(
    switches,
    {
      'ids-uuid': () =>
        `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`,
      'ids-numeric': () => String(700_000 + count * 7),
      'ids-long': () => Buffer.from(`guid#${hex}#${hex}#${kind}#${hex}${hex}`).toString('hex').toUpperCase(),
      'ids-short': () => `${kind.slice(0, 1)}${count}`,
      'ids-special': () => `${Buffer.from(hex.slice(0, 40), 'hex').toString('base64').slice(0, 20)}/+${count}=`,
      'ids-alike-at-the-end': () => `vault/${hex.slice(0, 16)}/${kind}`,
      'ids-urn': () => `urn:example:${kind}:${hex.slice(0, 12)}`,
    },
    () => hex.slice(0, 32),
  );
}
