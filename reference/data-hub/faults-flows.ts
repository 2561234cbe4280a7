/** Hand-written faults: the grant, tokens, identifiers, paths, overwriting, shares, handles, change events. */
import type { Fault } from '../types.ts';

/** Requirement, what is wrong, in words, and what turns red with it; ids without the interface's name. */
type Line = readonly [requirement: string, what: string, title: string, also?: readonly string[]];

/** Requirements that turn red with faults of a kind. */
const GRANT = ['token-response/access_token', 'token-grant/token-type'];
const HANDLE = ['get-handle/answers', 'list-handles/holds-created'];
const SHARE = ['get-share/answers', 'create-handle/answers'];
const NAMED = ['create-named-token/answers'];
const FOLDER = ['list-children/answers', 'create-share/answers', 'upload-file/answers'];
const SPEAKS = ['subscribe-changes/speaks-after-cdmi-write', 'subscribe-changes/speaks-after-upload'];
const CDMI_WRITE = ['subscribe-changes/speaks-after-cdmi-write'];
const PROVIDER_REST = [
  'lookup-file-id/answers',
  'list-files/answers',
  'list-children/answers',
  'read-content/answers',
  'upload-file/answers',
  'create-share/answers',
  'subscribe-changes/answers',
];
const IDENTIFIED_FILE = [
  'lookup-file-id/path/*',
  'cdmi-write/read-back-rest/*',
  'cdmi-write/overwrite',
  'upload-file/read-back/*',
];

