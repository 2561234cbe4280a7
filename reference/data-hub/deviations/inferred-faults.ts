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

/** Faults of listings of files. */
const holdsCreated = (at: string): FaultTable[string] => ({
  'lacks-all-made': [`${at} shows only what was there before`, leftOut(at, ({ way }) => way !== 'seed')],
  'lacks-cdmi': [`${at} lacks what was written through CDMI`, leftOut(at, ({ way }) => way === 'cdmi')],
  'lacks-rest': [`${at} lacks what was written through REST`, leftOut(at, ({ way }) => way === 'rest')],
  'fourth-missing': [`the fourth entry of ${at} is missing`, by.item({ at, element: 4 }, undefined)],
  'other-folder': [`${at} lists another folder`, by.items(at, otherFolder)],
  'lacks-upper-case': [`${at} lacks names with upper-case letters`, leftOut(at, ({ name }) => /[A-Z]/.test(name))],
  'lower-cased': [`${at} shows names in lower case`, misnamed(at, (name) => name.toLowerCase())],
  'extension-dropped': [
    `${at} shows names without their extension`,
    misnamed(at, (name) => name.replace(/\.[^.]*$/, '')),
  ],
});

/** Against standards, and against the plain reading. */
export const INFERRED_FLOW_FAULTS: FaultTable = {
  'list-handle-services/holds-handle-service': {
    'lacks-it': [
      'the listing lacks the handle service that can be read',
      by.item({ at: 'list-handle-services', element: 1 }, undefined),
    ],
  },
  'list-spaces/holds-space': {
    'lacks-it': ['the listing lacks a space that can be read', by.item({ at: 'list-spaces', element: 1 }, undefined)],
  },
  'list-handles/holds-created': {
    'lacks-it': ['the listing lacks the new handle', LACKS_MADE],
    'lacks-all-made': ['the listing contains old handles only', LACKS_MADE],
    'lacks-earlier': [
      'the listing lacks the first new handle once there is a second',
      by.items({ at: 'list-handles', when: onceTwo('handles') }, (items) => {
        const first = items.find(({ way }) => way !== 'seed');
        return items.filter((item) => item !== first);
      }),
    ],
  },
  'get-space/speaks-of-space': { other: ['the response describes another space', other('space', 'spaces')] },
  'get-share/speaks-of-share': {
    other: ['the response describes another share, the first in the list', other('share', 'shares')],
    last: ['the response describes another share, the last in the list', last('share', 'shares')],
    'newest-once-two': [
      'once there are two new shares, each is described as the other',
      { ...last('share', 'shares'), when: onceTwo('shares') },
    ],
  },
  'get-handle/speaks-of-handle': {
    other: ['the response describes another handle, the first in the list', other('handle', 'handles')],
    last: ['the response describes another handle, the last in the list', last('handle', 'handles')],
    'newest-once-two': [
      'once there are two new handles, each is described as the other',
      { ...last('handle', 'handles'), when: onceTwo('handles') },
    ],
  },
  'get-handle-service/speaks-of-handle-service': {
    other: ['another handle service is described', other('handle-service', 'handleServices')],
    'other-of-named': [
      'another handle service is described, and the list tells names beside identifiers',
      [other('handle-service', 'handleServices'), ofObjects('list-handle-services')],
    ],
  },
  'create-share/of-directory': {
    parent: ['the share is of the parent directory', by.identify({ at: 'create-share', record: 'directory' }, parent)],
    other: ['the share is of another directory', by.identify({ at: 'create-share', record: 'directory' }, sibling)],
  },
  'list-files/holds-created': holdsCreated('list-files'),
  'cdmi-list/holds-created': {
    ...holdsCreated('cdmi-list'),
    'file-as-container': [
      'cdmi-list shows files with a slash at the end',
      by.item('cdmi-list', (item) => item && { ...item, kind: 'directory' }),
    ],
  },
  'list-children/holds-created': {
    ...holdsCreated('list-children'),
    'lacks-cdmi-among-identifiers': [
      'list-children lists identifiers alone, and lacks what was written through CDMI',
      [leftOut('list-children', ({ way }) => way === 'cdmi'), ofIdentifiers('list-children')],
    ],
  },
  [AFTER_CDMI]: {
    silent: ['changes through CDMI are not reported', silent('cdmi')],
    'heartbeats-only': ['after changes through CDMI only heartbeats come', silent('cdmi', '\n')],
    'first-only': ['only the first change through CDMI is reported', silentAfter('cdmi', 2)],
  },
  [AFTER_UPLOAD]: {
    silent: ['changes through REST are not reported', silent('rest')],
    'heartbeats-only': ['after changes through REST only heartbeats come', silent('rest', '\n')],
    'first-only': ['only the first change through REST is reported', silentAfter('rest', 3)],
    'never-speaks': ['the stream never says anything', silent(undefined), [AFTER_CDMI]],
    'blank-lines-alone': ['only blank lines come', silent(undefined, '\r\n'), [AFTER_CDMI]],
    'json-heartbeats-alone': ['only JSON heartbeats come', silent(undefined, '{"heartbeat":true}\n'), [AFTER_CDMI]],
  },
};
