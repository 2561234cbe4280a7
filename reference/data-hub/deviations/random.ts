/** Randomly drawn data hubs: they draw what the document leaves open. */
import fc, { type Arbitrary } from 'fast-check';
import { messageStyles, refusals, styled, successCodes } from '../../drawn/http.ts';
import { anyJson, inAnotherOrder, jsonStyles, oddNames, oddStrings, restyled } from '../../drawn/json.ts';
import { alternativesApart, type DrawnVariant, drawnOf, type Randomness } from '../../drawn/random.ts';
import { dataHubRunVariants } from '../deviations.ts';
import { by, type Change } from '../operators.ts';
import { statuses } from './messages.ts';

const drawn = drawnOf<Change>('data-hub');

/**
 * Identifiers without blanks: in an undocumented body, one with blanks could not be distinguished from a sentence. One
 * that could be a path, an address or a list is legal, but a client does well not to send it: it could mean another
 * object.
 */
const words = oddStrings()
  .map((text) => text.replace(/[\s\p{Cc}\ufeff]/gu, '').slice(0, 200))
  .filter((text) => text.length > 1 && !/^(?:[a-z][a-z0-9+.-]*:)?[/\\]/i.test(text) && !/^[\w-]+,/.test(text));

/** Values that cannot be taken for an identifier. */
const quiet: Arbitrary<unknown> = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.constant(0.5),
  fc.constant([]),
  fc.constant({ deeper: [null, true] }),
);

/** Whether a body is an object whose members are what it lists: one more would be one more entry. */
const isMap = (json: object) =>
  Object.keys(json).length > 1 &&
  Object.values(json).every((value) => typeof value === 'object' || typeof value === 'string');

