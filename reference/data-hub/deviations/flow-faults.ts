/** Faults of identifiers, overwriting, listings, shares, handles and change events. */

import { type Content, inMemory } from '../files.ts';
import { by, type Collection, type FaultTable, type HubSituation } from '../operators.ts';
import { problem } from '../reply.ts';
import { itemsIn } from '../services/provider.ts';
import { breaking, declined, isEmptyUpload, isFolderPath, isOverwriting, nameIn } from './conditions.ts';

/** Requirements that fail or warn with faults of a kind. */
const HANDLE = ['get-handle/answers', 'list-handles/holds-created'];
const SHARE = ['get-share/answers', 'create-handle/answers'];
const FOLDER = ['list-children/answers', 'create-share/answers', 'upload-file/answers'];
export const AFTER_CDMI = 'subscribe-changes/speaks-after-cdmi-write';
export const AFTER_UPLOAD = 'subscribe-changes/speaks-after-upload';
const SPEAKS = [AFTER_CDMI, AFTER_UPLOAD];
const IDENTIFIED_FILE = [
  'lookup-file-id/path/*',
  'cdmi-write/read-back-rest/*',
  'cdmi-write/overwrite',
  'upload-file/read-back/*',
];

/** Returns the change by which a path with a slash at its end is not found. */
const slashNotFound = (at: string) =>
  declined(
    at,
    problem(404, 'No such file.'),
    ({ request: { target } }) => target.split('?')[0]?.endsWith('/') === true,
  );

type Naming = (id: string, situation: HubSituation) => string | undefined;
const dead: Naming = (id) => `${id}0`;
export const another =
  (collection: Collection, which: 'first' | 'last' = 'first'): Naming =>
  (id, { state }) =>
    [...state[collection].keys()].filter((other) => other !== id).at(which === 'first' ? 0 : -1) ?? id;
export const sibling: Naming = (id, { node }) =>
  itemsIn(node?.parent).find((other) => other.id !== id && (other.kind === 'file') === !node?.children)?.id ?? id;
export const parent: Naming = (id, { node }) => node?.parent?.id ?? id;
/** Returns the objects that clients made, in order. */
export const madeOf = ({ state }: HubSituation, collection: Collection) =>
  [...state[collection].values()].filter(({ made }) => made);
/** Names the first object of a collection that clients made. */
export const firstMade =
  (collection: Collection): Naming =>
  (id, { state }) =>
    [...state[collection]].find(([, { made }]) => made)?.[0] ?? id;
/** Whether clients have added this many objects or more to a collection. */
export const hasMade = (collection: Collection, count: number) => (situation: HubSituation) =>
  madeOf(situation, collection).length >= count;
const goneLater = (at: string, collection: Collection) =>
  declined(
    at,
    problem(404, 'No such resource.'),
    (situation) =>
      hasMade(collection, 2)(situation) &&
      madeOf(situation, collection)[0]?.id === decodeURIComponent(situation.raw[0] ?? ''),
  );
/** Whether a file is the first that was written in one way, in a directory with more than 40 entries. */
const firstOfMany =
  (way: string) =>
  ({ node }: HubSituation) => {
    const all = [...(node?.parent?.children?.values() ?? [])];
    return all.length > 40 && all.find((one) => one.way === way) === node;
  };

const hasOtherThanAscii = (situation: HubSituation) => /[^ -~]/.test(nameIn(situation));

/** Location with another identifier at its end. */
const location =
  (change: Naming): Naming =>
  (path, situation) => {
    const id = decodeURIComponent(path.split('/').at(-1) ?? '');
    return path.replace(/[^/]*$/, encodeURIComponent(change(id, situation) ?? ''));
  };
export const leadsTo = (change: Naming) => by.identify('create-handle', location(change));

const kept = (make: (before: Uint8Array, after: Uint8Array) => Uint8Array) =>
  by.keep('cdmi-write', async (after, { before = after }) => inMemory(make(await before.bytes(), await after.bytes())));
const stale = (content: Content, { node }: HubSituation) => node?.earlier ?? content;

const OF_FOLDER = { at: 'lookup-file-id', record: 'folder' };
const OF_FILE = { at: 'lookup-file-id', record: 'file' };
const OF_SHARE = { at: 'create-share', record: 'share' };

