/** What the document leaves open of a library's requests: headers, media type, targets, carriage, TLS, further requests. */
import fc, { type Arbitrary } from 'fast-check';
import { type Freedom, freedom } from '../random.ts';
import type { Behaviour } from './drawn.ts';

/** Headers that change what a message means or how long it is, and those that could hold a credential. */
const MEANT = /^(content-|transfer-|connection$|host$|upgrade|te$|trailer$|keep-alive$|expect$|range$|if-|accept-encoding$)|auth|token|cookie/i;
const TOKEN = "!#$%&'*+-.^_`|~abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

const headerNames = (): Arbitrary<string> =>
  fc
    .oneof(
      fc.constantFrom(
        'User-Agent',
        'Accept',
        'Accept-Language',
        'Accept-Charset',
        'Date',
        'Via',
        'X-Request-Id',
        'Origin',
        'Referer',
        '__proto__',
        'constructor',
      ),
      fc.string({ unit: fc.constantFrom(...TOKEN), minLength: 1, maxLength: 20 }),
    )
    .filter((name) => !MEANT.test(name));

/** Visible ASCII, with blanks inside only (RFC 9110 section 5.5). */
const headerValues = (): Arbitrary<string> => fc.string({ maxLength: 60 }).map((value) => value.trim());

const spellings = fc.constantFrom('kept', 'lower', 'upper', 'mixed');

const headers = (): Freedom<Behaviour> =>
  freedom({
    id: 'client-library/freedom/headers',
    title: 'any further headers of requests, User-Agent and Accept among them, their names in any case',
    values: fc.record({
      further: fc.uniqueArray(fc.tuple(headerNames(), headerValues()), { maxLength: 8, selector: ([name]) => name.toLowerCase() }),
      spelling: spellings,
    }),
    behaviour: (value) => [{ do: 'headers', ...value }],
  });

const cased = (text: string): Arbitrary<string> =>
  fc.constantFrom(
    text,
    text.toUpperCase(),
    text.replace(/[a-z]/g, (letter, at: number) => (at % 2 === 0 ? letter.toUpperCase() : letter)),
  );

const mediaTypes = (): Freedom<Behaviour> =>
  freedom({
    id: 'client-library/freedom/media-type',
    title: 'the media type in any case, with any parameters (RFC 9110 section 8.3.1), also where there is no body',
    values: fc.record({
      text: fc
        .tuple(
          cased('application/json'),
          fc.array(fc.tuple(fc.constantFrom(';', '; ', ' ; '), fc.stringMatching(/^[a-z]{1,8}=([a-z0-9-]{1,8}|"[ -!#-[\]-~]{0,12}")$/)), { maxLength: 3 }),
        )
        .map(([type, parameters]) => type + parameters.flat().join('')),
      always: fc.boolean(),
    }),
    behaviour: (value) => [{ do: 'media-type', ...value }],
  });

const segment = '[A-Za-z0-9._~!$&()*+,;=:@-]';
const queries = (): Arbitrary<string> => fc.stringMatching(/^([A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-F]{2}){0,24}$/);

const targets = (): Freedom<Behaviour> =>
  freedom({
    id: 'client-library/freedom/targets',
    title: 'slashes before paths, queries behind them, and any path that names the job which is read',
    values: fc.record({
      slashes: fc.integer({ min: 0, max: 4 }),
      query: queries(),
      before: fc.option(
        fc.stringMatching(new RegExp(`^(/${segment}{1,10}){1,4}(/|\\?[a-z_]{1,8}=)$`)).filter((path) => !path.startsWith('/delegation/')),
        { nil: '' },
      ),
      behind: fc.constantFrom('', '', '/', '/status', '/files/0'),
    }),
    behaviour: (value) => [{ do: 'targets', ...value }],
  });

/** Methods that change nothing; what they are answered is left alone. */
const harmless = fc.tuple(
  fc.constantFrom('GET', 'HEAD', 'OPTIONS'),
  fc.oneof(
    fc.constantFrom('/', '/whoami', '/jobs', '/config', '/delegation/0', '/optimizer/current'),
    fc.stringMatching(/^(\/[A-Za-z0-9._~-]{1,10}){1,3}(\?[a-z]{1,4}=[a-z0-9]{0,4})?$/),
  ),
);

const furtherRequests = (): Freedom<Behaviour> =>
  freedom({
    id: 'client-library/freedom/further-requests',
    title: 'further requests when a context is made, before a call is carried out, or behind it',
    values: fc.record({ requests: fc.array(harmless, { minLength: 1, maxLength: 3 }), when: fc.constantFrom('before', 'behind', 'in-context') }),
    behaviour: (value) => [{ do: 'further-requests', ...value }],
  });

const carriage = (): Freedom<Behaviour> =>
  freedom({
    id: 'client-library/freedom/carriage',
    title: 'requests by http.client or urllib, in HTTP/1.0, over connections that are kept; bodies in pieces of any size',
    values: fc.record({
      by: fc.constantFrom('plain', 'urllib', 'http-1.0', 'kept'),
      pieces: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 2000 })),
    }),
    behaviour: (value) => [{ do: 'carried', ...value }],
  });

const tls = (): Freedom<Behaviour> =>
  freedom({
    id: 'client-library/freedom/tls',
    title: 'TLS 1.2 or 1.3, any protocols offered, any curve, authorities from any of the usual variables',
    values: fc.record({
      version: fc.option(fc.constantFrom('1.2', '1.3'), { nil: null }),
      protocols: fc.constantFrom([], ['http/1.1'], ['h2', 'http/1.1']),
      curve: fc.option(fc.constantFrom('prime256v1', 'secp384r1', 'secp521r1'), { nil: null }),
      trust: fc.option(fc.constantFrom('SSL_CERT_FILE', 'SSL_CERT_DIR', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE', 'X509_CERT_DIR', 'X509_CERT_FILE'), {
        nil: null,
      }),
    }),
    // In TLS 1.2 the curve of the certificate has to be among those that are offered (RFC 8422 section 5.1.1); that of ours is the first.
    loses: ({ version, curve }) => (version === '1.2' && curve !== null && curve !== 'prime256v1' ? ['client-library/**'] : []),
    behaviour: (value) => [{ do: 'tls', ...value }],
  });

/** Freedoms of requests, those nearest to the wire first. */
export const messageFreedoms = (): Freedom<Behaviour>[] => [tls(), carriage(), mediaTypes(), headers(), targets(), furtherRequests()];
