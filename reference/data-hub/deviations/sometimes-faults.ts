/** Faults of the second generation: what goes wrong only sometimes, with some contents and names, in one combination, or after something else. */
import { leaking, ofAnother, withByteOrderMark, withNameTwice } from '../../http-operators.ts';
import type { WayTable } from '../../sometimes.ts';
import { decodeSegment, type FileNode, inMemory, type Reading } from '../files.ts';
import { by, type Change, type FaultLine, type FaultTable, type HubSituation } from '../operators.ts';
import { failed } from '../reply.ts';
import { BYTE_WAYS, binaryText, type Corruption, lastByteLost, readBack, text } from './byte-faults.ts';
import { breaking, isEmptyUpload, nameIn, withHeaders } from './conditions.ts';
import { AFTER_CDMI, AFTER_UPLOAD } from './flow-faults.ts';

const starts =
  (...octets: readonly number[]) =>
  (bytes: Uint8Array): boolean =>
    octets.every((octet, at) => bytes[at] === octet);
const ofSize =
  (size: number) =>
  (bytes: Uint8Array): boolean =>
    bytes.length === size;
const asText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');
const isText = (bytes: Uint8Array): boolean => Buffer.from(asText(bytes)).equals(bytes);

/** Contents that come back otherwise, each as the kind of content that is nearest to it. */
const CONTENTS: Readonly<
  Record<string, readonly [kind: string, is: (bytes: Uint8Array) => boolean, spoil: Corruption]>
> = {
  'one-octet-lost': ['text', ofSize(1), () => new Uint8Array()],
  '4096-octets-cut': ['one-mib', ofSize(4096), lastByteLost],
  '8192-octets-twice': ['one-mib', ofSize(8192), (bytes) => Buffer.concat([bytes, bytes])],
  '65536-octets-cut': ['one-mib', ofSize(65536), lastByteLost],
  'gzip-decoded': ['all-bytes', starts(0x1f, 0x8b), () => Buffer.from('decoded')],
  'utf-16-mark-stripped': [
    'bom-crlf',
    (bytes) => starts(0xff, 0xfe)(bytes) || starts(0xfe, 0xff)(bytes),
    (bytes) => bytes.subarray(2),
  ],
  'crlf-of-plain-text-to-lf': [
    'bom-crlf',
    (bytes) => isText(bytes) && !starts(0xef, 0xbb)(bytes),
    binaryText((value) => value.replaceAll('\r\n', '\n')),
  ],
  composed: ['text', isText, text((value) => value.normalize('NFC'))],
  'json-written-anew': [
    'text',
    starts(0x7b),
    text((value) => {
      try {
        return JSON.stringify(JSON.parse(value));
      } catch {
        return value;
      }
    }),
  ],
  'zero-octets-at-the-end-lost': ['all-bytes', () => true, binaryText((value) => value.replace(/\0+$/, ''))],
  'first-octet-255-lost': ['all-bytes', starts(0xff), (bytes) => bytes.subarray(1)],
};

const contentLines = (): FaultLine[] =>
  Object.entries(CONTENTS).flatMap(([what, [kind, is, spoil]], at) =>
    // Two of the four ways each, in turn.
    BYTE_WAYS.filter((_, way) => (way + at) % 2 === 0).map(
      (way): FaultLine => [
        `${way}/${kind}`,
        what,
        `${way}: ${what.replaceAll('-', ' ')}`,
        readBack(way, async (content) => {
          if (content.size > 1024 * 1024) return content;
          const octets = await content.bytes();
          return is(octets) ? inMemory(spoil(octets)) : content;
        }),
        [`${way}/*`],
      ],
    ),
  );