export const FLOW_FAULTS: FaultTable = {
  ...Object.fromEntries(
    ['list-spaces', 'list-files', 'cdmi-list'].map((at) => [`${at}/answers`, { 'slash-not-found': slashNotFound(at) }]),
  ),
  'list-handle-services/identifiers-work': {
    dead: [
      by.item(
        'list-handle-services',
        (item) => item && { ...item, id: `${item.id}0`, href: `${item.href}0`, name: `gone ${item.name.length}` },
      ),
      ['list-handle-services/holds-handle-service', 'get-handle-service/answers'],
    ],
  },
  'list-files/takes-encoded-path': {
    'not-decoded': by.misread('list-files', (segment) => segment),
    'empty-where-encoded': by.items(
      { at: 'list-files', when: ({ raw }) => /%(?:2[de]|[3-7])/i.test(raw[0] ?? '') },
      [],
    ),
  },
  'lookup-file-id/identifies-folder': {
    dead: [by.identify(OF_FOLDER, dead), FOLDER],
    child: [
      by.identify(OF_FOLDER, (id, { node }) => itemsIn(node).find(({ kind }) => kind === 'file')?.id ?? id),
      FOLDER,
    ],
  },
  'lookup-file-id/identifies-file': {
    dead: [by.identify(OF_FILE, dead), ['read-content/answers', ...IDENTIFIED_FILE]],
    other: [by.identify(OF_FILE, sibling), IDENTIFIED_FILE],
    parent: [by.identify(OF_FILE, parent), ['read-content/answers', ...IDENTIFIED_FILE]],
  },
  'upload-file/read-back/text': {
    'spoilt-by-identifier': [
      by.content('read-content', async (content) => inMemory(Buffer.concat([Buffer.from('#'), await content.bytes()]))),
      IDENTIFIED_FILE,
    ],
  },
  'cdmi-write/overwrite': {
    ignored: kept((before) => before),
    appended: kept((before, after) => Buffer.concat([before, after])),
    'tail-kept': kept((before, after) => Buffer.concat([after, before.subarray(after.length)])),
    'cut-to-old-size': kept((before, after) => after.subarray(0, before.length)),
    'rest-stale': by.content('read-content', stale),
    'cdmi-stale': by.content('cdmi-read', stale),
    'breaks-down': breaking('cdmi-write', isOverwriting),
    'third-ignored': by.keep({ at: 'cdmi-write', nth: 3 }, (after, { before = after }) => before),
  },
  'cdmi-write/path/non-ascii': {
    'breaks-down': breaking('cdmi-write', (situation) => !isFolderPath(situation) && hasOtherThanAscii(situation)),
    'reversed-content': by.content({ at: 'cdmi-read', when: hasOtherThanAscii }, async (content) =>
      inMemory(Buffer.from(await content.bytes()).reverse()),
    ),
  },
  'cdmi-write/read-back/text': {
    'lost-later': by.content({ at: 'cdmi-read', when: firstOfMany('cdmi') }, () => undefined),
  },
  'upload-file/read-back-cdmi/text': {
    'spoilt-later': by.content({ at: 'cdmi-read', when: firstOfMany('rest') }, () => inMemory(new Uint8Array())),
  },
  'cdmi-write/read-back/empty': {
    'breaks-down': [breaking('cdmi-write', isEmptyUpload), ['cdmi-write/read-back-rest/empty']],
  },
  'create-share/identifies-share': {
    dead: [by.identify(OF_SHARE, dead), SHARE],
    'gone-later': goneLater('get-share', 'shares'),
    empty: by.identify(OF_SHARE, () => ''),
    directory: [by.identify(OF_SHARE, (id, { node }) => node?.id ?? id), SHARE],
  },
  'create-handle/location': {
    missing: by.identify('create-handle', undefined),
    blank: by.identify('create-handle', ' '),
    'no-identifier': leadsTo(() => ''),
    'slash-alone': by.identify('create-handle', '/'),
    'host-alone': by.identify('create-handle', 'https://handles.example/'),
  },
  'create-handle/location-leads-to-handle': {
    nowhere: [leadsTo(dead), HANDLE],
    truncated: [leadsTo((id) => id.slice(0, -1)), HANDLE],
    earlier: leadsTo(another('handles')),
    share: [leadsTo(another('shares')), HANDLE],
    'first-again': by.identify({ at: 'create-handle', nth: 2 }, location(another('handles', 'last'))),
    'gone-later': goneLater('get-handle', 'handles'),
  },
  'subscribe-changes/stays-open': {
    'ends-at-once': [by.stream({}, { ends: 'at once' }), SPEAKS],
    'ends-when-quiet': [by.stream({}, { opening: ['\n'], ends: 'when quiet' }), SPEAKS],
    'ends-after-first-event': [by.stream({}, { ends: 'after an event' }), SPEAKS],
    'ends-with-a-change': [by.stream({}, { ends: 'with an event' }), SPEAKS],
    'complete-answer': [declined('subscribe-changes', { status: 200, body: { json: [] } }), SPEAKS],
  },
};
