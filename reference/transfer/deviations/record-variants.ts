/** Legal variants of records: members beyond the documented ones, values that the document allows but did not show. */
import type { Members } from '../../record-values.ts';
import { type Argument, type Asked, type Change, IDENTITY, isOfOthers, JOB, member, type Place } from '../operators.ts';
import { type VariantDefinition, variants } from './fault.ts';

const DELEGATION = 'transfer/delegation';

/** A record's members that change, by the variant's id: title, members, and the requirements that may be lost. */
type Rows = Readonly<
  Record<string, readonly [title: string, argument: Argument<'members'>, loses?: readonly string[] | undefined]>
>;
const ofRecord = (record: string | undefined, rows: Rows, place: Place = {}): VariantDefinition[] =>
  variants(
    Object.entries(rows).map(([id, [title, argument, loses]]) => [
      id,
      title,
      { ...(record && { record }), ...place, operator: 'members', argument },
      loses,
    ]),
  );

const list = (value: unknown): unknown[] => (value ?? []) as unknown[];

export const recordVariants = (): VariantDefinition[] => [
  ...extraMembers(),
  ...names(),
  ...identityValues(),
  ...jobValues(),
  ...otherValues(),
];

/** Own members with names that belong to every object's prototype; `fromEntries` makes them own ones. */
const OF_PROTOTYPES = Object.fromEntries(
  ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'].map((name) => [
    name,
    { polluted: true },
  ]),
);

const extraMembers = (): VariantDefinition[] => [
  ...ofRecord(undefined, {
    'more-members': [
      'members beyond the documented ones in each record',
      { more: 'x', count: 3, nothing: null, list: [1, 'a', null], nested: { job_id: 7, deeper: { user_dn: null } } },
    ],
    'more-members-like-documented': [
      'members with names like the documented ones',
      { jobId: 7, JOB_ID: null, job_id_: [], ' job_id': 1, '': 0 },
    ],
    'more-members-of-prototypes': ['members with names that every object inherits', OF_PROTOTYPES],
  }),
  ...ofRecord(IDENTITY, {
    'more-members-in-level': [
      'level has more members',
      ({ level }) => ({ level: { ...(level as Members), other: 7, more: { x: [] } } }),
    ],
  }),
  ...ofRecord(
    IDENTITY,
    {
      'more-members-in-granted-levels': [
        'granted levels have members',
        { get_granted_level_for: { transfer: 'vo', more: [1] }, get_granted_level_for_overriden: { deleg: 'all' } },
      ],
    },
    { lane: 'token' },
  ),
];

const parts = (dn: string): string[] => dn.split('/').slice(1);
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
const isOwn = ({ job, caller }: Asked): boolean => job?.userDn === caller?.userDn;

const names = (): VariantDefinition[] => [
  ...variants([
    ['dn-with-commas', 'distinguished names in comma form', named('comma', 'comma', 'comma')],
    [
      'dn-with-commas-reversed',
      'distinguished names in the order of RFC 4514',
      named('reversed', 'reversed', 'reversed'),
    ],
    ['dn-mixed', 'slash form in user_dn, comma form in dn', named('slash', 'comma', 'slash')],
    ['dn-mixed-in-jobs', 'slash form in the identity, comma form in jobs', named('slash', 'slash', 'comma')],
    [
      'dn-mixed-reversed',
      'slash form in the identity, the order of RFC 4514 in jobs',
      named('slash', 'slash', 'reversed'),
    ],
    [
      'dn-of-another-name',
      'the service knows the user by another of his names; dn contains that and the name of the proxy that was presented',
      [
        member(IDENTITY, 'user_dn', ANOTHER_NAME, { lane: 'certificate' }),
        member(IDENTITY, 'dn', (dn) => [ANOTHER_NAME, ...list(dn).slice(1)], { lane: 'certificate' }),
        member(JOB, 'user_dn', ANOTHER_NAME, { lane: 'certificate', when: isOwn }),
      ],
    ],
  ]),
  ...ofRecord(IDENTITY, {
    'dn-more': [
      'dn has more entries',
      ({ dn }) => ({ dn: ['/DC=example/CN=Another Name', ...list(dn), '/DC=example/CN=Robot'] }),
    ],
    'dn-reversed': ['dn has the proxy first', ({ dn }) => ({ dn: list(dn).toReversed() })],
  }),
  ...ofRecord(
    IDENTITY,
    Object.fromEntries(
      Object.entries({
        'e-mail': 'ada@example.org',
        uuid: '01874EFB-4735-4595-BC9C-591AEF8240C9',
        dn: '/DC=example/CN=Ada',
        number: '42',
      }).map(([what, user_dn]) => [
        `opaque-${what}`,
        [`the opaque identifier of a token looks like this: ${what}`, { user_dn }],
      ]),
    ),
    { lane: 'token' },
  ),
];

