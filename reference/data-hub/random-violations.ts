/** Random contradictions of single statements of the data hub. */
import fc, { type Arbitrary } from 'fast-check';
import { guardedOperations } from '../documented-operations.ts';
import { type DrawnFault, drawnFault, weighted } from '../random.ts';
import { oddStrings } from '../random-json.ts';
import { uuids } from '../random-values.ts';
import { IS_OF_KIND } from './corruptions.ts';
import { segmentsOf } from './paths.ts';
import { problem, type Reply } from './reply.ts';
import type { Behaviour } from './service.ts';

type Drawn = Arbitrary<DrawnFault<Behaviour>>;
const violation = drawnFault<Behaviour>;

const row = (statement: string): string => `data-hub/${statement}`;
const shown = (value: unknown): string => (JSON.stringify(value) ?? '').slice(0, 60);

/** Octets that are other octets. */
const spoilers: Arbitrary<{ readonly what: string; readonly make: (octets: Uint8Array) => Uint8Array }> = fc
  .oneof(
    fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.integer({ min: 1, max: 255 })).map(([share, bits]) => ({
      what: `an octet changed at ${share.toFixed(3)}`,
      make: (octets: Uint8Array) => {
        const copy = Uint8Array.from(octets);
        const at = Math.floor(copy.length * share);
        if (copy.length > 0) copy[at] = (copy[at] ?? 0) ^ bits;
        return copy;
      },
    })),
    fc.double({ min: 0, max: 0.999, noNaN: true }).map((share) => ({
      what: `cut off at ${share.toFixed(3)}`,
      make: (octets: Uint8Array) => octets.subarray(0, Math.floor(octets.length * share)),
    })),
    fc
      .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.uint8Array({ minLength: 1, maxLength: 20 }))
      .map(([share, put]) => ({
        what: `${put.length} octets put in at ${share.toFixed(3)}`,
        make: (octets: Uint8Array) => {
          const at = Math.floor(octets.length * share);
          return Buffer.concat([octets.subarray(0, at), put, octets.subarray(at)]);
        },
      })),
    fc
      .tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.integer({ min: 1, max: 50 }))
      .map(([share, length]) => ({
        what: `${length} octets left out at ${share.toFixed(3)}`,
        make: (octets: Uint8Array) => {
          const at = Math.floor(octets.length * share);
          return Buffer.concat([octets.subarray(0, at), octets.subarray(at + length)]);
        },
      })),
  )
  .map(({ what, make }) => ({
    what,
    make: (octets) => {
      const made = make(octets);
      return Buffer.from(octets).equals(made) ? Buffer.concat([octets, Buffer.from([7])]) : made;
    },
  }));

const WAYS = [
  ['cdmi-write/read-back', 'cdmi', 'cdmi'],
  ['cdmi-write/read-back-rest', 'cdmi', 'rest'],
  ['upload-file/read-back', 'rest', 'rest'],
  ['upload-file/read-back-cdmi', 'rest', 'cdmi'],
] as const;

const bytes: Drawn = fc
  .tuple(fc.constantFrom(...WAYS), fc.constantFrom(...Object.keys(IS_OF_KIND)), spoilers)
  .map(([[statement, written, reading], kind, { what, make }]) =>
    violation(row(`${statement}/${kind}`), `${statement}, ${kind}: ${what}`, {
      read: (octets, as, by) =>
        as === written && by === reading && IS_OF_KIND[kind]?.(octets) ? make(octets) : octets,
    }),
  );

const operations = fc.constantFrom(...guardedOperations('data-hub').map(({ name }) => name));

const broken: Drawn = fc
  .tuple(operations, fc.constantFrom(404, 405, 410, 500, 501, 401))
  // Only the prefixed token goes there, so that it is not accepted may be the credential's fault.
  .filter(([operation, status]) => !(operation === 'create-named-token' && status === 401))
  .chain(([operation, status]) => oddStrings().map((message) => ({ operation, status, message })))
  .map(({ operation, status, message }) =>
    violation(row(`${operation}/answers`), `${operation} is answered ${status}`, {
      instead: (asked) => (asked === operation ? problem(status, 'error', 'broken', message) : undefined),
    }),
  );

const letIn: Drawn = fc
  .tuple(operations, fc.constantFrom('none', 'empty-token', 'garbage-token'))
  .map(([operation, kind]) =>
    violation(row(`${operation}/refuses/${kind}`), `${operation} lets ${kind} in`, {
      letsIn: (asked, token) => asked === operation && token === kind,
    }),
  );

/** Changes the successful answers of an operation. */
const onReply = (operation: string, change: (reply: Reply) => Reply): Behaviour => ({
  reply: (reply, asked) => (asked === operation && reply.status < 300 ? change(reply) : reply),
});
const withJson =
  (json: unknown) =>
  (reply: Reply): Reply => ({ ...reply, body: { json } });

const LISTS = [
  'list-handle-services',
  'list-spaces',
  'list-handles',
  'cdmi-list',
  'list-children',
  'list-files',
] as const;
const DETAILS = ['get-handle-service', 'get-space', 'get-share', 'get-handle', 'lookup-file-id'] as const;
const blank = fc.constantFrom('', ' ', '\n', '\r\n\t ', '  \n');