const VARIANTS: readonly DrawnVariant<Change>[] = [
  drawn(
    'identifiers',
    fc.record({ before: words, after: fc.constantFrom('', '/', '=', '+', '%', 'é', '~', '.x') }),
    ({ before, after }) => by.id({}, (_usual, { element }) => `${before}${element}${after}x`),
    // Identifiers of named tokens are redacted like tokens. If other identifiers begin in the same way, and the stream
    // is closed within one, the end of the stream is redacted, too.
    ({ before }) => (before.length >= 8 ? ['data-hub/subscribe-changes/speaks-after-*'] : []),
  ),
  // Visible ASCII, as a header can contain it; shorter texts could be any word of an undocumented response.
  drawn(
    'named-tokens',
    fc.oneof(
      fc.stringMatching(/^[A-Za-z0-9._~+=|-]{16,60}$/),
      fc.stringMatching(/^[A-Za-z0-9._-]{10}$/).map((text) => text.repeat(300)),
    ),
    (text) => by.token({ record: 'named-token' }, (_usual, { element = 0 }) => `${text}${element}`),
  ),
  drawn(
    'members',
    fc.record({
      extra: fc.array(
        fc.tuple(
          oddNames().filter(
            (name) => !/next|more|last|page|cursor|total|count|offset|limit|range|token|id$/i.test(name),
          ),
          quiet,
        ),
        { maxLength: 4 },
      ),
      order: fc.nat(),
    }),
    ({ extra, order }) =>
      by.set({}, (json) => {
        if (typeof json !== 'object' || json === null || Array.isArray(json)) return json as object;
        // An empty object stays empty: that may be a fault.
        const more = isMap(json) || Object.keys(json).length === 0 ? {} : Object.fromEntries(extra);
        return inAnotherOrder({ ...more, ...json }, order) as object;
      }),
  ),
  drawn('json-writing', jsonStyles(), (style) => by.rewrite({}, (text) => restyled(text, style))),
  drawn(
    'success-codes',
    fc.record(
      { read: successCodes, made: successCodes, written: successCodes, stream: successCodes },
      { requiredKeys: [] },
    ),
    (codes) => statuses(codes as Parameters<typeof statuses>[0]),
  ),
  drawn(
    'streams',
    fc.record({
      opening: fc.array(fc.constantFrom('\n', ': hello\n\n', 'retry: 100\n\n', '{"ready":true}\n', '\r\n'), {
        maxLength: 2,
      }),
      heartbeat: fc.constantFrom(undefined, '\n', '\r\n', ': beat\n\n', '{"type":"heartbeat"}\n'),
      before: fc.constantFrom('', 'data: ', '\u001e', 'event: change\ndata: ', '[', '  '),
      after: fc.constantFrom('\n', '\r\n', '\n\n', ']\n', ''),
      extra: fc.dictionary(oddNames(), anyJson(), { maxKeys: 3 }),
      pieces: fc.integer({ min: 1, max: 40 }),
    }),
    ({ opening, heartbeat, before, after, extra, pieces }) =>
      by.stream(
        {},
        {
          opening,
          heartbeat,
          frames: (event) => {
            const whole = `${before}${JSON.stringify({ ...extra, ...event })}${after}`;
            const size = Math.max(1, Math.ceil(whole.length / pieces));
            return Array.from({ length: Math.ceil(whole.length / size) }, (_, at) =>
              whole.slice(at * size, (at + 1) * size),
            );
          },
        },
      ),
  ),
  drawn(
    'location',
    fc.record({
      slash: fc.boolean(),
      query: fc.stringMatching(/^[a-z0-9=&%._-]{0,12}$/),
      fragment: fc.stringMatching(/^[a-z0-9/?._-]{0,8}$/),
    }),
    ({ slash, query, fragment }) =>
      by.identify('create-handle', (usual = '') =>
        usual.includes('?')
          ? usual
          : `${usual}${slash && !usual.endsWith('/') ? '/' : ''}${query && `?${query}`}${fragment && `#${fragment}`}`,
      ),
  ),
  drawn(
    'refusals',
    fc.array(refusals(), { minLength: 1, maxLength: 8 }),
    (ways) =>
      by.refuse(
        { when: ({ operation }) => operation !== 'token-grant' },
        (usual, { operation = '', lane = '' }) => ways[(operation.length * 3 + lane.length) % ways.length] ?? usual,
      ),
    (ways) => [
      // After an attempt that reports success, the caller must stop: its creation cannot be removed.
      ...(ways.some(({ status }) => status < 300)
        ? ['create-share', 'create-handle', 'create-named-token'].map((operation) => `data-hub/${operation}/refuses/*`)
        : []),
      // The status 429 does not show that the service distinguishes a named token from an invalid one.
      ...(ways.some(({ status }) => status === 429) ? ['data-hub/create-named-token/usable-token'] : []),
    ],
  ),
  drawn('messages', messageStyles(), (style) => by.response({}, styled(style))),
];

/** Variants of which only one can apply: each is another response to the same request. */
const ALTERNATIVES: readonly RegExp[] = [
  /^lists-(?!reversed|long)/,
  /^cdmi-listing-/,
  /^details-/,
  /^lookup-/,
  /^made-/,
  /^ids-/,
  /^location-/,
  /^stream-/,
  /^named-token-(jwt|macaroon|6k|short|hidden)$/,
  /^named-token-(as-text|nested|alone|renamed|in-array|hidden)$/,
  /^oidc-token-/,
  /^(refresh-)/,
  /^token-response-/,
  /^(status-made|status-written)-/,
  /^status-stream-/,
  /^headers-(lower|upper)/,
  /^coding-/,
  /^type-/,
  /^json-/,
  /^refusal-/,
];

/** A missing setting or capability takes away what other variants need, so each is drawn by itself. */
const ALONE: ReadonlySet<string> = new Set(dataHubRunVariants().map(({ id }) => id));

const arrange = (variants: readonly string[]) =>
  alternativesApart(variants.length > 1 ? variants.filter((one) => !ALONE.has(one)) : variants, ALTERNATIVES);

/** Random data hubs. */
export const dataHubRandomness = (): Randomness<Change> => ({
  variants: VARIANTS,
  amid: /\/(json-writing|messages|success-codes|members)$/,
  arrange,
});