const DOCUMENTED: readonly Line[] = [
  ['token-response/access_token', 'missing', 'the token response lacks access_token'],
  ['token-response/access_token', 'renamed', 'the token response calls it accessToken'],
  ['token-response/access_token', 'null', 'access_token is null'],
  ['token-response/access_token', 'number', 'access_token is a number'],
  ['token-response/access_token', 'boolean', 'access_token is a boolean'],
  ['token-response/access_token', 'empty', 'access_token is empty'],
  ['token-response/access_token', 'array', 'access_token is an array'],
  ['token-response/access_token', 'object', 'access_token is an object'],
  ['token-grant/returns-json-object', 'array', 'the token response is an array', GRANT],
  ['token-grant/returns-json-object', 'text', 'the token response is a text', GRANT],
  ['token-grant/returns-json-object', 'form', 'the token response is form-encoded', GRANT],
  ['token-grant/returns-json-object', 'cut', 'the token response ends early', GRANT],
  ['token-grant/returns-json-object', 'html', 'the token response is a page', GRANT],
  ['token-grant/returns-json-object', 'empty', 'the token response is empty', GRANT],
  [
    'token-grant/answers',
    'scope-refused',
    'a grant as documented is refused, one without scope succeeds',
    ['token-grant/accepts-scope'],
  ],
  [
    'token-grant/accepts-scope',
    'refused',
    'a grant with scope is refused, one without succeeds',
    ['token-grant/answers'],
  ],
  [
    'token-grant/accepts-scope',
    'entitlement-refused',
    'the scope eduperson_entitlement is refused',
    ['token-grant/answers'],
  ],
  ['create-named-token/usable-token', 'refused', 'a named token is refused everywhere'],
  ['create-named-token/usable-token', 'one-letter-changed', 'the answer shows another token than the one that works'],
  [
    'create-named-token/accepts-interface-caveat',
    'refused',
    'a named token request with a caveat is refused (400)',
    NAMED,
  ],
  [
    'create-named-token/accepts-interface-caveat',
    'unprocessable',
    'a named token request with caveats is refused (422)',
    NAMED,
  ],
  [
    'create-named-token/refuses/prefixed-garbage-token',
    'let-in',
    'create-named-token accepts the prefix with an invalid token',
  ],
  ['token/valid-everywhere', 'zone-only', 'tokens are valid at the zone only'],
  ['token/valid-everywhere', 'provider-only', 'tokens are valid at the provider only'],
  ['token/valid-everywhere', 'forbidden-for-cdmi', 'CDMI refuses every request with a token with 403'],
  [
    'token/valid-everywhere',
    'not-for-cdmi',
    'tokens are not valid through CDMI',
    ['cdmi-list/answers', 'cdmi-read/answers', 'cdmi-write/answers'],
  ],
  [
    'token/valid-everywhere',
    'not-for-provider-rest',
    "tokens are valid through CDMI, not through the provider's REST interface",
    PROVIDER_REST,
  ],
  ['list-spaces/answers', 'slash-not-found', 'effective_spaces/ is not found, only without its slash'],
  ['list-files/answers', 'slash-not-found', 'files/<path>/ is not found, only without its slash'],
  ['cdmi-list/answers', 'slash-not-found', 'a folder is not found under its path with a slash'],
  [
    'list-handle-services/identifiers-work',
    'dead',
    'the listed handle services cannot be read',
    ['list-handle-services/holds-handle-service', 'get-handle-service/answers'],
  ],
  ['list-files/takes-encoded-path', 'not-decoded', 'a percent-encoded path is not decoded'],
  ['list-files/takes-encoded-path', 'empty-where-encoded', 'a percent-encoded path lists nothing'],
  ['lookup-file-id/identifies-folder', 'dead', 'the identifier of a folder does not work', FOLDER],
  ['lookup-file-id/identifies-folder', 'child', 'a file in the folder is identified instead of the folder', FOLDER],
  [
    'lookup-file-id/identifies-file',
    'dead',
    'the identifier of a file does not work',
    ['read-content/answers', ...IDENTIFIED_FILE],
  ],
  ['lookup-file-id/identifies-file', 'other', 'another file of the folder is identified', IDENTIFIED_FILE],
  [
    'lookup-file-id/identifies-file',
    'parent',
    'the folder is identified instead of the file',
    ['read-content/answers', ...IDENTIFIED_FILE],
  ],
  [
    'upload-file/read-back/text',
    'spoilt-by-identifier',
    'what is read by an identifier has an octet too many, whichever way it was written',
    ['upload-file/read-back/*', 'cdmi-write/read-back-rest/*', 'cdmi-write/overwrite', 'lookup-file-id/path/*'],
  ],
  ['cdmi-write/overwrite', 'ignored', 'a second upload changes nothing'],
  ['cdmi-write/overwrite', 'appended', 'a second upload is appended'],
  ['cdmi-write/overwrite', 'tail-kept', 'shorter content keeps the tail of the longer one'],
  ['cdmi-write/overwrite', 'cut-to-old-size', 'longer content is cut to the size of the shorter one'],
  ['cdmi-write/overwrite', 'rest-stale', 'after a second upload REST still gives the first content'],
  ['cdmi-write/overwrite', 'cdmi-stale', 'after a second upload CDMI still gives the first content'],
  ['cdmi-write/overwrite', 'breaks-down', 'a second upload is answered 500'],
  ['cdmi-write/path/non-ascii', 'breaks-down', 'an upload under a name beyond ASCII is answered 500'],
  ['cdmi-write/read-back/empty', 'breaks-down', 'an empty upload is answered 500', ['cdmi-write/read-back-rest/empty']],
  ['create-share/identifies-share', 'dead', 'the identifier of the new share does not work', SHARE],
  ['create-share/identifies-share', 'empty', 'the answer to a new share holds an empty identifier'],
  ['create-share/identifies-share', 'directory', 'the answer to a new share identifies the directory', SHARE],
  ['create-handle/location', 'missing', 'a registration answers without Location'],
  ['create-handle/location', 'blank', 'a registration answers with a blank Location'],
  ['create-handle/location', 'no-identifier', 'Location is the address of the listing, without an identifier'],
  ['create-handle/location', 'slash-alone', 'Location is a slash'],
  ['create-handle/location-leads-to-handle', 'nowhere', 'Location leads nowhere', HANDLE],
  [
    'create-handle/location-leads-to-handle',
    'truncated',
    'Location lacks the last character of the identifier',
    HANDLE,
  ],
  ['create-handle/location-leads-to-handle', 'earlier', 'Location holds the identifier of an earlier handle'],
  ['create-handle/location-leads-to-handle', 'share', 'Location holds the identifier of a share', HANDLE],
  ['subscribe-changes/stays-open', 'ends-at-once', 'the stream ends at once', SPEAKS],
  ['subscribe-changes/stays-open', 'ends-when-quiet', 'the stream ends as soon as no event is left', SPEAKS],
  ['subscribe-changes/stays-open', 'ends-after-first-event', 'the stream ends after one event', SPEAKS.toReversed()],
  [
    'subscribe-changes/stays-open',
    'ends-with-a-change',
    'the stream ends when something changes, without a word',
    SPEAKS,
  ],
  ['subscribe-changes/stays-open', 'complete-answer', 'the subscription is answered with a complete body', SPEAKS],
];

