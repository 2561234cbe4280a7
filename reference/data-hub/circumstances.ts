/**
 * Circumstances of a run, beside the lawful forms of answers: what the operator leaves out, allows not, or declares not to be offered;
 * how bad grants are refused; connections that break. Nothing may turn red, and only what it is about is not decided.
 */
import { guardedOperations } from '../documented-operations.ts';
import type { Variant } from '../types.ts';

/** Id, title, settings by name (empty: unset), and the rows that are then not decided, as globs without the interface's name. */
type Line = readonly [id: string, title: string, set: Readonly<Record<string, string>>, loses: readonly string[]];

/** Requirements that only a new handle decides. */
const OF_NEW_HANDLES = ['list-handles/holds-created', 'get-handle/speaks-of-handle'];
const HANDLES = ['create-handle/**', 'get-handle/**', 'list-handles/not-empty', ...OF_NEW_HANDLES];

const SETTINGS: readonly Line[] = [
  ['only-reading-allowed', 'nothing may be created', { ASSAY_ALLOW_CREATE: '' }, ['**']],
  [
    'only-files-allowed',
    'only files may be created',
    { ASSAY_ALLOW_CREATE: 'files' },
    ['create-*/**', ...OF_NEW_HANDLES],
  ],
  ['only-shares-allowed', 'only shares may be created', { ASSAY_ALLOW_CREATE: 'shares' }, ['**']],
  [
    'cdmi-listing-forbidden-and-only-reading',
    'folders may not be listed through CDMI, and nothing may be created',
    { ASSAY_ALLOW_CREATE: '' },
    ['**'],
  ],
  ['no-space-path', 'DATA_HUB_SPACE_PATH is not set', { DATA_HUB_SPACE_PATH: '' }, ['**']],
  ['no-space-id', 'DATA_HUB_SPACE_ID is not set', { DATA_HUB_SPACE_ID: '' }, ['list-spaces/holds-space']],
  [
    'no-space-id-and-bare-details',
    'DATA_HUB_SPACE_ID is not set, and details are an identifier alone',
    { DATA_HUB_SPACE_ID: '' },
    ['list-spaces/holds-space', '*/speaks-*', 'create-share/of-directory'],
  ],
  [
    'space-id-of-another',
    'DATA_HUB_SPACE_ID is that of another space than DATA_HUB_SPACE_PATH',
    {},
    ['subscribe-changes/speaks-*'],
  ],
  ['no-share-id', 'DATA_HUB_SHARE_ID is not set', { DATA_HUB_SHARE_ID: '' }, []],
  [
    'no-handle-service-id',
    'DATA_HUB_HANDLE_SERVICE_ID is not set',
    { DATA_HUB_HANDLE_SERVICE_ID: '' },
    ['list-handle-services/holds-handle-service'],
  ],
  [
    'user-with-nothing',
    'the user has neither handle services nor shares nor handles, and none is set',
    { DATA_HUB_SHARE_ID: '', DATA_HUB_HANDLE_SERVICE_ID: '' },
    ['get-handle-service/**', 'list-handle-services/*', ...HANDLES],
  ],
  [
    'no-zone',
    'only the provider is set',
    { DATA_HUB_ZONE_URL: '', DATA_HUB_SPACE_ID: '', DATA_HUB_SHARE_ID: '', DATA_HUB_HANDLE_SERVICE_ID: '' },
    ['**'],
  ],
  ['no-provider', 'only the zone is set', { DATA_HUB_PROVIDER_URL: '', DATA_HUB_SPACE_PATH: '' }, ['**']],
  ['default-upload-size', 'DATA_HUB_UPLOAD_BYTES is not set', { DATA_HUB_UPLOAD_BYTES: '' }, []],
  ['no-changes-body', 'DATA_HUB_CHANGES_BODY is not set', { DATA_HUB_CHANGES_BODY: '' }, []],
];

