/** Drawn variants of requests and submissions: headers, targets, transport, TLS; JSON, members, files. */
import fc from 'fast-check';
import { headerNames, headerValues } from '../../drawn/http.ts';
import { extraMembers } from '../../drawn/json.ts';
import { type DrawnVariant, drawnOf, weighted } from '../../drawn/random.ts';
import { always, changesAt, job, type LibraryChange, status, transfer } from '../changes.ts';

const drawn = drawnOf<LibraryChange>('client-library');

/** Headers that change the meaning or the length of a message, and those that could contain a credential. */
const MEANT =
  /^(content-|transfer-|connection$|host$|upgrade|te$|trailer$|keep-alive$|expect$|range$|if-|accept-encoding$)|auth|token|cookie/i;
const COMMON = 'User-Agent Accept Accept-Language Accept-Charset Date Via X-Request-Id Origin Referer'.split(' ');

const cased = (text: string) =>
  fc.constantFrom(
    text,
    text.toUpperCase(),
    text.replace(/[a-z]/g, (letter, at: number) => (at % 2 === 0 ? letter.toUpperCase() : letter)),
  );

const mediaTypeParameters = fc.array(
  fc.tuple(fc.constantFrom(';', '; ', ' ; '), fc.stringMatching(/^[a-z]{1,8}=([a-z0-9-]{1,8}|"[ -!#-[\]-~]{0,12}")$/)),
  {
    maxLength: 3,
  },
);

const segment = '[A-Za-z0-9._~!$&()*+,;=:@-]';
const queries = () => fc.stringMatching(/^([A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-F]{2}){0,24}$/);

/** Methods without effect; the responses to them stay unchanged. */
const harmless = fc.tuple(
  fc.constantFrom('GET', 'HEAD', 'OPTIONS'),
  fc.oneof(
    fc.constantFrom('/', '/whoami', '/jobs', '/config', '/delegation/0', '/optimizer/current'),
    fc.stringMatching(/^(\/[A-Za-z0-9._~-]{1,10}){1,3}(\?[a-z]{1,4}=[a-z0-9]{0,4})?$/),
  ),
);

const TRUST = [
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'REQUESTS_CA_BUNDLE',
  'CURL_CA_BUNDLE',
  'X509_CERT_DIR',
  'X509_CERT_FILE',
];

/** Members of TLSVersion of Python. */
const VERSIONS = { '1.2': 0x303, '1.3': 0x304 } as const;

const space = fc.constantFrom('', ' ', '\n', '\t', '\r\n', '   ');
const between = (sign: string) => fc.tuple(space, space).map(([before, behind]) => `${before}${sign}${behind}`);
const FIELDS = ['sources', 'destinations', 'source_tokens', 'destination_tokens', 'checksum', 'filesize', 'metadata'];

/** Returns further members, or a long text without a meaning. */
const further = (known: readonly string[]) =>
  weighted(
    [2, fc.constant({})],
    [5, extraMembers(new Set(known))],
    [1, fc.integer({ min: 1000, max: 60_000 }).map((length) => ({ padding: 'é'.repeat(length) }))],
  );

