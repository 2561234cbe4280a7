/** Legal variants of records: members beyond the documented ones, values that the document allows but did not show. */
import { each, series } from '../../change.ts';
import type { Members } from '../../record-values.ts';
import {
  type Argument,
  by,
  type Call,
  type Change,
  IDENTITY,
  isOfOthers,
  JOB,
  member,
  type Place,
  type VariantTable,
} from '../operators.ts';

const DELEGATION = 'transfer/delegation';

/** Returns a record's members that change, by the name of the variant. */
const ofRecord = (
  record: string | undefined,
  rows: Readonly<Record<string, Argument<'members'>>>,
  place: Place = {},
): VariantTable => each(rows, (argument) => by.members({ ...(record && { record }), ...place }, argument));

const list = (value: unknown): unknown[] => (value ?? []) as unknown[];

/** Own members with names that belong to every object's prototype; `fromEntries` makes them own ones. */
const OF_PROTOTYPES = series(
  '',
  ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'],
  () => ({ polluted: true }),
);

const EXTRA_MEMBERS: VariantTable = {
  ...ofRecord(undefined, {
    'more-members': {
      more: 'x',
      count: 3,
      nothing: null,
      list: [1, 'a', null],
      nested: { job_id: 7, deeper: { user_dn: null } },
    },
    'more-members-like-documented': { jobId: 7, JOB_ID: null, job_id_: [], ' job_id': 1, '': 0 },
    'more-members-of-prototypes': OF_PROTOTYPES,
  }),
  ...ofRecord(IDENTITY, {
    'more-members-in-level': ({ level }) => ({ level: { ...(level as Members), other: 7, more: { x: [] } } }),
  }),
  ...ofRecord(
    IDENTITY,
    {
      'more-members-in-granted-levels': {
        get_granted_level_for: { transfer: 'vo', more: [1] },
        get_granted_level_for_overriden: { deleg: 'all' },
      },
    },
    { lane: 'token' },
  ),
};

const parts = (dn: string) => dn.split('/').slice(1);
/** Forms of a distinguished name. */
export const NAME_FORMS = {
  slash: (dn: string) => dn,
  comma: (dn: string) => parts(dn).join(', '),
  'comma-tight': (dn: string) => parts(dn).join(','),
  reversed: (dn: string) => parts(dn).reverse().join(','),
} as const;
type NameForm = keyof typeof NAME_FORMS;

/** Names in these forms in `user_dn` and `dn` of the identity and in jobs, tokens' opaque identifiers aside. */
export const named = (user: NameForm, dn: NameForm, job: NameForm): readonly Change[] => {
  const inForm = (form: NameForm) => (value: unknown) =>
    typeof value === 'string' && value.startsWith('/') ? NAME_FORMS[form](value) : value;
  return [
    member(IDENTITY, 'user_dn', inForm(user)),
    member(IDENTITY, 'dn', (value) => list(value).map(inForm(dn))),
    member(JOB, 'user_dn', inForm(job)),
  ];
};

const ANOTHER_NAME = '/DC=example/DC=elsewhere/CN=Ada Another';
const isOwn = ({ job, caller }: Call) => job?.userDn === caller?.userDn;

const NAMES: VariantTable = {
  'dn-with-commas': named('comma', 'comma', 'comma'),
  'dn-with-commas-reversed': named('reversed', 'reversed', 'reversed'),
  'dn-mixed': named('slash', 'comma', 'slash'),
  'dn-mixed-in-jobs': named('slash', 'slash', 'comma'),
  'dn-mixed-reversed': named('slash', 'slash', 'reversed'),
  'dn-of-another-name': [
    member(IDENTITY, 'user_dn', ANOTHER_NAME, { lane: 'certificate' }),
    member(IDENTITY, 'dn', (dn) => [ANOTHER_NAME, ...list(dn).slice(1)], { lane: 'certificate' }),
    member(JOB, 'user_dn', ANOTHER_NAME, { lane: 'certificate', when: isOwn }),
  ],
  ...ofRecord(IDENTITY, {
    'dn-more': ({ dn }) => ({ dn: ['/DC=example/CN=Another Name', ...list(dn), '/DC=example/CN=Robot'] }),
    'dn-reversed': ({ dn }) => ({ dn: list(dn).toReversed() }),
  }),
  ...ofRecord(
    IDENTITY,
    {
      'opaque-e-mail': { user_dn: 'ada@example.org' },
      'opaque-uuid': { user_dn: '01874EFB-4735-4595-BC9C-591AEF8240C9' },
      'opaque-dn': { user_dn: '/DC=example/CN=Ada' },
      'opaque-number': { user_dn: '42' },
    },
    { lane: 'token' },
  ),
};

const UUIDS: Readonly<Record<string, string>> = {
  v1: 'c232ab00-9414-11ec-b3c8-9f6bdeced846',
  v3: '5df41881-3aed-3515-88a7-2f4a814cf09e',
  v5: '2ed6657d-e927-568b-95e1-2665a8aea6a2',
  v7: '017f22e2-79b0-7cc3-98c4-dc0c0c07398f',
  nil: '00000000-0000-0000-0000-000000000000',
  max: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'upper-case': '01874EFB-4735-4595-BC9C-591AEF8240C9',
};