const WARNED: readonly Line[] = [
  ['token-grant/token-type', 'missing', 'the token response lacks token_type'],
  ['token-grant/token-type', 'empty', 'token_type is empty'],
  ['token-grant/token-type', 'number', 'token_type is a number'],
  ['token-grant/access-token-syntax', 'line-break', 'access_token ends in a line break'],
  ['token-grant/access-token-syntax', 'non-ascii', 'access_token holds a letter beyond ASCII'],
  ['token-grant/no-store', 'missing', 'the token response may be stored'],
  ['token-grant/no-store', 'other', 'the token response is private, and may be stored'],
  ['token-grant/refuses-wrong-refresh-token', 'let-in', 'a made-up refresh token is accepted'],
  ['token-grant/refuses-no-refresh-token', 'let-in', 'a grant without a refresh token is accepted'],
  ['token-grant/refuses-unknown-client', 'let-in', 'an unknown client is accepted'],
  ['token-grant/refuses-unknown-grant-type', 'let-in', 'an unknown grant type is accepted'],
  ['list-handle-services/holds-handle-service', 'lacks-it', 'the listing lacks the handle service that can be read'],
  ['list-spaces/holds-space', 'lacks-it', 'the listing lacks a space that can be read'],
  ['list-handles/holds-created', 'lacks-it', 'the listing lacks the new handle'],
  ['list-handles/holds-created', 'lacks-all-made', 'the listing holds old handles only'],
  ['get-handle-service/speaks-of-handle-service', 'other', 'another handle service is described'],
  [
    'get-handle-service/speaks-of-handle-service',
    'other-of-named',
    'another handle service is described, and the list tells names beside identifiers',
  ],
  ['get-space/speaks-of-space', 'other', 'another space is described'],
  ['get-share/speaks-of-share', 'other', 'the first other share is described'],
  ['get-share/speaks-of-share', 'last', 'the last other share is described'],
  ['get-handle/speaks-of-handle', 'other', 'the first other handle is described'],
  ['get-handle/speaks-of-handle', 'last', 'the last other handle is described'],
  ...['cdmi-list', 'list-children', 'list-files'].flatMap((operation): Line[] => [
    [`${operation}/holds-created`, 'lacks-all-made', `${operation} shows only what was there before`],
    [`${operation}/holds-created`, 'lacks-cdmi', `${operation} lacks what was written through CDMI`],
    [`${operation}/holds-created`, 'lacks-rest', `${operation} lacks what was written through REST`],
    [`${operation}/holds-created`, 'other-folder', `${operation} lists another folder`],
  ]),
  ...['cdmi-list', 'list-children', 'list-files'].flatMap((operation): Line[] => [
    [`${operation}/holds-created`, 'lacks-upper-case', `${operation} lacks names with upper-case letters`],
    [`${operation}/holds-created`, 'lower-cased', `${operation} shows names in lower case`],
    [`${operation}/holds-created`, 'extension-dropped', `${operation} shows names without their extension`],
  ]),
  ['cdmi-list/holds-created', 'file-as-container', 'cdmi-list shows files with a slash at the end'],
  [
    'list-children/holds-created',
    'lacks-cdmi-among-identifiers',
    'list-children lists identifiers alone, and lacks what was written through CDMI',
  ],
  ['create-share/of-directory', 'parent', 'the share is of the parent directory'],
  ['create-share/of-directory', 'other', 'the share is of another directory'],
  ['subscribe-changes/speaks-after-cdmi-write', 'silent', 'changes through CDMI are not reported'],
  ['subscribe-changes/speaks-after-cdmi-write', 'heartbeats-only', 'after changes through CDMI only heartbeats come'],
  ['subscribe-changes/speaks-after-upload', 'silent', 'changes through REST are not reported'],
  ['subscribe-changes/speaks-after-upload', 'heartbeats-only', 'after changes through REST only heartbeats come'],
  ['subscribe-changes/speaks-after-upload', 'never-speaks', 'the stream never says anything', CDMI_WRITE],
  ['subscribe-changes/speaks-after-upload', 'blank-lines-alone', 'nothing but blank lines comes', CDMI_WRITE],
  ['subscribe-changes/speaks-after-upload', 'json-heartbeats-alone', 'nothing but JSON heartbeats comes', CDMI_WRITE],
];

