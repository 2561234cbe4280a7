import { by, type FaultTable } from '../operators.ts';
import {
  AFTER_CDMI,
  AFTER_UPLOAD,
  LACKS_MADE,
  last,
  leftOut,
  misnamed,
  onceTwo,
  other,
  otherFolder,
  parent,
  sibling,
  silent,
} from './flow-faults.ts';
import { ofIdentifiers, ofObjects } from './lists.ts';

/** Events of one kind are reported up to a place in the sequence of all. */
const silentAfter = (way: string, last: number) =>
  by.stream({}, { frames: ({ sequence }, text, of) => (of === way && sequence > last ? [] : [`${text}\n`]) });

/** Returns faults of listings of files. */
const listsCreated = (at: string): FaultTable[string] => ({
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
    'lacks-it': LACKS_MADE,
    'lacks-earlier': by.items({ at: 'list-handles', when: onceTwo('handles') }, (items) => {
      const first = items.find(({ way }) => way !== 'seed');
      return items.filter((item) => item !== first);
    }),
  },
  'get-space/speaks-of-space': { other: other('space', 'spaces') },
  'get-share/speaks-of-share': {
    other: other('share', 'shares'),
    last: last('share', 'shares'),
    'newest-once-two': { ...last('share', 'shares'), when: onceTwo('shares') },
  },
  'get-handle/speaks-of-handle': {
    other: other('handle', 'handles'),
    last: last('handle', 'handles'),
    'newest-once-two': { ...last('handle', 'handles'), when: onceTwo('handles') },
  },
  'get-handle-service/speaks-of-handle-service': {
    other: other('handle-service', 'handleServices'),
    'other-of-named': [[other('handle-service', 'handleServices'), ofObjects('list-handle-services')]],
  },
  'create-share/of-directory': {
    parent: by.identify({ at: 'create-share', record: 'directory' }, parent),
    other: by.identify({ at: 'create-share', record: 'directory' }, sibling),
  },
  'list-files/holds-created': listsCreated('list-files'),
  'cdmi-list/holds-created': {
    ...listsCreated('cdmi-list'),
    'file-as-container': by.item('cdmi-list', (item) => item && { ...item, kind: 'directory' }),
  },
  'list-children/holds-created': {
    ...listsCreated('list-children'),
    'lacks-cdmi-among-identifiers': [
      [leftOut('list-children', ({ way }) => way === 'cdmi'), ofIdentifiers('list-children')],
    ],
  },
  [AFTER_CDMI]: {
    silent: silent('cdmi'),
    'heartbeats-only': silent('cdmi', '\n'),
    'first-only': silentAfter('cdmi', 2),
  },
  [AFTER_UPLOAD]: {
    silent: silent('rest'),
    'heartbeats-only': silent('rest', '\n'),
    'first-only': silentAfter('rest', 3),
    'never-speaks': [silent(undefined), [AFTER_CDMI]],
    'blank-lines-alone': [silent(undefined, '\r\n'), [AFTER_CDMI]],
    'json-heartbeats-alone': [silent(undefined, '{"heartbeat":true}\n'), [AFTER_CDMI]],
  },
};
