/** Random contradictions of single statements of the data hub: the listed faults, and some with drawn arguments. */
import fc, { type Arbitrary } from 'fast-check';
import { oddStrings } from '../../drawn/json.ts';
import { type DrawnFault, drawnFault, listedFault, shown, weighted } from '../../drawn/random.ts';
import { uuids } from '../../drawn/values.ts';
import { faults } from '../faults.ts';
import { by, type Change } from '../operators.ts';
import { BYTE_WAYS, CONTENT_KINDS, spoiling } from './byte-faults.ts';

type Drawn = Arbitrary<DrawnFault<Change>>;
const fault = (statement: string, what: string, changes: Change): DrawnFault<Change> =>
  drawnFault(`data-hub/${statement}`, what, changes);

/** Bytes that are other bytes: at some place, some of them are left out, and others put in. */
const spoilers = fc
  .record({
    share: fc.double({ min: 0, max: 0.999, noNaN: true }),
    out: fc.oneof(fc.integer({ min: 0, max: 50 }), fc.constant(Number.MAX_SAFE_INTEGER)),
    put: fc.oneof(fc.constant(new Uint8Array()), fc.uint8Array({ minLength: 1, maxLength: 20 })),
  })
  .map(({ share, out, put }) => ({
    what: `${put.length} bytes in the place of ${out} at ${share.toFixed(3)}`,
    make: (bytes: Uint8Array): Uint8Array => {
      const at = Math.floor(bytes.length * share);
      const made = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + out)]);
      return made.equals(bytes) ? Buffer.concat([made, Buffer.from([7])]) : made;
    },
  }));

const bytes: Drawn = fc
  .tuple(fc.constantFrom(...BYTE_WAYS), fc.constantFrom(...Object.entries(CONTENT_KINDS)), spoilers)
  .map(([way, [kind, is], { what, make }]) =>
    fault(`${way}/${kind}`, `${way}, ${kind}: ${what}`, spoiling(way, is, make)),
  );

const noTexts: Arbitrary<unknown> = fc.oneof(
  fc.constant(null),
  fc.integer(),
  fc.boolean(),
  fc.array(oddStrings(), { maxLength: 2 }),
  fc.dictionary(oddStrings(), oddStrings(), { maxKeys: 2 }),
);
const accessTokens: Drawn = noTexts.map((token) =>
  fault(
    'token-response/access_token',
    `access_token is ${shown(token, 60)}`,
    by.set({ at: 'token-grant', path: 'access_token' }, token as null),
  ),
);
const noObjects: Drawn = fc
  .oneof(
    oddStrings(),
    fc.jsonValue().map((value) => JSON.stringify(value)),
  )
  .filter((text) => !/^\s*\{/.test(text))
  .map((text) =>
    fault(
      'token-grant/returns-json-object',
      `the token response is ${shown(text, 60)}`,
      by.reply('token-grant', { body: { text, type: 'application/json' } }),
    ),
  );

/** Places in which a response names something, by the statement that the name works. */
const NAMES: Readonly<Record<string, { readonly at: string; readonly record?: string }>> = {
  'lookup-file-id/identifies-folder': { at: 'lookup-file-id', record: 'folder' },
  'lookup-file-id/identifies-file': { at: 'lookup-file-id', record: 'file' },
  'create-share/identifies-share': { at: 'create-share', record: 'share' },
  'create-named-token/usable-token': { at: 'create-named-token' },
  'create-handle/location-leads-to-handle': { at: 'create-handle' },
};
const deadNames: Drawn = fc.tuple(fc.constantFrom(...Object.entries(NAMES)), uuids()).map(([[statement, place], id]) =>
  fault(
    statement,
    `${statement}: it is named ${id}`,
    by.identify({ ...place }, (usual = '', { operation }) => {
      if (operation === 'create-named-token') return `${id}${id}`;
      return usual.startsWith('/') ? usual.replace(/[^/]+$/, id) : id;
    }),
  ),
);

// A run listens for at least 50 ms before the first change, so each of these subscriptions ends too early.
const endingStreams: Drawn = fc
  .integer({ min: 0, max: 40 })
  .map((ends) =>
    fault('subscribe-changes/stays-open', `a subscription ends after ${ends} ms`, by.stream({}, { ends })),
  );

/** Returns a statement, contradicted at random. */
export const drawnFaults = (): Drawn =>
  weighted(
    [20, listedFault(faults())],
    [12, bytes],
    [2, accessTokens],
    [2, noObjects],
    [4, deadNames],
    [1, endingStreams],
  );
