/** Values of settings that an honest server does not accept, and the requests that carry them. */
import { createDataHubReference } from '../../reference/data-hub/index.ts';
import { uuidOf } from '../../reference/transfer/jobs.ts';
import type { Asked, Deployment } from './deployment.ts';
import { inOperation, says, type WrongValue } from './wrong-settings.ts';

const READ = { read: true } as const;
const BEFORE_CREDENTIALS = { read: true, beforeCredentials: true } as const;

type Carried = WrongValue['carriedBy'];

const wrong = (
  setting: string,
  values: string[],
  carriedBy: (value: string) => Carried,
  more: Pick<WrongValue, 'read' | 'beforeCredentials'> = {},
): WrongValue[] =>
  values.map((value) => ({ setting, env: { [setting]: value }, carriedBy: carriedBy(value), ...more }));

const sentIn =
  (...operations: string[]) =>
  (value: string) =>
    inOperation(operations, says(value));
const always = () => () => true;
const below =
  (origin: string): ((value: string) => Carried) =>
  () =>
  (asked) =>
    asked.origin === origin && asked.path.startsWith('/wrong/');

/**
 * A wrong Status is left out: where the other values are accepted, the operator says with TICKET_BRIDGE_VALUES that
 * this one is, too.
 */
function ticketBridge(deployment: Deployment): WrongValue[] {
  const values = JSON.parse(deployment.setting('TICKET_BRIDGE_VALUES')) as Record<string, string>;
  return [
    ...wrong('TICKET_BRIDGE_NAMESPACE', ['urn:example:NoSuchHandler', 'no-namespace'], (value) => says(`="${value}"`)),
    ...['Requestor', 'Priority', 'AffectedSite'].flatMap((part) =>
      ['no-such-value', 'a@@b..%00'].map((value) => ({
        setting: 'TICKET_BRIDGE_VALUES',
        env: { TICKET_BRIDGE_VALUES: JSON.stringify({ ...values, [part]: value }) },
        carriedBy: ({ body }: Asked) =>
          new RegExp(`<(?:[\\w.-]+:)?${part}[\\s>]`).test(body) && body.includes(`>${value}<`),
      })),
    ),
    ...wrong('TICKET_BRIDGE_HEADERS', ['{"Authorization":"Basic bm9ib2R5Ondyb25n"}', '{"X-Tenant":"?"}'], always),
    ...wrong(
      'TICKET_BRIDGE_URL',
      ['http://ticket-bridge.reference/NoAuth/no-such-bridge', 'http://ticket-bridge.reference/'],
      always,
    ),
  ];
}

function transfer(): WrongValue[] {
  const inSubmissions = (settings: string[], ...values: string[]) =>
    settings.flatMap((setting) => wrong(setting, values, sentIn('submit-job')));
  return [
    ...wrong('TRANSFER_VO', ['no-such-vo', 'vo with/slash%zz'], sentIn('list-jobs'), READ),
    ...inSubmissions(
      ['TRANSFER_SOURCE', 'TRANSFER_DESTINATION', 'TRANSFER_SOURCE_2', 'TRANSFER_DESTINATION_2'],
      'https://no-such-host.example.org/data/file',
      'davs://storage..example.org:99999/data/%zz',
    ),
    ...inSubmissions(['TRANSFER_SOURCE_TOKEN', 'TRANSFER_DESTINATION_TOKEN'], 'no-such-token', 'eyJhbGciOiJub25lIn0..'),
    ...inSubmissions(['TRANSFER_CHECKSUM'], 'ADLER32:zzzz'),
    ...wrong('TRANSFER_CHECKSUM', ['NOSUCH', 'NOSUCH:1a2b3c4d'], () => inOperation(['submit-job'], says('"NOSUCH'))),
    ...wrong(
      'TRANSFER_JOB_STATUS_PATH',
      ['/no-such-path/{job_id}', '/jobs//{job_id}'],
      (path) => (asked) =>
        asked.method === 'GET' && new RegExp(`^${path.replace('{job_id}', '[0-9a-f-]{36}')}$`).test(asked.path),
      READ,
    ),
    ...wrong('TRANSFER_FINISHED_JOB_ID', [uuidOf('no such job'), 'not-a-uuid'], sentIn('job-status'), READ),
    ...wrong(
      'TRANSFER_URL',
      ['https://transfer.reference/wrong'],
      below('https://transfer.reference'),
      BEFORE_CREDENTIALS,
    ),
  ];
}

const PATH_OPERATIONS = ['cdmi-list', 'cdmi-read', 'cdmi-write', 'lookup-file-id', 'list-files'];
const DIRECTORY_OPERATIONS = ['list-children', 'upload-file', 'create-share'];

/** A file where a directory should be: it is found, and everything that needs a directory is rejected. */
function fileAsSpacePath(): WrongValue[] {
  const path = ['assay-space', 'archive', 'other.txt'];
  const id = createDataHubReference().state.files.at(path)?.id ?? '';
  const needsFolder =
    (whole: string): Carried =>
    ({ operation = '', path: asked }) =>
      (['cdmi-list', 'list-files'].includes(operation) && asked.includes(whole)) ||
      (PATH_OPERATIONS.includes(operation) && asked.includes(`${whole}/`)) ||
      (DIRECTORY_OPERATIONS.includes(operation) && asked.includes(id));
  return wrong('DATA_HUB_SPACE_PATH', [path.join('/')], needsFolder, READ);
}

function dataHub(): WrongValue[] {
  const identifiers: Record<string, string[]> = {
    DATA_HUB_SPACE_ID: ['get-space', 'subscribe-changes'],
    DATA_HUB_SHARE_ID: ['get-share', 'create-handle'],
    DATA_HUB_HANDLE_SERVICE_ID: ['get-handle-service', 'create-handle'],
  };
  return [
    ...['DATA_HUB_AUTH_REALM', 'DATA_HUB_AUTH_CLIENT_ID'].flatMap((setting) =>
      wrong(setting, ['no-such-name', 'bad%zz'], sentIn('token-grant'), BEFORE_CREDENTIALS),
    ),
    ...wrong(
      'DATA_HUB_IDP_PREFIX',
      ['no-such-idp', '!!'],
      (value) => (asked) => asked.headers['x-auth-token']?.startsWith(`${value}:`) ?? false,
      BEFORE_CREDENTIALS,
    ),
    ...Object.entries(identifiers).flatMap(([setting, operations]) =>
      wrong(setting, ['no-such-thing', '%zz //'], sentIn(...operations), READ),
    ),
    ...wrong(
      'DATA_HUB_SPACE_PATH',
      ['no-such-space', 'assay-space/no-such-folder', 'assay-space/bad%zz'],
      sentIn(...PATH_OPERATIONS),
      READ,
    ),
    ...fileAsSpacePath(),
    ...wrong('DATA_HUB_CHANGES_BODY', ['{"since":"yesterday"}', '["from"]'], sentIn('subscribe-changes'), READ),
    ...['auth', 'zone', 'provider'].flatMap((service) => {
      const origin = `https://${service}.reference`;
      return wrong(`DATA_HUB_${service.toUpperCase()}_URL`, [`${origin}/wrong`], below(origin), BEFORE_CREDENTIALS);
    }),
  ];
}

export const WRONG_VALUES: Record<string, (deployment: Deployment) => WrongValue[]> = {
  'ticket-bridge': ticketBridge,
  transfer,
  'data-hub': dataHub,
};