const IDENTITY_VALUES: VariantTable = {
  ...ofRecord(IDENTITY, {
    ...each(
      UUIDS,
      (uuid) => ({ base_id: uuid, vos_id: [uuid] }),
      (name) => `uuid-${name}`,
    ),
    'identity-root': { is_root: true, roles: ['root', 'admin'], level: { transfer: 'all' } },
    'identity-empty': { roles: [], vos: [], vos_id: [], level: { transfer: '' } },
    'identity-several-organisations': ({ vos }) => ({ vos: [...list(vos), 'neighbour', 'neighbour'] }),
  }),
  ...ofRecord(
    IDENTITY,
    {
      'scopes-with-spaces': ({ oauth2_scope }) => ({ oauth2_scope: ` ${String(oauth2_scope).replaceAll(' ', '  ')} ` }),
      'scopes-in-another-order': ({ voms_cred }) => ({ voms_cred: [...list(voms_cred), 'openid'].reverse() }),
    },
    { lane: 'token' },
  ),
  'identity-without-attributes': [member(IDENTITY, 'voms_cred', []), ['identity/voms_cred/with-token']],
  'delegation-id-with-letters': [
    member(IDENTITY, 'delegation_id', (id) => `delegation ${id}/ü`),
    by.id({}, (id) => id.replace(/^delegation (.*)\/ü$/, '$1')),
  ],
};

/** Changes both storage endpoints. */
const endpoints =
  (change: (endpoint: string) => string) =>
  ({ source_se, dest_se }: Members) => ({
    source_se: change(String(source_se)),
    dest_se: change(String(dest_se)),
  });

const withPort = (endpoint: string) => (/:\d+$/.test(endpoint) ? endpoint : `${endpoint}:443`);

const JOB_VALUES: VariantTable = {
  ...ofRecord(JOB, {
    'job-nulls': { max_time_in_queue: null, job_metadata: null, reason: null },
    'job-no-nulls': { max_time_in_queue: 60, job_metadata: { a: 'b' }, reason: '' },
    'job-empty': {
      source_space_token: '',
      space_token: '',
      job_metadata: {},
      reason: '',
      internal_job_params: '',
      job_type: '',
    },
    'job-unknown-words': { job_type: 'Y', verify_checksum: 'b', internal_job_params: 'a:1,b:2' },
    'job-metadata-odd': { job_metadata: { '': '', 'a b': 'ü😀"\\', [`x${'y'.repeat(300)}`]: 'z'.repeat(5000) } },
    'job-negative': {
      priority: -5,
      retry: -2,
      retry_delay: -1,
      bring_online: -1,
      copy_pin_lifetime: -7,
      max_time_in_queue: -1,
    },
    'job-times-at-the-edge': ({ job_finished }) => ({
      submit_time: '2024-02-29T23:59:59',
      job_finished: job_finished && '9999-12-31T23:59:59',
    }),
    'job-cred-upper-case': { cred_id: '1A2B3C4D5E6F7081' },
    'job-cred-long': { cred_id: 'a1'.repeat(32) },
    'job-long-reason': { reason: 'TRANSFER [70] é€😀 "quoted" \\ \u0001\n'.repeat(300) },
    'endpoint-trailing-slash': endpoints((endpoint) => `${endpoint}/`),
    'endpoint-port': endpoints(withPort),
    'endpoint-capitals': endpoints((endpoint) => endpoint.toUpperCase()),
  }),
  ...ofRecord(
    JOB,
    {
      'job-other-users': { user_dn: 'opaque-user', cred_id: '00' },
      ...Object.fromEntries(
        ['root', 'srm', 'gsiftp', 's3s', 'x-own+scheme.1'].map((scheme) => [
          `endpoint-scheme-${scheme.replace(/[+.]/g, '-')}`,
          { source_se: `${scheme}://storage.example.org:1094`, dest_se: `${scheme}://[2001:db8::1]` },
        ]),
      ),
    },
    { when: isOfOthers },
  ),
  'job-big-integers': by.text({}, (text) =>
    text
      .replace(/"priority":-?\d+/g, '"priority":9007199254740993')
      .replace(/"retry_delay":-?\d+/g, '"retry_delay":123456789012345678901234567890'),
  ),
};

const OTHER_VALUES: VariantTable = {
  ...ofRecord(DELEGATION, {
    'delegation-empty': { voms_attrs: [] },
    'delegation-many': {
      voms_attrs: Array.from({ length: 200 }, (_, i) => `/assay/group${i}/Role=NULL/Capability=NULL`),
    },
    'delegation-ended': { termination_time: '1970-01-01T00:00:00' },
  }),
  ...ofRecord(
    JOB,
    {
      'http-status-1': { http_status: '404 Not Found' },
      'http-status-2': { http_status: '' },
      'http-status-3': { http_status: '200' },
    },
    { at: 'job-status' },
  ),
};

export const RECORDS: VariantTable = {
  ...EXTRA_MEMBERS,
  ...NAMES,
  ...IDENTITY_VALUES,
  ...JOB_VALUES,
  ...OTHER_VALUES,
};
