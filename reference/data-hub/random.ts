/** Randomly drawn data hubs. */
import fc, { type Arbitrary } from 'fast-check';
import { type DrawnVariant, drawnVariant, type Randomness } from '../random.ts';
import { messageStyles, styledMessage } from '../random-http.ts';
import { anyJson, inAnotherOrder, jsonStyles, oddNames, oddStrings, restyled } from '../random-json.ts';
import { urls } from '../random-values.ts';
import type { ReferenceResponse } from '../types.ts';
import { dataHubCircumstances } from './circumstances.ts';
import { dataHubViolations } from './random-violations.ts';
import type { Reply } from './reply.ts';
import type { Behaviour } from './service.ts';

/**
 * Identifiers without blanks: in an undocumented body, one with blanks could not be distinguished from a sentence. One that could be a path,
 * an address or a list is lawful, but a client does well not to send it: it could mean another object.
 */
const words: Arbitrary<string> = oddStrings()
  .map((text) => text.replace(/[\s\p{Cc}\ufeff]/gu, '').slice(0, 200))
  .filter((text) => text.length > 1 && !/^(?:[a-z][a-z0-9+.-]*:)?[/\\]/i.test(text) && !/^[\w-]+,/.test(text));

const identifiers = (): DrawnVariant<Behaviour> =>
  drawnVariant(
    'data-hub/freedom/identifiers',
    'any identifiers without blanks',
    fc.record({ before: words, after: fc.constantFrom('', '/', '=', '+', '%', 'é', '~', '.x') }),
    ({ before, after }): Behaviour => ({ identifier: (_usual, _kind, count) => `${before}${count}${after}x` }), // The identifier of a named token is kept secret like the token. Where others begin like it, and the stream is closed amid one, its end is hidden.
    ({ before }) => (before.length >= 8 ? ['data-hub/subscribe-changes/speaks-after-*'] : []),
  );

/** Visible ASCII, as a header can hold it; shorter ones could be any word of an answer that is not shown. */
const tokens = (): DrawnVariant<Behaviour> =>
  drawnVariant(
    'data-hub/freedom/named-tokens',
    'named tokens of any visible characters and any length',
    fc.oneof(
      fc.stringMatching(/^[A-Za-z0-9._~+=|-]{16,60}$/),
      fc.stringMatching(/^[A-Za-z0-9._-]{10}$/).map((text) => text.repeat(300)),
    ),
    (text): Behaviour => ({ namedToken: (count) => `${text}${count}` }),
  );

/** Values that cannot be taken for an identifier. */
const quiet: Arbitrary<unknown> = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.constant(0.5),
  fc.constant([]),
  fc.constant({ deeper: [null, true] }),
);

/** Whether a body is an object whose members are what it lists: one more would be one more entry. */
const isMap = (json: object): boolean =>
  Object.keys(json).length > 1 &&
  Object.values(json).every((value) => typeof value === 'object' || typeof value === 'string');

const members = (): DrawnVariant<Behaviour> =>
  drawnVariant(
    'data-hub/freedom/members',
    'members without meaning around lists and details, and any order of members',
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
    ({ extra, order }): Behaviour => ({
      reply: (reply) => {
        const { body } = reply;
        if (
          body === undefined ||
          !('json' in body) ||
          typeof body.json !== 'object' ||
          body.json === null ||
          Array.isArray(body.json)
        )
          return reply;
        const more = isMap(body.json) ? {} : Object.fromEntries(extra);
        return { ...reply, body: { json: inAnotherOrder({ ...more, ...body.json }, order) } };
      },
    }),
  );

const isJson = ({ headers, body }: ReferenceResponse): boolean =>
  body instanceof Uint8Array &&
  body.length > 0 &&
  headers.some(([name, value]) => name.toLowerCase() === 'content-type' && /json/i.test(value)) &&
  !headers.some(([name]) => name.toLowerCase() === 'content-encoding');

const writing = (): DrawnVariant<Behaviour> =>
  drawnVariant(
    'data-hub/freedom/json-writing',
    'white space, escapes and other writings of integers in JSON',
    jsonStyles(),
    (style): Behaviour => ({
      message: (response, operation) =>
        operation === undefined || operation === 'cdmi-read' || operation === 'read-content' || !isJson(response)
          ? response
          : {
              ...response,
              headers: response.headers.filter(([name]) => name.toLowerCase() !== 'content-length'),
              body: Buffer.from(restyled(Buffer.from(response.body as Uint8Array).toString('utf8'), style)),
            },
    }),
  );

const messages = (): DrawnVariant<Behaviour> =>
  drawnVariant(
    'data-hub/freedom/messages',
    'headers in any case and order and further ones, content codings, chunks, a moment of delay',
    messageStyles(),
    (style): Behaviour => ({
      message: (response, _operation, { headers }) => styledMessage(response, style, headers['accept-encoding'] ?? ''),
    }),
  );

/** Codes of success with a body: 204 and 205 have none, 206 answers ranges. */
const success = fc.integer({ min: 200, max: 299 }).filter((status) => ![204, 205, 206].includes(status));

