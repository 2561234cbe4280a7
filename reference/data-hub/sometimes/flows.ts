/** Intermittent faults: after something else, in one combination, during another request. */

import type { Place } from '../../change.ts';
import { adding, leaking, ofAnother, withByteOrderMark, withNameTwice } from '../../http-operators.ts';
import { followsSuccess, isBeside, meetings } from '../../sometimes.ts';
import type { ReferenceResponse } from '../../types.ts';
import { breaking, isEmptyUpload, nameIn } from '../deviations/conditions.ts';
import { AFTER_CDMI, AFTER_UPLOAD } from '../deviations/flow-faults.ts';
import { by, type FaultLine, type FaultTable, type HubSituation, type State } from '../operators.ts';

const overwriting = (keepsOld: (before: Uint8Array, after: Uint8Array, situation: HubSituation) => boolean) =>
  by.keep('cdmi-write', async (after, situation) => {
    const { before = after } = situation;
    return keepsOld(await before.bytes(), await after.bytes(), situation) ? before : after;
  });

const readings = meetings();
const BACK_AT_THE_THIRD = by.content('cdmi-read', (content, { node }) =>
  node?.earlier !== undefined && readings(node) > 2 ? node.earlier : content,
);
const writes = meetings();
const ONCE = overwriting((_before, _after, { node }) => node !== undefined && writes(node) > 1);

/** Whether another grant was accepted before. */
const SECOND_GRANT: Place<HubSituation> = {
  at: 'token-grant',
  when: ({ request }) => request.past?.like() !== undefined,
};

const NON_ASCII = /[^ -~]/u;
const OVERWRITE = 'cdmi-write/overwrite';
const everySecondSilent = by.stream(
  {},
  { frames: ({ sequence }, event) => (sequence % 2 === 0 ? [] : [`${event}\n`]) },
);

const READ_BY_REST = ['cdmi-write/read-back-rest/*', 'upload-file/read-back/*'];

/** A named token is refused at some requests. */
const namedRefused = (requests: Place<HubSituation>['requests']) =>
  [by.access({ lane: 'good-named', requests }, 'refused'), ['token/valid-everywhere', '*/answers']] as const;

/** The last lookup of each deployment, by its target. */
const lookups = new WeakMap<State, readonly [target: string, response: ReferenceResponse]>();

/** Intermittent faults of flows. */
export const SECOND_FLOWS: FaultTable = {
  [OVERWRITE]: {
    'of-a-rest-file-ignored': by.keep(
      { at: 'cdmi-write', when: ({ node }) => node?.way === 'rest' },
      (after, { before = after }) => before,
    ),
    'with-nothing-ignored': overwriting((_before, after) => after.length === 0),
    'with-the-same-size-ignored': overwriting((before, after) => before.length === after.length),
    'third-time-ignored': ONCE,
    'back-at-the-third-reading': BACK_AT_THE_THIRD,
  },
  'upload-file/read-back/text': {
    'answers-crossed': [by.response({ at: 'read-content', when: isBeside }, ofAnother), [...READ_BY_REST, OVERWRITE]],
    'another-each-third-time': [
      by.response({ at: 'read-content', requests: { every: 3 } }, ofAnother),
      [...READ_BY_REST, OVERWRITE],
    ],
  },
  'upload-file/name/non-ascii': {
    'empty-breaks-down': [
      breaking('upload-file', (situation) => isEmptyUpload(situation) && NON_ASCII.test(nameIn(situation))),
      ['upload-file/read-back/empty'],
    ],
  },
  'cdmi-write/path/spaces': {
    'empty-breaks-down': [
      breaking('cdmi-write', (situation) => isEmptyUpload(situation) && nameIn(situation).includes(' ')),
      ['cdmi-write/read-back/empty'],
    ],
  },
  'lookup-file-id/identifies-file': {
    crossed: [
      by.response('lookup-file-id', (response, situation) => {
        const { state, request } = situation;
        const [other, earlier] = lookups.get(state) ?? [];
        if (response.status < 300) lookups.set(state, [request.target, response]);
        return response.status < 300 && isBeside(situation) && earlier && other !== request.target ? earlier : response;
      }),
      ['lookup-file-id/path/*', ...READ_BY_REST, 'read-content/answers'],
    ],
  },
  'responses/json-text': {
    'byte-order-mark-at-the-second': by.rewrite(SECOND_GRANT, withByteOrderMark),
    'name-twice-at-the-second': by.rewrite(SECOND_GRANT, withNameTwice),
  },
  'create-named-token/usable-token': {
    'for-fifteen-requests': namedRefused({ from: 16 }),
    'each-tenth-refused': namedRefused({ every: 10 }),
  },
  'create-handle/location': {
    twice: by.success('create-handle', adding(['Location', '/api/v3/zone/user/handles'])),
  },
  [AFTER_UPLOAD]: {
    'each-second-event-lost': [everySecondSilent, [AFTER_CDMI]],
  },
};

/**
 * Operations at which a valid token is remembered, and at which rejections contain data, each with an invalid
 * credential.
 */
const TRIED: Readonly<Record<string, string>> = {
  'get-space': 'none',
  'list-spaces': 'garbage-token',
  'get-share': 'empty-token',
  'list-handles': 'none',
  'list-handle-services': 'garbage-token',
  'cdmi-list': 'none',
  'cdmi-read': 'garbage-token',
  'read-content': 'none',
  'list-children': 'garbage-token',
  'lookup-file-id': 'none',
};

/** Intermittent faults of rejections. */
export const refusalLines = (): FaultLine[] =>
  Object.entries(TRIED).flatMap(([at, lane]): FaultLine[] => [
    [`${at}/refuses/${lane}`, 'remembers-the-caller', by.access({ at, lane, when: followsSuccess }, 'accepted')],
    [
      `${at}/refuses/${lane}`,
      'leaks',
      by.response({ at }, (response, situation) => (response.status === 401 ? leaking(response, situation) : {})),
      ['none', 'empty-token', 'garbage-token'].map((kind) => `${at}/refuses/${kind}`),
    ],
  ]);
