/** Randomly drawn transfer services. */
import fc, { type Arbitrary } from 'fast-check';
import { guardedOperations } from '../documented-operations.ts';
import { schemasOf } from '../package-root.ts';
import { type DrawnVariant, drawnVariant, type Randomness } from '../random.ts';
import { messageStyles, styledMessage } from '../random-http.ts';
import { anyJson, inAnotherOrder, jsonStyles, restyled } from '../random-json.ts';
import { urls } from '../random-values.ts';
import { readRecords } from '../record-values.ts';
import type { ReferenceResponse } from '../types.ts';
import { jsonResponse, textResponse } from './answers.ts';
import type { Behaviour } from './behaviour.ts';
import { recordFreedoms } from './random-records.ts';
import { transferViolations } from './random-violations.ts';
import { onText, withType } from './variant.ts';
import { variantDefinitions } from './variants.ts';

/** Codes of success that a whole answer with a body can have: 204 and 205 have no body, 206 answers ranges (RFC 9110 section 15.3). */
const success = fc.integer({ min: 200, max: 299 }).filter((status) => ![204, 205, 206].includes(status));

const lists = (): DrawnVariant<Behaviour> =>
  drawnVariant(
    'transfer/freedom/list-size',
    'any number of jobs, in any order',
    fc.record({ count: fc.integer({ min: 0, max: 200 }), reversed: fc.boolean() }),
    ({ count, reversed }): Behaviour => ({
      jobs: { count },
      json: (value, { operation }) =>
        operation === 'list-jobs' && reversed && Array.isArray(value) ? [...value].reverse() : value,
    }), // Where nothing is listed, and what was submitted is gone once it is cancelled, no job can be read after a try.
    ({ count }) =>
      count === 0 ? ['transfer/job/**', 'transfer/list-jobs/vo-name-filters', 'transfer/job-status/refuses/*'] : [],
  );

const lives = (): DrawnVariant<Behaviour> =>
  drawnVariant(
    'transfer/freedom/lives',
    'jobs move on at any pace, and a cancellation takes a moment',
    fc.record({
      active: fc.integer({ min: 0, max: 40 }),
      finished: fc.constantFrom(0, 5, 30, 1_000_000),
      cancelling: fc.integer({ min: 0, max: 40 }),
    }),
    ({ active, finished, cancelling }): Behaviour => ({
      jobs: {
        activeAfter: active,
        finishedAfter: finished,
        cancel: (job, now) => {
          job.cancelledAt = now + cancelling;
        },
      },
    }),
    ({ finished }) => (finished < 1000 ? ['transfer/cancel-job/leaves-a-trace'] : []),
  );

const identifiers = (): DrawnVariant<Behaviour> =>
  drawnVariant(
    'transfer/freedom/job-ids',
    'identifiers of jobs of any version, in any case',
    fc.record({
      version: fc.constantFrom(...'0123456789abcdef'),
      variant: fc.constantFrom(...'0123456789abcdef'),
      upper: fc.constantFrom('never', 'where-read', 'always'),
    }),
    ({ version, variant, upper }): Behaviour => ({
      jobs: { shape: (uuid) => uuid.replace(/^(.{14}).(.{4})./, `$1${version}$2${variant}`) },
      record: (id, members) => {
        const applies = upper === 'always' ? 'job_id' in members : upper === 'where-read' && id === 'transfer/job';
        return applies ? { ...members, job_id: String(members.job_id).toUpperCase() } : members;
      },
    }),
  );

const statuses = (): DrawnVariant<Behaviour> =>
  drawnVariant(
    'transfer/freedom/success-codes',
    'any code of success, another for each operation',
    fc.record(Object.fromEntries(guardedOperations('transfer').map(({ name }) => [name, success])), {
      requiredKeys: [],
    }),
    (codes): Behaviour => ({
      answer: (response, { operation }) =>
        response.status >= 200 && response.status < 300
          ? { ...response, status: codes[operation] ?? response.status }
          : response,
    }),
  );

const cancelBodies = (): DrawnVariant<Behaviour> =>
  drawnVariant(
    'transfer/freedom/cancel-body',
    'any answer to a cancellation',
    fc.oneof(
      fc.constant<Partial<ReferenceResponse>>({ status: 204, headers: [], body: new Uint8Array() }),
      anyJson().map((value): Partial<ReferenceResponse> => ({ body: Buffer.from(JSON.stringify(value)) })),
      fc
        .uint8Array({ maxLength: 40 })
        .map((body): Partial<ReferenceResponse> => ({ body, headers: [['Content-Type', 'application/octet-stream']] })),
    ),
    (made): Behaviour => ({
      answer: (response, { operation }) =>
        operation === 'cancel-job' && response.status < 300 ? { ...response, ...made } : response,
    }),
  );

const mediaTypes = (): DrawnVariant<Behaviour> =>
  drawnVariant(
    'transfer/freedom/media-type',
    'any media type, or none',
    fc.option(
      fc.tuple(
        fc.stringMatching(/^[a-z]{1,8}\/[a-zA-Z0-9.+-]{1,20}$/),
        fc.constantFrom('', '; charset=utf-8', ';charset="UTF-8"', ' ; q=1;v=2'),
      ),
      {
        nil: undefined,
      },
    ),
    (type): Behaviour => withType(type?.join('')),
  );

