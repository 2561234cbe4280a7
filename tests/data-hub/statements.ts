/** What the interface document states of the data hub, in our words, and the rows that stand for it. `*` is any one segment. */

export interface Statement {
  /** Where it stands. */
  readonly at: string;
  readonly says: string;
  /** Row ids without the interface's name. */
  readonly rows: readonly string[];
}

const ZONE = [
  'create-named-token',
  'list-handle-services',
  'get-handle-service',
  'list-spaces',
  'get-space',
  'get-share',
  'create-handle',
  'list-handles',
  'get-handle',
];
const CDMI = ['cdmi-list', 'cdmi-read', 'cdmi-write'];
const PROVIDER_REST = ['lookup-file-id', 'list-children', 'read-content', 'upload-file', 'list-files', 'create-share', 'subscribe-changes'];
const answers = (operations: readonly string[]): string[] => operations.map((operation) => `${operation}/answers`);

const resources: readonly (readonly [says: string, rows: readonly string[]])[] = [
  ['a named token request has name (string), type (object with accessToken, an empty object)', ['create-named-token/answers']],
  [
    'a named token request has caveats (array of objects with type and interface, both strings; interface and rest are used)',
    ['create-named-token/accepts-interface-caveat'],
  ],
  ['a share creation request has name (string)', ['create-share/answers']],
  [
    'a handle registration request has handleServiceId, resourceType, resourceId, metadata, all strings; metadata is Dublin Core XML, escaped, without line breaks',
    ['create-handle/answers'],
  ],
  ['the token response has access_token (string)', ['token-response/access_token']],
  ['the token response may have members that are not described', ['gap/token-response-fields']],
  [
    'fields of space, share, file, handle-service and handle records are not shown',
    ['gap/space-fields', 'gap/share-fields', 'gap/file-fields', 'gap/handle-service-fields', 'gap/handle-fields'],
  ],
];

const identityProvider: readonly (readonly [string, readonly string[]])[] = [
  ["POST to the realm's token endpoint with client_id, grant_type refresh_token, refresh_token, form-encoded", ['token-grant/answers']],
  ['scope is openid email profile eduperson_entitlement, separated by spaces', ['token-grant/accepts-scope']],
  ['the answer is JSON with access_token', ['token-grant/returns-json-object', 'token-response/access_token']],
];

const zone: readonly (readonly [string, readonly string[]])[] = [
  [
    'POST tokens/named with the prefixed token and Content-type application/json; the answer is not shown',
    ['create-named-token/answers', 'gap/create-named-token-body'],
  ],
  [
    'GET handle_services gives a list of handle service identifiers',
    ['list-handle-services/answers', 'list-handle-services/not-empty', 'list-handle-services/identifiers-work', 'list-handle-services/holds-handle-service'],
  ],
  [
    'GET handle_services/<id> gives details of the handle service',
    ['get-handle-service/answers', 'get-handle-service/not-empty', 'get-handle-service/speaks-of-handle-service'],
  ],
  ['GET effective_spaces/ gives a list of spaces accessible to the user', ['list-spaces/answers', 'list-spaces/not-empty', 'list-spaces/holds-space']],
  ['GET spaces/<id> gives details of a space', ['get-space/answers', 'get-space/not-empty', 'get-space/speaks-of-space']],
  ['GET shares/<id> gives details of a share', ['get-share/answers', 'get-share/not-empty', 'get-share/speaks-of-share']],
  [
    'POST handles returns the identifier of the new handle in Location',
    ['create-handle/answers', 'create-handle/location', 'create-handle/location-leads-to-handle', 'gap/location-form'],
  ],
  ['GET handles gives a list of handles', ['list-handles/answers', 'list-handles/not-empty', 'list-handles/holds-created']],
  ['GET handles/<id> gives details of a handle', ['get-handle/answers', 'get-handle/not-empty', 'get-handle/speaks-of-handle']],
];

const provider: readonly (readonly [string, readonly string[]])[] = [
  [
    'GET /cdmi/<space_path>/?children with the CDMI version gives a listing of the folder',
    ['cdmi-list/answers', 'cdmi-list/not-empty', 'cdmi-list/holds-created'],
  ],
  ['GET /cdmi/<file_path> gives the content', ['cdmi-read/answers', 'cdmi-write/read-back/*', 'upload-file/read-back-cdmi/*']],
  [
    'PUT /cdmi/<file_path> with the CDMI version and the content uploads the file',
    ['cdmi-write/answers', 'cdmi-write/read-back/*', 'cdmi-write/read-back-rest/*', 'cdmi-write/overwrite', 'cdmi-write/path/*', 'gap/cdmi-write-body'],
  ],
  [
    'POST lookup-file-id/<space_path> gives the file identifier of the path',
    ['lookup-file-id/answers', 'lookup-file-id/not-empty', 'lookup-file-id/identifies-folder', 'lookup-file-id/identifies-file', 'lookup-file-id/path/*'],
  ],
  ['GET data/<dir_id>/children gives a listing of the directory', ['list-children/answers', 'list-children/not-empty', 'list-children/holds-created']],
  ['GET data/<file_id>/content gives the content', ['read-content/answers', 'cdmi-write/read-back-rest/*', 'upload-file/read-back/*']],
  [
    'POST data/<dir_id>/children?name=<file_name> with application/octet-stream uploads a file into the directory',
    ['upload-file/answers', 'upload-file/read-back/*', 'upload-file/read-back-cdmi/*', 'upload-file/name/*', 'gap/upload-file-body'],
  ],
  [
    'GET files/<url_encoded_path>/ gives a content listing of a space or folder',
    ['list-files/answers', 'list-files/not-empty', 'list-files/holds-created', 'list-files/takes-encoded-path'],
  ],
  ['POST shares-id/<dir_id> creates a share of the directory', ['create-share/answers', 'create-share/identifies-share', 'create-share/of-directory']],
  ['POST changes/metadata/<space_id> with a JSON body is answered by a continuous stream', ['subscribe-changes/answers', 'subscribe-changes/stays-open']],
];