const UUIDS: Readonly<Record<string, string>> = {
  v1: 'c232ab00-9414-11ec-b3c8-9f6bdeced846',
  v3: '5df41881-3aed-3515-88a7-2f4a814cf09e',
  v5: '2ed6657d-e927-568b-95e1-2665a8aea6a2',
  v7: '017f22e2-79b0-7cc3-98c4-dc0c0c07398f',
  nil: '00000000-0000-0000-0000-000000000000',
  max: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'upper-case': '01874EFB-4735-4595-BC9C-591AEF8240C9',
};

const identityValues = (): VariantDefinition[] => [
  ...ofRecord(IDENTITY, {
    ...Object.fromEntries(
      Object.entries(UUIDS).map(([what, uuid]) => [
        `uuid-${what}`,
        [`UUIDs of the identity: ${what}`, { base_id: uuid, vos_id: [uuid] }],
      ]),
    ),
    'identity-root': ['the caller is root', { is_root: true, roles: ['root', 'admin'], level: { transfer: 'all' } }],
    'identity-empty': [
      'empty lists and strings in the identity',
      { roles: [], vos: [], vos_id: [], level: { transfer: '' } },
    ],
    'identity-without-attributes': [
      'voms_cred is empty',
      { voms_cred: [] },
      ['transfer/identity/voms_cred/with-token'],
    ],
    'identity-several-organisations': [
      'several organisations, one twice',
      ({ vos }) => ({ vos: [...list(vos), 'neighbour', 'neighbour'] }),
    ],
  }),
  ...ofRecord(
    IDENTITY,
    {
      'scopes-with-spaces': [
        'scopes separated by more than one space',
        ({ oauth2_scope }) => ({ oauth2_scope: ` ${String(oauth2_scope).replaceAll(' ', '  ')} ` }),
      ],
      'scopes-in-another-order': [
        'voms_cred has the scopes in another order, one twice',
        ({ voms_cred }) => ({ voms_cred: [...list(voms_cred), 'openid'].reverse() }),
      ],
    },
    { lane: 'token' },
  ),
  ...variants([
    [
      'delegation-id-with-letters',
      'the delegation identifier in the identity is not hexadecimal',
      [
        member(IDENTITY, 'delegation_id', (id) => `delegation ${id}/ü`),
        { operator: 'id', argument: (id) => id.replace(/^delegation (.*)\/ü$/, '$1') },
      ],
    ],
  ]),
];

/** Changes both storage endpoints. */
const endpoints =
  (change: (endpoint: string) => string) =>
  ({ source_se, dest_se }: Members): Members => ({
    source_se: change(String(source_se)),
    dest_se: change(String(dest_se)),
  });