/** Names that are kept otherwise, by the form of name that is nearest to them. */
const READINGS: Readonly<Record<string, readonly [form: string, read: Reading]>> = {
  'dot-at-the-end-dropped': ['mixed-case', (name) => name.replace(/\.+$/, '')],
  'dot-at-the-start-dropped': ['mixed-case', (name) => name.replace(/^\.+/, '')],
  'cut-at-a-semicolon': ['percent', (name) => name.replace(/;.*/, '')],
  'cut-at-an-ampersand': ['percent', (name) => name.replace(/&.*/, '')],
  'cut-at-a-number-sign': ['percent', (name) => name.replace(/#.*/, '')],
  'apostrophe-doubled': ['percent', (name) => name.replaceAll("'", "''")],
  'tilde-dropped': ['percent', (name) => name.replaceAll('~', '')],
  composed: ['non-ascii', (name) => name.normalize('NFC')],
  'astral-dropped': ['non-ascii', (name) => name.replace(/[\u{10000}-\u{10ffff}]/gu, '')],
  'lower-case-beyond-ascii': ['non-ascii', (name) => name.replace(/[^ -~]/gu, (letter) => letter.toLowerCase())],
  'blanks-at-the-end-dropped': ['spaces', (name) => name.trimEnd()],
};

const nameLines = (): FaultLine[] =>
  Object.entries(READINGS).flatMap(([what, [form, read]]) =>
    (['cdmi-write/path', 'upload-file/name'] as const).map(
      (statement): FaultLine => [
        `${statement}/${form}`,
        what,
        `${statement}: ${what.replaceAll('-', ' ')}`,
        by.misread(statement.split('/')[0] ?? '', (segment) => read(decodeSegment(segment)) || decodeSegment(segment)),
        [`${statement}/*`, 'cdmi-list/holds-created', 'list-children/holds-created', 'list-files/holds-created'],
      ],
    ),
  );

/** How often a change has met each file. */
function meetings(): (node: FileNode | undefined) => number {
  const met = new WeakMap<FileNode, number>();
  return (node) => {
    if (node === undefined) return 0;
    met.set(node, (met.get(node) ?? 0) + 1);
    return met.get(node) ?? 0;
  };
}

const overwriting = (keepsOld: (before: Uint8Array, after: Uint8Array, situation: HubSituation) => boolean): Change =>
  by.keep('cdmi-write', async (after, situation) => {
    const { before = after } = situation;
    return keepsOld(await before.bytes(), await after.bytes(), situation) ? before : after;
  });

const readings = meetings();
const BACK_AT_THE_THIRD: Change = by.content('cdmi-read', (content, { node }) =>
  node?.earlier !== undefined && readings(node) > 2 ? node.earlier : content,
);
const writes = meetings();
const ONCE: Change = overwriting((_before, _after, { node }) => writes(node) > 1);

const NON_ASCII = /[^ -~]/u;
const OVERWRITE = 'cdmi-write/overwrite';
const everySecondSilent: Change = by.stream(
  {},
  { frames: ({ sequence }, event) => (sequence % 2 === 0 ? [] : [`${event}\n`]) },
);
const beside = ({ request }: HubSituation): boolean => (request.past?.beside ?? 0) > 0;

/** Those of flows. */
export const SECOND_FLOWS: FaultTable = {
  [OVERWRITE]: {
    'of-a-rest-file-ignored': [
      'a file that was uploaded through REST is not overwritten',
      by.keep({ at: 'cdmi-write', when: ({ node }) => node?.way === 'rest' }, (after, { before = after }) => before),
    ],
    'with-nothing-ignored': [
      'an empty upload over a file changes nothing',
      overwriting((_before, after) => after.length === 0),
    ],
    'with-the-same-size-ignored': [
      'an upload of the same size changes nothing',
      overwriting((before, after) => before.length === after.length),
    ],
    'third-time-ignored': ['a file can be overwritten once', ONCE],
    'back-at-the-third-reading': ['the first content is back at the third reading', BACK_AT_THE_THIRD],
  },
  'upload-file/read-back/text': {
    'answers-crossed': [
      'the content of another file comes while another request is under way',
      by.response({ at: 'read-content', when: beside }, ofAnother),
      ['cdmi-write/read-back-rest/*', 'upload-file/read-back/*', OVERWRITE],
    ],
    'another-each-third-time': [
      'the content of another file comes each third time',
      by.response({ at: 'read-content', requests: { every: 3 } }, ofAnother),
      ['cdmi-write/read-back-rest/*', 'upload-file/read-back/*', OVERWRITE],
    ],
  },
  'upload-file/name/non-ascii': {
    'empty-breaks-down': [
      'an empty upload under a name beyond ASCII is answered 500',
      breaking('upload-file', (situation) => isEmptyUpload(situation) && NON_ASCII.test(nameIn(situation))),
      ['upload-file/read-back/empty'],
    ],
  },
  'cdmi-write/path/spaces': {
    'empty-breaks-down': [
      'an empty upload under a name with spaces is answered 500',
      breaking('cdmi-write', (situation) => isEmptyUpload(situation) && nameIn(situation).includes(' ')),
      ['cdmi-write/read-back/empty'],
    ],
  },
  'lookup-file-id/identifies-file': {
    crossed: [
      'the identifier of another file comes while another request is under way',
      by.response({ at: 'lookup-file-id', when: beside }, ofAnother),
      ['lookup-file-id/path/*'],
    ],
  },
  'token-grant/answers': {
    once: [
      'a refresh token that was not replaced works once',
      by.decline({ at: 'token-grant', requests: { from: 2 } }, failed(400, 'invalid_grant')),
      ['token-grant/accepts-scope'],
    ],
  },
  'token-grant/returns-json-object': {
    'byte-order-mark-at-the-second': [
      'the second token response begins with a byte order mark',
      by.rewrite({ at: 'token-grant', requests: 2 }, withByteOrderMark),
    ],
    'name-twice-at-the-second': [
      'the second token response holds a name twice',
      by.rewrite({ at: 'token-grant', requests: 2 }, withNameTwice),
    ],
  },
  'create-named-token/usable-token': {
    'for-fifteen-requests': [
      'a named token works for 15 requests',
      by.access({ lane: 'good-named', requests: { from: 16 } }, 'refused'),
      ['token/valid-everywhere'],
    ],
    'each-tenth-refused': [
      'each tenth request with a named token is refused',
      by.access({ lane: 'good-named', requests: { every: 10 } }, 'refused'),
      ['token/valid-everywhere'],
    ],
  },
  'create-handle/location': {
    twice: [
      'a registration answers with two Locations',
      withHeaders('create-handle', ['Location', '/api/v3/zone/user/handles']),
    ],
  },
  [AFTER_UPLOAD]: {
    'each-second-event-lost': ['each second event is lost', everySecondSilent, [AFTER_CDMI]],
  },
};

/** Operations at which a valid token is remembered, and at which refusals carry data, each with a bad credential. */
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

const refusalLines = (): FaultLine[] => [
  ...Object.entries(TRIED).flatMap(([at, lane]): FaultLine[] => [
    [
      `${at}/refuses/${lane}`,
      'remembers-the-caller',
      `${at} accepts a bad credential right behind a good one on the same connection`,
      by.access({ at, lane, when: ({ request }) => (request.past?.before?.response.status ?? 500) < 300 }, 'accepted'),
    ],
    [
      `${at}/refuses/${lane}`,
      'leaks',
      `${at} refuses a bad credential with the data`,
      by.response({ at }, (response, situation) => (response.status === 401 ? leaking(response, situation) : {})),
      ['none', 'empty-token', 'garbage-token'].map((kind) => `${at}/refuses/${kind}`),
    ],
  ]),
  ...['create-handle/refuses/none', 'create-handle/refuses/garbage-token'].map(
    (requirement): FaultLine => [
      requirement,
      'applied',
      'create-handle refuses a bad credential and registers the handle',
      by.access({ at: 'create-handle', lane: requirement.split('/')[2] ?? '' }, 'applied'),
    ],
  ),
];

/** Those of contents, names and refusals. */
export const secondGeneration = (): FaultLine[] => [...contentLines(), ...nameLines(), ...refusalLines()];

/** Always present ones in a way that shows only sometimes. */
export const SOMETIMES: WayTable = {
  'every-second': [
    ...['cdmi-write/overwrite@ignored', 'cdmi-write/overwrite@appended', 'lookup-file-id/identifies-file@other'],
    ...['list-spaces/answers@500', 'get-space/not-empty@null', 'list-handles/not-empty@no-body'],
    ...[
      'create-share/identifies-share@dead',
      'list-spaces/refuses/garbage-token@let-in',
      'upload-file/refuses/none@let-in',
    ],
    ...['cdmi-read/refuses/none@let-in', 'create-handle/location@missing', 'subscribe-changes/stays-open@ends-at-once'],
  ],
  'every-third': [
    ...['read-content/answers@500', 'cdmi-read/answers@404', 'upload-file/answers@500', 'cdmi-write/answers@500'],
    ...[
      'upload-file/read-back/text@last-byte-lost',
      'cdmi-write/read-back/text@other-file',
      'cdmi-list/not-empty@empty-list',
    ],
    ...[
      'cdmi-write/read-back-rest/text@as-latin-1',
      'upload-file/read-back-cdmi/text@always-empty',
      'get-share/not-empty@empty-object',
    ],
    ...[
      'lookup-file-id/answers@404',
      'list-children/answers@500',
      'list-children/refuses/none@let-in',
      'get-handle/answers@404',
    ],
    ...['get-space/refuses/none@let-in', 'read-content/refuses/garbage-token@let-in', 'list-files/not-empty@null'],
    'lookup-file-id/identifies-file@dead',
  ],
  'the-second-alone': [
    ...[
      'cdmi-write/overwrite@tail-kept',
      'create-handle/location-leads-to-handle@earlier',
      'create-share/identifies-share@empty',
    ],
    ...[
      'list-files/answers@500',
      'list-handle-services/answers@404',
      'create-handle/answers@500',
      'create-share/answers@500',
    ],
    ...[
      'lookup-file-id/not-empty@empty-identifier',
      'list-children/not-empty@no-body',
      'create-named-token/answers@500',
    ],
    ...['get-handle-service/not-empty@empty-text', 'cdmi-list/refuses/none@let-in', 'subscribe-changes/answers@500'],
  ],
  'from-the-second-on': [
    ...[
      'list-children/holds-created@lacks-all-made',
      'cdmi-list/holds-created@lacks-cdmi',
      'list-files/holds-created@lacks-rest',
    ],
    ...['list-handles/holds-created@lacks-it', 'get-handle/not-empty@empty-array', 'get-share/answers@404'],
    ...['lookup-file-id/identifies-folder@dead', 'token-response/access_token@missing', 'list-spaces/not-empty@null'],
  ],
  'from-the-fourth-on': [
    ...[
      'cdmi-read/answers@404',
      'upload-file/read-back/all-bytes@high-bit-lost',
      'get-space/answers@500',
      'lookup-file-id/answers@500',
    ],
    ...['cdmi-list/answers@404', 'cdmi-write/read-back/bom-crlf@bom-stripped', 'read-content/answers@410'],
  ],
  'in-the-last-element': ['cdmi-list/holds-created@lower-cased', 'list-children/holds-created@extension-dropped'],
  'on-a-used-connection': [
    'get-share/not-empty@no-content',
    'list-spaces/answers@500',
    'cdmi-write/read-back/text@encoded-twice',
  ],
  'on-a-long-connection': [
    'upload-file/answers@500',
    'get-space/refuses/none@let-in',
    'list-handle-services/not-empty@blank',
    'cdmi-read/answers@500',
  ],
  'behind-a-refusal': [
    'cdmi-read/answers@404',
    'list-children/not-empty@empty-list',
    'get-space/answers@401',
    'lookup-file-id/answers@500',
  ],
  'behind-a-change': [
    'cdmi-read/answers@404',
    'list-children/answers@500',
    'get-handle/not-empty@null',
    'lookup-file-id/identifies-file@parent',
    'upload-file/answers@500',
  ],
  'after-a-change': [
    'get-share/answers@404',
    'get-space/not-empty@empty-object',
    'list-handle-services/refuses/garbage-token@let-in',
  ],
  'after-three-changes': [
    'cdmi-write/answers@500',
    'list-files/answers@404',
    'list-children/not-empty@null',
    'cdmi-list/not-empty@no-body',
  ],
  'beside-another': [
    'cdmi-read/answers@500',
    'upload-file/read-back/one-mib@block-repeated',
    'cdmi-write/read-back/one-mib@one-bit-changed',
    'list-spaces/not-empty@no-body',
  ],
};