/** Wrong readings by the form of the name. `-on-write`: only what is written is misread, so it is not found again. */
const PATHS: Readonly<Record<string, readonly string[]>> = {
  spaces: ['space-as-plus', 'space-kept-encoded-on-write'],
  'non-ascii': ['non-ascii-dropped', 'non-ascii-as-latin-1-on-write', 'non-ascii-as-question-mark-on-write'],
  plus: ['plus-as-space', 'plus-dropped-on-write'],
  percent: ['decoded-twice', 'percent-dropped-on-write'],
  'mixed-case': ['lower-cased', 'lower-cased-on-write', 'extension-dropped-on-write'],
};
export const PATH_FORMS: readonly string[] = Object.keys(PATHS);
/** Statements on paths; whether what is misread is written (then it may be misread only there). */
const READERS: Readonly<Record<string, boolean>> = {
  'cdmi-write/path': true,
  'lookup-file-id/path': false,
  'upload-file/name': true,
};

function pathLines(): Line[] {
  return Object.entries(READERS).flatMap(([statement, writes]) =>
    Object.entries(PATHS).flatMap(([form, readings]) =>
      [...new Set(readings.map((reading) => (writes ? reading : reading.replace('-on-write', ''))))].map(
        (what): Line => {
          // One wrong reading may confuse the names of two forms, and the two ways then disagree on a name.
          return [
            `${statement}/${form}`,
            what,
            `${statement.replace('/', ': ')} with ${form}: ${what.replaceAll('-', ' ')}`,
            [
              `${statement}/*`,
              'lookup-file-id/path/*',
              'read-content/answers',
              'lookup-file-id/answers',
              'cdmi-read/answers',
              'cdmi-list/holds-created',
              'list-children/holds-created',
              'list-files/holds-created',
            ],
          ];
        },
      ),
    ),
  );
}

const toFault =
  (verdict: 'fail' | 'warn') =>
  ([requirement, what, title, also]: Line): Fault => ({
    id: `data-hub/${requirement}@${what}`,
    kills: `data-hub/${requirement}`,
    title,
    origin: 'hand',
    verdict,
    ...(also && { also: also.map((row) => `data-hub/${row}`) }),
  });

export const FLOW_FAULTS: readonly Fault[] = [
  ...DOCUMENTED.map(toFault('fail')),
  ...pathLines().map(toFault('fail')),
  ...WARNED.map(toFault('warn')),
];