const writing = (): DrawnVariant<Behaviour> =>
  drawnVariant(
    'transfer/freedom/json-writing',
    'JSON with its members in any order, white space, escapes, other writings of integers',
    fc.record({ order: fc.option(fc.nat(), { nil: undefined }), style: jsonStyles() }),
    ({ order, style }): Behaviour => ({
      json: (value) => (order === undefined ? value : inAnotherOrder(value, order)),
      ...onText((text, { operation }) => (operation === 'cancel-job' ? text : restyled(text, style))),
    }),
  );

const messages = (): DrawnVariant<Behaviour> =>
  drawnVariant(
    'transfer/freedom/messages',
    'headers in any case and order and further ones, content codings, chunks, a moment of delay',
    messageStyles(),
    (style): Behaviour => {
      const styled = (response: ReferenceResponse, accepted: string | undefined) =>
        styledMessage(response, style, accepted);
      return {
        answer: (response, { request }) => styled(response, request.headers['accept-encoding']),
        refusal: (response, _kind, { request }) => styled(response, request.headers['accept-encoding']),
      };
    },
  );

/** Forms of refusals. A 5xx other than 500 and 501 would be inconclusive, and a refusal must not look like a success. */
const refusal: Arbitrary<ReferenceResponse> = fc.oneof(
  fc.tuple(fc.integer({ min: 400, max: 499 }), anyJson()).map(([status, value]) => jsonResponse(status, value)),
  fc
    .tuple(fc.constantFrom(400, 401, 403, 500, 501), fc.string({ maxLength: 200 }))
    .map(([status, text]) => textResponse(status, text, 'text/plain')),
  fc
    .tuple(fc.constantFrom(301, 302, 303, 307, 308), urls())
    .map(([status, url]): ReferenceResponse => ({ status, headers: [['Location', url]], body: new Uint8Array() })),
  fc
    .string({ maxLength: 40 })
    .map((text) => textResponse(200, `<!DOCTYPE html><title>Sign in</title><p>${text}</p>`, 'text/html')),
  fc.string({ maxLength: 40 }).map((error) => jsonResponse(200, { error })),
  fc.constant<ReferenceResponse>({ status: 403, headers: [], body: new Uint8Array(), connection: 'reset' }),
);

const refusals = (): DrawnVariant<Behaviour> =>
  drawnVariant(
    'transfer/freedom/refusals',
    'any way of saying no, another for each operation and kind of credential',
    fc.array(refusal, { minLength: 1, maxLength: 8 }),
    (ways): Behaviour => ({
      refusal: (_response, kind, { operation }) => ways[(kind.length * 7 + (operation?.length ?? 0)) % ways.length],
    }),
  );

/** Groups of variants, of which each holds on what the ones before it left: records, then JSON, then texts, then messages. */
function stageOf(id: string): number {
  const name = id.replace('transfer/variant/', '');
  if (/^(pretty|white-space|unicode-escapes|escaped-slashes|members-reversed|integers-)/.test(name)) return 1;
  if (/^(chunked|gzip|deflate|brotli)/.test(name)) return 4;
  if (/^(headers-|type-|date-|connection-|status-\d|slow)/.test(name)) return 3;
  return /^(cancel-|submit-)/.test(name) ? 2 : 0;
}

/** Of these only one can hold, or what one leaves the other cannot read. */
const ALTERNATIVES = [
  /variant\/(integers-|job-big-integers)/,
  /variant\/(chunked|gzip|deflate|brotli)/,
  /variant\/(certificate-alone|token-alone|plain-|long-token|opaque-token)/,
  // A credential that is not taken is refused with 401 or 403; another code would say that the request was wrong.
  /variant\/(certificate-alone|token-alone|refusal-)/,
  // Each writes the end of the same address.
  /variant\/endpoint-(trailing-slash|port)/,
  // The states of a cancelled job are drawn together.
  /variant\/(cancel-|jobs-|submit-)/,
  // Without a job in the listing, the job that was cancelled is the only one to read.
  /variant\/(cancel-|list-none-at-the-start)/,
];

function arrange(variants: readonly string[]): string[] {
  const kept = variants.filter(
    (id, at) =>
      !ALTERNATIVES.some((group) => group.test(id) && variants.slice(0, at).some((other) => group.test(other))),
  );
  return kept
    .filter((id) => variantDefinitions().get(id)?.tags?.includes('big') !== true && !id.endsWith('/slow'))
    .sort((a, b) => stageOf(a) - stageOf(b));
}

/** Freedoms and violations of the transfer service. */
export function transferRandomness(schemasDir: string = schemasOf('transfer')): Randomness<Behaviour> {
  const records = readRecords(schemasDir);
  return {
    variants: [
      lists(),
      lives(),
      identifiers(),
      ...recordFreedoms(records),
      writing(),
      cancelBodies(),
      statuses(),
      mediaTypes(),
      refusals(),
      messages(),
    ],
    faults: transferViolations(records),
    arrange,
    // Variants that rewrite or frame a finished text conflict with freedoms that changed its form.
    holdsBeside: (id) =>
      ![1, 4].includes(stageOf(id)) &&
      !/\/(job-big-integers$|certificate-alone$|token-alone$|cancel-sets-a-flag$|cancel-too-late|cancel-known-later|submit-)/.test(
        id,
      ),
  };
}
