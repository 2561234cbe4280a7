/** Builds everything that one instance of the data hub knows. */
import { createHash } from 'node:crypto';
import { NO_REQUEST } from '../received.ts';
import { createContentStore, createFileTree, type FileNode, inMemory } from './files.ts';
import type { Entry, HubSeam, HubSituation, Setup, State } from './operators.ts';
import { createEvents } from './stream.ts';
import { createTokens } from './tokens.ts';

const AT_START = { request: NO_REQUEST, raw: [] };
const USUAL: Setup = { space: 'assay-space', settingsSpace: 0, holdings: true };

/** Returns the initial state: two spaces with files, two handle services, two shares, two handles. */
export function createState(seam: HubSeam, secret = ''): State {
  let count = 0;
  const digest = (text: string) => createHash('sha256').update(`1:${text}`).digest('hex');
  const through = <Value>(stage: string, value: Value, more: Partial<HubSituation>) =>
    seam.through(stage, value, { ...AT_START, state, ...more });
  const newId = (kind: string) => {
    count += 1;
    const hex = digest(`${kind}:${count}`);
    return through('id', hex.slice(0, 32), { record: kind, element: count, digest: hex });
  };
  const setup = seam.through('setup', USUAL, {
    ...AT_START,
    get state() {
      return state;
    },
  });
  const state: State = {
    tokens: createTokens((text) => digest(`${secret}${text}`), newId, through),
    store: createContentStore(),
    files: createFileTree(() => newId('file')),
    events: createEvents(),
    spaces: new Map(),
    handleServices: new Map(),
    shares: new Map(),
    handles: new Map(),
    newId,
    names: { ...setup, folder: 'conformance' },
  };
  fill(state, digest('provider').slice(0, 16));
  return state;
}

function fill({ files, newId, names, spaces, handleServices, shares, handles }: State, provider: string) {
  const addFile = (parent: FileNode, name: string, text: string) =>
    files.add(parent, name, 'seed', inMemory(Buffer.from(text, 'utf8')));
  const add = (to: Map<string, Entry>, id: string, name: string, facts: Entry['facts']) =>
    to.set(id, { id, name, facts, made: false });
  const addSpace = (name: string) => {
    const top = files.add(files.root, name, 'seed');
    add(spaces, newId('space'), name, { fileId: top.id, providers: { [provider]: 1_000_000_000 } });
    return top;
  };
  const collect = (
    to: Map<string, Entry>,
    kind: string,
    given: readonly string[],
    facts: (at: number) => Entry['facts'],
  ) => {
    if (!names.holdings) return;
    const ids = given.map(() => newId(kind));
    for (const [at, id] of ids.entries()) add(to, id, given[at] ?? '', facts(at));
  };
  const first = addSpace(names.space);
  const folder = files.add(first, names.folder, 'seed');
  addFile(files.add(folder, 'subfolder', 'seed'), 'below.txt', 'A file further below.\n');
  addFile(folder, 'readme.txt', 'A file that was there before.\n');
  addFile(folder, 'notes.txt', 'Another one.\n');
  const archive = files.add(first, 'archive', 'seed');
  addFile(archive, 'other.txt', 'Another file in another folder.\n');
  const second = addSpace('other-space');
  addFile(second, 'elsewhere.txt', 'A file in another space.\n');
  collect(handleServices, 'handle-service', ['Example handle service', 'Second handle service'], (at) => ({
    proxyEndpoint: `https://handles.example.org/${at}`,
    serviceProperties: { type: 'PID', hdlType: 'handle', prefix: `2${at}.500` },
  }));
  collect(shares, 'share', ['published-archive', 'published-space'], (at) => ({
    spaceId: [...spaces.keys()][at],
    rootFileId: [archive, second][at]?.id,
  }));
  collect(handles, 'handle', ['hdl-one', 'hdl-two'], (at) => ({
    handleServiceId: [...handleServices.keys()][at],
    resourceType: 'Share',
    resourceId: [...shares.keys()][at],
    metadata: `<?xml version="1.0"?><metadata><dc:title>Seeded ${at}</dc:title></metadata>`,
  }));
}
