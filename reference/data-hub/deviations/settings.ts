/**
 * Settings that the operator leaves out, creation that is not allowed, operations declared as not offered: no
 * requirement may fail or warn.
 */
import { guardedOperations } from '../../documented-operations.ts';
import { by, type VariantTable } from '../operators.ts';
import { BARE_DETAILS } from './details.ts';
import { LISTING_FORBIDDEN } from './file-variants.ts';

/** Requirements that only a new handle decides. */
const OF_NEW_HANDLES = ['list-handles/holds-created', 'get-handle/speaks-of-handle'];
const HANDLES = ['create-handle/**', 'get-handle/**', 'list-handles/not-empty', ...OF_NEW_HANDLES];
const NO_IDENTIFIERS = { DATA_HUB_SHARE_ID: '', DATA_HUB_HANDLE_SERVICE_ID: '' };

/** Requirements that are not decided without an operation, in addition to those of the operation. */
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

export const settingsVariants = (): VariantTable => ({
  'only-reading-allowed': [[], ['**'], { ASSAY_ALLOW_CREATE: '' }],
  'only-files-allowed': [[], ['create-*/**', ...OF_NEW_HANDLES], { ASSAY_ALLOW_CREATE: 'files' }],
  'only-shares-allowed': [[], ['**'], { ASSAY_ALLOW_CREATE: 'shares' }],
  'cdmi-listing-forbidden-and-only-reading': [LISTING_FORBIDDEN, ['**'], { ASSAY_ALLOW_CREATE: '' }],
  'no-space-path': [[], ['**'], { DATA_HUB_SPACE_PATH: '' }],
  'no-space-id': [[], ['list-spaces/holds-space'], { DATA_HUB_SPACE_ID: '' }],
  'no-space-id-and-bare-details': [
    BARE_DETAILS.change,
    ['list-spaces/holds-space', '*/speaks-*', 'create-share/of-directory'],
    { DATA_HUB_SPACE_ID: '' },
  ],
  'space-id-of-another': [by.setup({}, { settingsSpace: 1 }), ['subscribe-changes/speaks-*']],
  'no-share-id': [[], [], { DATA_HUB_SHARE_ID: '' }],
  'no-handle-service-id': [[], ['list-handle-services/holds-handle-service'], { DATA_HUB_HANDLE_SERVICE_ID: '' }],
  'user-with-nothing': [
    by.setup({}, { holdings: false }),
    ['get-handle-service/**', 'list-handle-services/*', ...HANDLES],
    NO_IDENTIFIERS,
  ],
  'no-zone': [[], ['**'], { DATA_HUB_ZONE_URL: '', DATA_HUB_SPACE_ID: '', ...NO_IDENTIFIERS }],
  'no-provider': [[], ['**'], { DATA_HUB_PROVIDER_URL: '', DATA_HUB_SPACE_PATH: '' }],
  'default-upload-size': [[], [], { DATA_HUB_UPLOAD_BYTES: '' }],
  'no-changes-body': [[], [], { DATA_HUB_CHANGES_BODY: '' }],
  ...Object.fromEntries(
    guardedOperations('data-hub').map(({ name, record }) => [
      `without-${name}`,
      [
        [],
        [
          `${name}/**`,
          ...(record === undefined ? [] : [`${record}/**`.replace('data-hub/', '')]),
          ...(BUILT_ON[name] ?? []),
        ],
        { ASSAY_NOT_OFFERED: name },
      ],
    ]),
  ),
});