const notShown: readonly (readonly [string, readonly string[]])[] = [
  ['the response of token creation is not shown', ['gap/create-named-token-body']],
  [
    'bodies of lookup, listings, shares, spaces, handle services, handles and the CDMI listing are not shown',
    [
      'lookup-file-id',
      'list-children',
      'list-files',
      'cdmi-list',
      'create-share',
      'get-share',
      'list-spaces',
      'get-space',
      'list-handle-services',
      'get-handle-service',
      'create-handle',
      'list-handles',
      'get-handle',
    ].map((operation) => `gap/${operation}-body`),
  ],
  ['request body and streamed response of the subscription are not shown', ['gap/subscribe-changes-request', 'gap/subscribe-changes-stream']],
  ['media types of answers are not shown', ['gap/media-types']],
  ['no operation removes anything', ['gap/removal']],
];

const authentication: readonly (readonly [string, readonly string[]])[] = [
  ['2: every call requires the header X-Auth-Token', [...ZONE, ...CDMI, ...PROVIDER_REST].map((operation) => `${operation}/refuses/*`)],
  ['2: one access token is valid for the zone, the providers and the other APIs', ['token/valid-everywhere', 'token/other-apis']],
  [
    '2(a): an access token is obtained with the refresh-token grant',
    [
      'token-grant/answers',
      'token-grant/token-type',
      'token-grant/access-token-syntax',
      'token-grant/no-store',
      'token-grant/refuses-wrong-refresh-token',
      'token-grant/refuses-no-refresh-token',
      'token-grant/refuses-unknown-client',
      'token-grant/refuses-unknown-grant-type',
    ],
  ],
  ['2(b): a named access token is created with the prefixed token', ['create-named-token/answers', 'create-named-token/usable-token']],
  ['2(b): an interface caveat restricts it to rest', ['create-named-token/accepts-interface-caveat']],
  ['2: tokens can be generated in the user interface', ['token/from-user-interface']],
  ['3: a subscription requires a permission on the space, whose name is not shown', ['subscribe-changes/permission', 'gap/changes-permission']],
  ['4: a registration requires access to a handle service of the zone', ['create-handle/handle-service-access']],
];

const rest: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'What the service does 3',
    'the user obtains tokens, browses and transfers files, browses spaces, creates shares, registers handles, subscribes to events',
    [...answers(ZONE), ...answers(CDMI), ...answers(PROVIDER_REST), 'token-grant/answers'],
  ],
  [
    'Endpoints C',
    'all requests carry X-Auth-Token',
    [...ZONE, ...CDMI, ...PROVIDER_REST].flatMap((operation) => [`${operation}/answers`, `${operation}/refuses/*`]),
  ],
  [
    'Events 2',
    'file-change events come through the subscription endpoint',
    ['subscribe-changes/speaks-after-cdmi-write', 'subscribe-changes/speaks-after-upload'],
  ],
  ['Events 2', 'the response is kept open as a stream', ['subscribe-changes/stays-open']],
  ['Events 2', 'event kinds and payload are not shown', ['gap/event-kinds', 'gap/event-payload']],
  ['Errors', 'status codes are not shown', [...ZONE, ...CDMI, ...PROVIDER_REST, 'token-grant'].map((operation) => `gap/${operation}-status`)],
  ['Errors', 'error codes and error bodies are not shown', ['gap/error-codes', 'gap/refusal']],
  ['Limits', 'sizes, rates, time-outs and quotas are not shown', ['gap/limits']],
  ['Versioning 1', 'paths carry the prefix /api/v3', answers([...ZONE, ...PROVIDER_REST])],
  ['Versioning 1', 'CDMI calls that list or upload carry the CDMI version', ['cdmi-list/answers', 'cdmi-write/answers']],
];

const under = (at: string, lines: readonly (readonly [string, readonly string[]])[]): Statement[] => lines.map(([says, rows]) => ({ at, says, rows }));

export const STATEMENTS: readonly Statement[] = [
  ...under('Resources C', resources),
  ...under('Endpoints C, identity provider', identityProvider),
  ...under('Endpoints C, zone service', zone),
  ...under('Endpoints C, provider service', provider),
  ...under('Endpoints C, after the tables', notShown),
  ...under('Authentication', authentication),
  ...rest.map(([at, says, rows]) => ({ at, says, rows })),
];