const drawnRequests = () => [
  drawn(
    'tls',
    fc.record({
      version: fc.option(fc.constantFrom('1.2', '1.3'), { nil: null }),
      protocols: fc.constantFrom<string[]>([], ['http/1.1'], ['h2', 'http/1.1']),
      curve: fc.option(fc.constantFrom('prime256v1', 'secp384r1', 'secp521r1'), { nil: null }),
      trust: fc.option(fc.constantFrom(...TRUST), { nil: null }),
    }),
    ({ version, protocols, curve, trust }) => [
      ...(trust === null ? [] : [always('/connection/trust', 'set', [trust])]),
      always('/tls', 'configure', {
        ...(version && { minimum_version: VERSIONS[version], maximum_version: VERSIONS[version] }),
        ...(protocols.length > 0 && { set_alpn_protocols: protocols }),
        ...(curve && { set_ecdh_curve: curve }),
      }),
    ],
    // In TLS 1.2 the curve of the certificate has to be among those that are offered (RFC 8422, section 5.1.1); that of
    // ours is the first.
    ({ version, curve }) =>
      version === '1.2' && curve !== null && curve !== 'prime256v1' ? ['client-library/**'] : [],
  ),
  drawn(
    'carriage',
    fc.record({
      by: fc.constantFrom('plain', 'urllib', 'http-1.0', 'kept'),
      pieces: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 2000 })),
    }),
    (carriage) => always('/send', 'carry', carriage),
  ),
  drawn(
    'media-type',
    fc.record({
      text: fc
        .tuple(cased('application/json'), mediaTypeParameters)
        .map(([type, parameters]) => type + parameters.flat().join('')),
      always: fc.boolean(),
    }),
    ({ text, always }) => changesAt(always ? undefined : 'submit')('/request/headers/Content-Type', 'set', text),
  ),
  drawn(
    'headers',
    fc.record({
      further: fc.uniqueArray(fc.tuple(headerNames(COMMON, MEANT), headerValues()), {
        maxLength: 8,
        selector: ([name]) => name.toLowerCase(),
      }),
      names: fc.constantFrom('kept', 'lower', 'upper', 'mixed'),
    }),
    ({ further, names }) => [
      always('/request/headers', 'merge', { behind: Object.fromEntries(further) }),
      always('/send', 'carry', { names }),
    ],
  ),
  drawn(
    'targets',
    fc.record({
      slashes: fc.integer({ min: 0, max: 4 }),
      query: queries(),
      before: fc.option(
        fc
          .stringMatching(new RegExp(`^(/${segment}{1,10}){1,4}(/|\\?[a-z_]{1,8}=)$`))
          .filter((path) => !path.startsWith('/delegation/')),
        { nil: '' },
      ),
      behind: fc.constantFrom('', '', '/', '/status', '/files/0'),
    }),
    ({ slashes, query, before, behind }) => [
      ...(before ? [status('/request/path', 'replace', ['^.*/', before])] : []),
      status('/request/path', 'replace', ['$', behind]),
      always('/request/path', 'replace', ['^', '/'.repeat(slashes)]),
      ...(query
        ? [
            always('/request/path', 'replace', ['^(.*[?].*)$', `\\1&${query}`]),
            always('/request/path', 'replace', ['^([^?]*)$', `\\1?${query}`]),
          ]
        : []),
    ],
  ),
  drawn(
    'further-requests',
    fc.record({
      requests: fc.array(harmless, { minLength: 1, maxLength: 3 }),
      when: fc.constantFrom('before', 'behind', 'in-context'),
    }),
    ({ requests, when }) =>
      changesAt(when === 'in-context' ? 'Context' : ['whoami', 'submit', 'get_job_status'])(
        when === 'before' ? '/arguments' : '/result',
        'further',
        requests,
      ),
  ),
];

const drawnSubmissions = () => [
  drawn(
    'submission-members',
    fc.record({
      top: further(['files', 'params']),
      params: further(['overwrite']),
      file: further(FIELDS),
      overwrite: fc.option(fc.boolean(), { nil: null }),
      leftOut: fc.subarray(['filesize', 'metadata']),
    }),
    ({ top, params, file, overwrite, leftOut }) => [
      ...leftOut.map((member) => transfer(`/file/${member}`, 'drop')),
      transfer('/file', 'merge', { before: file }),
      job('/job', 'merge', { before: top }),
      job('/job/params', 'merge', {
        before: params,
        ...(overwrite !== null && { behind: { overwrite } }),
      }),
    ],
  ),
  drawn('order-of-files', fc.shuffledSubarray([0, 1, 2], { minLength: 3 }), (order) =>
    job('/job/files', 'pick', { 3: order }),
  ),
  drawn(
    'json-writing',
    fc.record({
      order: fc.option(fc.nat(), { nil: null }),
      indent: fc.option(fc.oneof(fc.nat({ max: 8 }), fc.constant('\t')), { nil: null }),
      separators: fc.tuple(between(','), between(':')),
      ascii_only: fc.boolean(),
      escaped_slashes: fc.boolean(),
      around: fc.tuple(space, space),
    }),
    (style) => always('/text', 'write', style),
  ),
];

/** Drawn variants of requests and submissions, in the order in which they are applied. */
export const drawnMessages = (): DrawnVariant<LibraryChange>[] => [...drawnRequests(), ...drawnSubmissions()];