/** The behaviour of the deployment; turned on in the reference. */
const MET: readonly (readonly [id: string, title: string, loses?: readonly string[]])[] = [
  ['stream-reset', 'the connection of a subscription breaks', ['subscribe-changes/**']],
  ['identity-provider-down', 'the identity provider closes every connection', ['**']],
  ['named-token-reset', 'the connection breaks where a token is named', ['create-named-token/**']],
  ['grant-refusal-501', 'bad grants are refused with 501'],
  ['grant-refusal-503', 'bad grants are answered 503', ['token-grant/refuses-*']],
  ['grant-refusal-reset', 'bad grants close the connection', ['token-grant/refuses-*']],
  ['grant-refusal-text', 'bad grants are refused with a plain text, status 200'],
  ['grant-refusal-json-text', 'bad grants are refused with a JSON text, status 200'],
  ['grant-refusal-null', 'bad grants are refused with null'],
  ['grant-refusal-200', 'bad grants are refused with an error, status 200'],
  ['grant-refusal-object', 'bad grants are refused with an error that is an object'],
  ['prefixed-token-for-naming-only', 'the prefixed token is taken for naming a token alone'],
  ['gzip-and-close', 'responses are coded with gzip, and each closes its connection'],
  ['large-files-refused', 'large uploads are refused for their size', ['*/read-back*/large']],
];

/** Requirements that are not decided without an operation, beside those of the operation. */
const BUILT_ON: Readonly<Record<string, readonly string[]>> = {
  'get-handle-service': ['list-handle-services/identifiers-work', 'list-handle-services/holds-handle-service'],
  'get-space': ['list-spaces/holds-space'],
  'get-share': ['create-share/identifies-share', 'create-share/of-directory', 'create-handle/**', ...OF_NEW_HANDLES],
  'create-handle': OF_NEW_HANDLES,
  'get-handle': ['create-handle/location-leads-to-handle', 'create-handle/location', ...OF_NEW_HANDLES],
  'cdmi-read': [
    'cdmi-write/path/*',
    'cdmi-write/read-back/*',
    'lookup-file-id/path/*',
    'upload-file/name/*',
    'upload-file/read-back-cdmi/*',
  ],
  'cdmi-write': [
    '*/holds-created',
    'subscribe-changes/speaks-*',
    'lookup-file-id/identifies-file',
    'lookup-file-id/path/*',
  ],
  'lookup-file-id': [
    'list-children/**',
    'upload-file/**',
    'create-share/**',
    'create-handle/**',
    'cdmi-write/**',
    'read-content/**',
    '*/holds-created',
    'subscribe-changes/speaks-*',
    ...OF_NEW_HANDLES,
  ],
  'list-children': ['lookup-file-id/identifies-folder'],
  'read-content': [
    'lookup-file-id/identifies-file',
    'lookup-file-id/path/*',
    'cdmi-write/read-back-rest/*',
    'upload-file/read-back/*',
  ],
  'upload-file': ['subscribe-changes/speaks-after-upload'],
};

/** Turned on like variants. Where settings make one, its tags say which, as `set:NAME=value`. */
export function dataHubCircumstances(): Variant[] {
  const absent = guardedOperations('data-hub').map(
    ({ name }): Line => [
      `without-${name}`,
      `${name} is declared not to be offered`,
      { ASSAY_NOT_OFFERED: name },
      [`${name}/**`, ...(BUILT_ON[name] ?? [])],
    ],
  );
  const met = MET.map(([id, title, loses = []]): Line => [id, title, {}, loses]);
  return [...SETTINGS, ...absent, ...met].map(([id, title, set, loses]) => ({
    id,
    title,
    tags: ['circumstance', ...Object.entries(set).map(([name, value]) => `set:${name}=${value}`)],
    ...(loses.length > 0 && { loses: loses.map((glob) => `data-hub/${glob}`) }),
  }));
}

/** The settings that circumstances stand for. */
export function settingsOf(ids: readonly string[]): Record<string, string> {
  const tags = dataHubCircumstances().flatMap((variant) => (ids.includes(variant.id) ? (variant.tags ?? []) : []));
  return Object.fromEntries(
    tags.flatMap((tag) => (tag.startsWith('set:') ? [tag.slice('set:'.length).split('=') as [string, string]] : [])),
  );
}
