/** Wrong values of the settings of the data hub. */
import { createDataHubReference } from '../../reference/data-hub/index.ts';
import type { Asked, Deployment } from './deployment.ts';
import { BEFORE_CREDENTIALS, inOperation, READ, says, type WrongValue, wrongValues } from './wrong-settings.ts';

const PATH_OPERATIONS = ['cdmi-list', 'cdmi-read', 'cdmi-write', 'lookup-file-id', 'list-files'] as const;
const DIRECTORY_OPERATIONS = ['list-children', 'upload-file', 'create-share'] as const;

type Wrong = Record<string, string>;

const identifier = (setting: string, values: Wrong, operations: readonly string[]): WrongValue[] =>
  wrongValues(setting, values, (value) => inOperation(operations, says(value)), READ);

/** Returns a file in place of a directory: it is found, and every operation that needs a directory rejects it. */
function fileAsSpacePath(): WrongValue {
  const path = ['assay-space', 'archive', 'other.txt'];
  const id = createDataHubReference().state.files.at(path)?.id ?? '';
  const whole = path.join('/');
  const needsFolder = ({ operation, path: asked }: Asked) =>
    (['cdmi-list', 'list-files'].includes(operation ?? '') && asked.includes(whole)) ||
    (PATH_OPERATIONS.some((one) => one === operation) && asked.includes(`${whole}/`)) ||
    (DIRECTORY_OPERATIONS.some((one) => one === operation) && asked.includes(id));
  return {
    setting: 'DATA_HUB_SPACE_PATH',
    wrong: 'a file',
    env: { DATA_HUB_SPACE_PATH: whole },
    carriedBy: needsFolder,
    read: true,
  };
}

const baseAddress = (setting: string, origin: string): WrongValue[] =>
  wrongValues(
    setting,
    { 'wrong path prefix': `${origin}/wrong` },
    () => (asked) => asked.origin === origin && asked.path.startsWith('/wrong/'),
    BEFORE_CREDENTIALS,
  );

export function wrongDataHub(deployment: Deployment): WrongValue[] {
  const space = deployment.setting('DATA_HUB_SPACE_ID');
  const share = deployment.setting('DATA_HUB_SHARE_ID');
  const grant = (setting: string, values: Wrong): WrongValue[] =>
    identifier(setting, values, ['token-grant']).map((one) => ({ ...one, beforeCredentials: true }));
  return [
    ...grant('DATA_HUB_AUTH_REALM', {
      absent: 'no-such-realm',
      'a client': 'realm-named-as-a-client',
      malformed: 'hub%zz',
      'of another user': 'master',
    }),
    ...grant('DATA_HUB_AUTH_CLIENT_ID', {
      absent: 'no-such-client',
      'a realm': 'client-named-as-a-realm',
      malformed: 'client id?',
      'of another user': 'client-of-bo',
    }),
    ...wrongValues(
      'DATA_HUB_IDP_PREFIX',
      { absent: 'no-such-idp', 'a realm': 'hub', malformed: '!!', 'of another user': 'idp-of-bo' },
      (value) => (asked) => asked.headers['x-auth-token']?.startsWith(`${value}:`) ?? false,
      BEFORE_CREDENTIALS,
    ),
    ...identifier(
      'DATA_HUB_SPACE_ID',
      { absent: 'no-such-space', 'a share': share, malformed: '%zz //', 'of another user': 'space-of-bo' },
      ['get-space', 'subscribe-changes'],
    ),
    ...identifier(
      'DATA_HUB_SPACE_PATH',
      {
        'absent space': 'no-such-space',
        'absent folder': 'assay-space/no-such-folder',
        malformed: 'assay-space/bad%zz',
        'of another user': 'space-of-bo',
      },
      PATH_OPERATIONS,
    ),
    fileAsSpacePath(),
    ...identifier(
      'DATA_HUB_SHARE_ID',
      { absent: 'no-such-share', 'a space': space, malformed: '%zz //', 'of another user': 'share-of-bo' },
      ['get-share', 'create-handle'],
    ),
    ...identifier(
      'DATA_HUB_HANDLE_SERVICE_ID',
      { absent: 'no-such-service', 'a space': space, malformed: '%zz //', 'of another user': 'service-of-bo' },
      ['get-handle-service', 'create-handle'],
    ),
    ...identifier(
      'DATA_HUB_CHANGES_BODY',
      {
        'unknown member': '{"since":"yesterday"}',
        'another kind': '["from"]',
        'wrong value': '{"from":-1}',
        text: '"now"',
      },
      ['subscribe-changes'],
    ),
    ...baseAddress('DATA_HUB_AUTH_URL', 'https://auth.reference'),
    ...baseAddress('DATA_HUB_ZONE_URL', 'https://zone.reference'),
    ...baseAddress('DATA_HUB_PROVIDER_URL', 'https://provider.reference'),
  ];
}
