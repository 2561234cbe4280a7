import { by, type Collection, type FaultTable, type HubSituation } from '../operators.ts';
import type { Item } from '../reply.ts';
import { itemsIn } from '../services/provider.ts';
import { AFTER_CDMI, AFTER_UPLOAD, another, hasMade, madeOf, parent, sibling } from './flow-faults.ts';
import { ofIdentifiers, ofObjects, WITH_RANGE } from './lists.ts';

/** Events of one kind, or all, are not reported from a place in the sequence on. */
const silent = (way?: string, heartbeat?: string, after = 0) =>
  by.stream(
    {},
    { heartbeat, frames: ({ sequence }, text, of) => ((way ?? of) === of && sequence > after ? [] : [`${text}\n`]) },
  );

const leftOut = (at: string, isLeftOut: (item: Item) => boolean) =>
  by.item(at, (item) => (item && !isLeftOut(item) ? item : undefined));
/**
 * Returns the change of names in a listing. It changes identifiers as well, because they would still identify the file.
 */
const misnamed = (at: string, change: (name: string) => string) =>
  by.item(at, (item) => item && { ...item, id: change(item.name), name: change(item.name) });

/** Returns the siblings of the listed directory, in place of its children. */
const otherFolder = (_items: readonly Item[], { node }: HubSituation) =>
  itemsIn(node?.parent).filter(({ id }) => id !== node?.id);
const other = (what: string, collection: Collection) => by.identify(`get-${what}`, another(collection));
const last = (what: string, collection: Collection) => by.identify(`get-${what}`, another(collection, 'last'));

/** Returns the change by which the details of an object contain what was requested of another. */
const ofAnother = (what: 'share' | 'handle', member: string, collection: Collection) =>
  by.members(`get-${what}`, (_all, situation) => {
    const id = decodeURIComponent(situation.raw[0] ?? '');
    const one = madeOf(situation, collection).find((each) => each.id !== id);
    return one ? { [member]: { name: one.name, ...one.facts }[member] } : {};
  });

/** Returns faults of listings of files. */
const listsCreated = (at: string) => ({
  'lacks-all-made': leftOut(at, ({ way }) => way !== 'seed'),
  'lacks-cdmi': leftOut(at, ({ way }) => way === 'cdmi'),
  'lacks-rest': leftOut(at, ({ way }) => way === 'rest'),
  'fourth-missing': by.item({ at, element: 4 }, undefined),
  'other-folder': by.items(at, otherFolder),
  'lacks-upper-case': leftOut(at, ({ name }) => /[A-Z]/.test(name)),
  'lower-cased': misnamed(at, (name) => name.toLowerCase()),
  'extension-dropped': misnamed(at, (name) => name.replace(/\.[^.]*$/, '')),
});

/** Faults that contradict a standard, or an inference from the document. */
export const INFERRED_FLOW_FAULTS: FaultTable = {
  'list-handle-services/holds-handle-service': {
    'lacks-it': by.item({ at: 'list-handle-services', element: 1 }, undefined),
  },
  'list-spaces/holds-space': {
    'lacks-it': by.item({ at: 'list-spaces', element: 1 }, undefined),
  },
  'list-handles/holds-created': {
    'lacks-it': leftOut('list-handles', ({ way }) => way !== 'seed'),
    'lacks-earlier': by.items({ at: 'list-handles', when: hasMade('handles', 2) }, (items) => {
      const first = items.find(({ way }) => way !== 'seed');
      return items.filter((item) => item !== first);
    }),
  },
  'get-space/speaks-of-space': { other: other('space', 'spaces') },
  'get-share/speaks-of-share': {
    other: other('share', 'shares'),
    last: last('share', 'shares'),
    'other-name': ofAnother('share', 'name', 'shares'),
    'newest-once-two': { ...last('share', 'shares'), when: hasMade('shares', 2) },
  },
  'get-handle/speaks-of-handle': {
    other: other('handle', 'handles'),
    last: last('handle', 'handles'),
    'other-share': ofAnother('handle', 'resourceId', 'handles'),
    'other-metadata': ofAnother('handle', 'metadata', 'handles'),
    'newest-once-two': { ...last('handle', 'handles'), when: hasMade('handles', 2) },
  },
  'get-handle-service/speaks-of-handle-service': {
    other: other('handle-service', 'handleServices'),
    'other-of-named': [other('handle-service', 'handleServices'), ofObjects('list-handle-services')],
  },
  'create-share/of-directory': {
    parent: by.identify({ at: 'create-share', record: 'directory' }, parent),
    other: by.identify({ at: 'create-share', record: 'directory' }, sibling),
  },
  'list-files/holds-created': listsCreated('list-files'),
  'cdmi-list/holds-created': {
    ...listsCreated('cdmi-list'),
    'lacks-all-in-a-whole-range': [leftOut('cdmi-list', ({ way }) => way !== 'seed'), WITH_RANGE],
    'file-as-container': by.item('cdmi-list', (item) => item && { ...item, kind: 'directory' }),
  },
  'list-children/holds-created': {
    ...listsCreated('list-children'),
    'lacks-cdmi-among-identifiers': [
      leftOut('list-children', ({ way }) => way === 'cdmi'),
      ofIdentifiers('list-children'),
    ],
  },
  [AFTER_CDMI]: {
    silent: silent('cdmi'),
    'heartbeats-only': silent('cdmi', '\n'),
    'first-only': silent('cdmi', undefined, 2),
  },
  [AFTER_UPLOAD]: {
    silent: silent('rest'),
    'heartbeats-only': silent('rest', '\n'),
    'first-only': silent('rest', undefined, 3),
    'never-speaks': [silent(), [AFTER_CDMI]],
    'blank-lines-alone': [silent(undefined, '\r\n'), [AFTER_CDMI]],
    'json-heartbeats-alone': [silent(undefined, '{"heartbeat":true}\n'), [AFTER_CDMI]],
  },
};