const emptied: Drawn = fc
  .oneof(
    fc.tuple(
      fc.constantFrom<string>(...LISTS, ...DETAILS),
      fc.oneof(
        blank.map((text): Reply['body'] => ({ text, type: 'application/json' })),
        fc.constant<Reply['body']>({ json: null }),
        fc.constant<Reply['body']>(undefined),
      ),
    ),
    fc.tuple(
      fc.constantFrom<string>(...LISTS),
      fc.constantFrom<unknown>([], {}, { items: [] }).map((json): Reply['body'] => ({ json })),
    ),
    fc.tuple(
      fc.constantFrom<string>(...DETAILS),
      fc.constantFrom<unknown>([], {}, '', ' ').map((json): Reply['body'] => ({ json })),
    ),
  )
  .map(([operation, body]) =>
    violation(
      row(`${operation}/not-empty`),
      `${operation} answers with ${shown(body)}`,
      onReply(operation, ({ body: _body, ...bare }) => (body === undefined ? bare : { ...bare, body })),
    ),
  );

const noTexts = fc.oneof(
  fc.constant(null),
  fc.integer(),
  fc.boolean(),
  fc.array(oddStrings(), { maxLength: 2 }),
  fc.dictionary(oddStrings(), oddStrings(), { maxKeys: 2 }),
);
const grants: Drawn = fc.oneof(
  fc.option(noTexts, { nil: undefined }).map((token) =>
    violation(
      row('token-response/access_token'),
      token === undefined ? 'no access_token' : `access_token is ${shown(token)}`,
      onReply('token-grant', (reply) => {
        const { access_token: _gone, ...others } = (
          reply.body && 'json' in reply.body ? reply.body.json : {}
        ) as Record<string, unknown>;
        return { ...reply, body: { json: token === undefined ? others : { ...others, access_token: token } } };
      }),
    ),
  ),
  fc
    .oneof(
      oddStrings(),
      fc.jsonValue().map((value) => JSON.stringify(value)),
    )
    .filter((text) => !/^\s*\{/.test(text))
    .map((text) =>
      violation(
        row('token-grant/returns-json-object'),
        `the token response is ${shown(text)}`,
        onReply('token-grant', (reply) => ({ ...reply, body: { text, type: 'application/json' } })),
      ),
    ),
);

const deadIdentifiers: Drawn = fc
  .tuple(fc.constantFrom('folder', 'file', 'share', 'location', 'token'), uuids())
  .map(([of, id]): DrawnFault<Behaviour> => {
    if (of === 'location')
      return violation(row('create-handle/location-leads-to-handle'), `Location leads to ${id}`, {
        location: (usual) => usual.replace(/[^/]+$/, id),
      });
    if (of === 'share')
      return violation(
        row('create-share/identifies-share'),
        `the new share is ${id}`,
        onReply('create-share', withJson({ shareId: id })),
      );
    if (of === 'token')
      return violation(
        row('create-named-token/usable-token'),
        `the named token is ${id}`,
        onReply('create-named-token', withJson({ tokenId: 'x', token: `${id}${id}` })),
      );
    return violation(row(`lookup-file-id/identifies-${of}`), `a ${of} is identified as ${id}`, {
      reply: (reply, operation, { state, raw }) => {
        if (operation !== 'lookup-file-id' || reply.status >= 300) return reply;
        const isFolder = state.files.at(segmentsOf(raw[0] ?? ''))?.children !== undefined;
        return isFolder === (of === 'folder') ? { ...reply, body: { json: { fileId: id } } } : reply;
      },
    });
  });

const noLocation: Drawn = fc.constantFrom(undefined, '', ' ').map((location) =>
  violation(row('create-handle/location'), `Location is ${location === undefined ? 'missing' : 'blank'}`, {
    location: () => location,
  }),
);

// A quarter of a short wait suffices for listening.
const endingStreams: Drawn = fc
  .integer({ min: 0, max: 40 })
  .map((streamEndsMs) =>
    violation(row('subscribe-changes/stays-open'), `a subscription ends after ${streamEndsMs} ms`, { streamEndsMs }),
  );

const silentStreams: Drawn = fc
  .tuple(fc.constantFrom('cdmi-write', 'upload'), fc.constantFrom(undefined, '\n', ': x\n\n', '\r\n'))
  .map(([way, heartbeat]) =>
    violation(
      row(`subscribe-changes/speaks-after-${way}`),
      `a subscription says ${shown(heartbeat)} alone`,
      { stream: { opening: [], heartbeat, frames: () => [] } },
      'warn',
    ),
  );

/** One statement, contradicted at random. */
export const dataHubViolations = (): Drawn =>
  weighted(
    [12, bytes],
    [6, broken],
    [6, letIn],
    [5, emptied],
    [3, grants],
    [4, deadIdentifiers],
    [1, noLocation],
    [1, endingStreams],
    [1, silentStreams],
  );