const statuses = (): DrawnVariant<Behaviour> =>
  drawnVariant(
    'data-hub/freedom/success-codes',
    'any code of success for what is read, made and written',
    fc.record({ read: success, made: success, written: success, stream: success }, { requiredKeys: [] }),
    (codes): Behaviour => ({
      reply: (reply) => ({
        ...reply,
        status:
          reply.status < 300 && reply.status !== 204
            ? ((codes as Partial<Record<Reply['kind'], number>>)[reply.kind] ?? reply.status)
            : reply.status,
      }),
    }),
  );

const streams = (): DrawnVariant<Behaviour> =>
  drawnVariant(
    'data-hub/freedom/streams',
    'a subscription that speaks in any framing, with any heartbeat',
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
    ({ opening, heartbeat, before, after, extra, pieces }): Behaviour => ({
      stream: {
        opening,
        heartbeat,
        frames: (text) => {
          const whole = `${before}${JSON.stringify({ ...extra, ...(JSON.parse(text) as object) })}${after}`;
          const size = Math.max(1, Math.ceil(whole.length / pieces));
          return Array.from({ length: Math.ceil(whole.length / size) }, (_, at) =>
            whole.slice(at * size, (at + 1) * size),
          );
        },
      },
    }),
  );

const locations = (): DrawnVariant<Behaviour> =>
  drawnVariant(
    'data-hub/freedom/location',
    'a Location with a slash at its end, a query, a fragment',
    fc.record({
      slash: fc.boolean(),
      query: fc.stringMatching(/^[a-z0-9=&%._-]{0,12}$/),
      fragment: fc.stringMatching(/^[a-z0-9/?._-]{0,8}$/),
    }),
    ({ slash, query, fragment }): Behaviour => ({
      location: (usual) =>
        usual.includes('?')
          ? usual
          : `${usual}${slash && !usual.endsWith('/') ? '/' : ''}${query === '' ? '' : `?${query}`}${fragment === '' ? '' : `#${fragment}`}`,
    }),
  );

const text = (status: number, content: string, type: string): Reply => ({
  status,
  kind: 'refusal',
  body: { text: content, type },
});
const refusal: Arbitrary<Reply> = fc.oneof(
  fc
    .tuple(fc.integer({ min: 400, max: 499 }), anyJson())
    .map(([status, json]): Reply => ({ status, kind: 'refusal', body: { json } })),
  fc
    .tuple(fc.constantFrom(400, 401, 403, 500, 501), fc.string({ maxLength: 100 }))
    .map(([status, content]) => text(status, content, 'text/plain')),
  fc
    .tuple(fc.constantFrom(301, 302, 303, 307, 308), urls())
    .map(([status, url]): Reply => ({ status, kind: 'refusal', headers: [['Location', url]] })),
  fc
    .string({ maxLength: 40 })
    .map((content) => text(200, `<!DOCTYPE html><title>Sign in</title><p>${content}</p>`, 'text/html')),
  fc.constant<Reply>({ status: 401, kind: 'refusal', connection: 'reset' }),
);

const refusals = (): DrawnVariant<Behaviour> =>
  drawnVariant(
    'data-hub/freedom/refusals',
    'any way of saying no, another for each operation and kind of credential',
    fc.array(refusal, { minLength: 1, maxLength: 8 }),
    (ways): Behaviour => ({ refusal: (operation, token) => ways[(operation.length * 3 + token.length) % ways.length] }), // After an attempt that reports success, the caller must stop: its creation cannot be removed.
    (ways) =>
      ways.some(({ status }) => status < 300)
        ? ['create-share', 'create-handle', 'create-named-token'].map((operation) => `data-hub/${operation}/refuses/*`)
        : [],
  );

/** Variants of which only one can hold: each is another answer to the same question. */
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

/** A missing setting or capability takes away what other variants need, so each is drawn alone. */
const ALONE: ReadonlySet<string> = new Set(dataHubCircumstances().map(({ id }) => id));

function arrange(variants: readonly string[]): string[] {
  const kept: string[] = [];
  for (const id of variants.length > 1 ? variants.filter((one) => !ALONE.has(one)) : variants) {
    if (!ALTERNATIVES.some((group) => group.test(id) && kept.some((other) => group.test(other)))) kept.push(id);
  }
  return kept;
}

/** Freedoms and violations of the data hub. */
export function dataHubRandomness(): Randomness<Behaviour> {
  return {
    variants: [
      identifiers(),
      tokens(),
      members(),
      writing(),
      statuses(),
      streams(),
      locations(),
      refusals(),
      messages(),
    ],
    faults: dataHubViolations(),
    arrange,
    // A variant must not change texts that freedoms rewrite, or read in their usual form.
    holdsBeside: (id) =>
      !ALONE.has(id) &&
      !/^(ids-|named-token-(jwt|macaroon|6k|short)|json-|coding-|stream-|refusal-|status-|lists-map|lists-odd|type-|handle-id-odd)/.test(
        id,
      ),
  };
}