const jobValues = (): VariantDefinition[] => [
  ...ofRecord(JOB, {
    'job-nulls': ['null wherever it is allowed', { max_time_in_queue: null, job_metadata: null, reason: null }],
    'job-no-nulls': ['no null where it need not be', { max_time_in_queue: 60, job_metadata: { a: 'b' }, reason: '' }],
    'job-empty': [
      'empty strings and maps',
      { source_space_token: '', space_token: '', job_metadata: {}, reason: '', internal_job_params: '', job_type: '' },
    ],
    'job-unknown-words': [
      'unseen types and settings',
      { job_type: 'Y', verify_checksum: 'b', internal_job_params: 'a:1,b:2' },
    ],
    'job-metadata-odd': [
      'metadata with odd names and long values',
      { job_metadata: { '': '', 'a b': 'ü😀"\\', [`x${'y'.repeat(300)}`]: 'z'.repeat(5000) } },
    ],
    'job-negative': [
      'negative integers',
      { priority: -5, retry: -2, retry_delay: -1, bring_online: -1, copy_pin_lifetime: -7, max_time_in_queue: -1 },
    ],
    'job-times-at-the-edge': [
      'a leap day, the last second of a year',
      ({ job_finished }) => ({
        submit_time: '2024-02-29T23:59:59',
        job_finished: job_finished && '9999-12-31T23:59:59',
      }),
    ],
    'job-cred-upper-case': ['delegation identifiers in capitals', { cred_id: '1A2B3C4D5E6F7081' }],
    'job-cred-long': ['delegation identifiers of another length', { cred_id: 'a1'.repeat(32) }],
    'job-long-reason': [
      'a long reason with every kind of letter',
      { reason: 'TRANSFER [70] é€😀 "quoted" \\ \u0001\n'.repeat(300) },
    ],
    'endpoint-trailing-slash': ['storage endpoints end in a slash', endpoints((endpoint) => `${endpoint}/`)],
    'endpoint-port': ['storage endpoints with the default port', endpoints(withPort)],
    'endpoint-capitals': ['storage endpoints in capitals', endpoints((endpoint) => endpoint.toUpperCase())],
  }),
  ...ofRecord(
    JOB,
    {
      'job-other-users': ['jobs of others name their users otherwise', { user_dn: 'opaque-user', cred_id: '00' }],
      ...Object.fromEntries(
        ['root', 'srm', 'gsiftp', 's3s', 'x-own+scheme.1'].map((scheme) => [
          `endpoint-scheme-${scheme.replace(/[+.]/g, '-')}`,
          [
            `listed jobs between endpoints of scheme ${scheme}`,
            { source_se: `${scheme}://storage.example.org:1094`, dest_se: `${scheme}://[2001:db8::1]` },
          ],
        ]),
      ),
    },
    { when: isOfOthers },
  ),
  ...variants([
    [
      'job-big-integers',
      'integers beyond the precision of a double',
      {
        operator: 'text',
        argument: (text) =>
          text
            .replace(/"priority":-?\d+/g, '"priority":9007199254740993')
            .replace(/"retry_delay":-?\d+/g, '"retry_delay":123456789012345678901234567890'),
      },
    ],
  ]),
];

const withPort = (endpoint: string): string => (/:\d+$/.test(endpoint) ? endpoint : `${endpoint}:443`);

const otherValues = (): VariantDefinition[] => [
  ...ofRecord(DELEGATION, {
    'delegation-empty': ['the delegation has no attributes', { voms_attrs: [] }],
    'delegation-many': [
      'the delegation has many attributes',
      { voms_attrs: Array.from({ length: 200 }, (_, i) => `/assay/group${i}/Role=NULL/Capability=NULL`) },
    ],
    'delegation-ended': ['the delegation has ended long ago', { termination_time: '1970-01-01T00:00:00' }],
  }),
  ...ofRecord(
    JOB,
    Object.fromEntries(
      ['404 Not Found', '', '200'].map((http_status, i) => [
        `http-status-${i + 1}`,
        [`http_status is "${http_status}"`, { http_status }],
      ]),
    ),
    { at: 'job-status' },
  ),
];
