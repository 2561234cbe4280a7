/** Randomly drawn transfer services. */
import fc from 'fast-check';
import { guardedOperations } from '../../documented-operations.ts';
import { messageStyles, refusals, styled, successCodes } from '../../drawn/http.ts';
import { anyJson, inAnotherOrder, jsonStyles, restyled } from '../../drawn/json.ts';
import { alternativesApart, drawnOf, type Randomness, weighted } from '../../drawn/random.ts';
import type { ReferenceResponse } from '../../types.ts';
import { jsonResponse, textResponse } from '../answers.ts';
import { by, type Change, JOB } from '../operators.ts';
import { inCapitals } from './job-variants.ts';
import { recordVariants } from './random-records.ts';

const drawn = drawnOf<Change>('transfer');

/** Requirements that only jobs under way decide. */
const WITH_JOBS_UNDER_WAY = [
  'transfer/cancel-job/leaves-a-trace',
  'transfer/cancel-job/cancels-that-job-alone',
  'transfer/list-jobs/lists-submitted-jobs',
];

const jobs = () => [
  drawn(
    'list-size',
    fc.record({ count: fc.integer({ min: 0, max: 200 }), reversed: fc.boolean() }),
    ({ count, reversed }) => [
      by.jobs({}, { count }),
      by.json('list-jobs', (jobs) => (reversed ? (jobs as readonly unknown[]).toReversed() : jobs)),
    ], // If the list is empty, and a submitted job is gone once it is cancelled, no job can be read after a try.
    ({ count }) =>
      count === 0 ? ['transfer/job/**', 'transfer/list-jobs/vo-name-filters', 'transfer/job-status/refuses/*'] : [],
  ),
  drawn(
    'lives',
    fc.record({
      activeAfter: fc.integer({ min: 0, max: 40 }),
      finishedAfter: fc.constantFrom(0, 5, 30, 1_000_000),
      cancelling: fc.integer({ min: 0, max: 40 }),
    }),
    ({ cancelling, ...rules }) => [by.jobs({}, rules), by.cancel({}, ({ job, at }) => ({ job, at: at + cancelling }))],
    ({ finishedAfter }) => (finishedAfter < 1000 ? WITH_JOBS_UNDER_WAY : []),
  ),
  drawn(
    'job-ids',
    fc.record({
      version: fc.constantFrom(...'0123456789abcdef'),
      variant: fc.constantFrom(...'0123456789abcdef'),
      upper: fc.constantFrom('never', 'where-read', 'always'),
    }),
    ({ version, variant, upper }) => [
      by.identifier({}, (uuid) => uuid.replace(/^(.{14}).(.{4})./, `$1${version}$2${variant}`)),
      ...(upper === 'never' ? [] : [inCapitals(upper === 'always' ? undefined : JOB)]),
    ],
  ),
];

/** A rejection as the service sends it, or an error with the code of success. */
const refusal = () =>
  weighted(
    [
      5,
      refusals().map(({ status, headers = [], body, connection }) => ({
        ...(body ? textResponse(status, body.text, body.type) : { status, headers, body: new Uint8Array() }),
        ...(connection && { connection }),
      })),
    ],
    [1, fc.string({ maxLength: 40 }).map((error) => jsonResponse(200, { error }))],
  );

const messages = () => [
  drawn(
    'json-writing',
    fc.record({ order: fc.option(fc.nat(), { nil: undefined }), style: jsonStyles() }),
    ({ order, style }) => [
      by.json({}, (value) => (order === undefined ? value : inAnotherOrder(value, order))),
      by.text({ when: ({ operation }) => operation !== 'cancel-job' }, (text) => restyled(text, style)),
    ],
  ),
  drawn(
    'cancel-body',
    fc.oneof(
      fc.constant<Partial<ReferenceResponse>>({ status: 204, headers: [], body: new Uint8Array() }),
      anyJson().map((value): Partial<ReferenceResponse> => ({ body: Buffer.from(JSON.stringify(value)) })),
      fc
        .uint8Array({ maxLength: 40 })
        .map((body): Partial<ReferenceResponse> => ({ body, headers: [['Content-Type', 'application/octet-stream']] })),
    ),
    (response) => by.success('cancel-job', response),
  ),
  drawn(
    'success-codes',
    fc.record(Object.fromEntries(guardedOperations('transfer').map(({ name }) => [name, successCodes])), {
      requiredKeys: [],
    }),
    (codes) =>
      Object.entries(codes as Readonly<Record<string, number>>).map(([at, status]) => by.success(at, { status })),
  ),
  drawn(
    'media-type',
    fc.option(
      fc.tuple(
        fc.stringMatching(/^[a-z]{1,8}\/[a-zA-Z0-9.+-]{1,20}$/),
        fc.constantFrom('', '; charset=utf-8', ';charset="UTF-8"', ' ; q=1;v=2'),
      ),
      {
        nil: undefined,
      },
    ),
    (type) => by.header({ path: 'Content-Type' }, type?.join('')),
  ),
  drawn('refusals', fc.array(refusal(), { minLength: 1, maxLength: 8 }), (ways) =>
    by.refusal(
      {},
      (plain, { lane, operation = '' }) => ways[(lane.length * 7 + operation.length) % ways.length] ?? plain,
    ),
  ),
  drawn('messages', messageStyles(), (style) => [by.response, by.refusal].map((make) => make({}, styled(style)))),
];

/**
 * Returns the stage of a variant; each stage changes the result of the earlier ones: records, JSON texts, cancellations
 * and submissions, headers and status codes, framing.
 */
function stageOf(id: string) {
  const name = id.replace('transfer/variant/', '');
  if (/^(pretty|white-space|unicode-escapes|escaped-slashes|members-reversed|integers-)/.test(name)) return 1;
  if (/^(chunked|gzip|deflate|brotli)/.test(name)) return 4;
  if (/^(headers-|type-|date-|connection-|status-\d|slow)/.test(name)) return 3;
  return /^(cancel-|submit-)/.test(name) ? 2 : 0;
}

/** Variants of which only one can apply, because one removes what the other reads. */
const ALTERNATIVES = [
  /variant\/(integers-|job-big-integers)/,
  /variant\/(chunked|gzip|deflate|brotli)/,
  /variant\/(certificate-alone|token-alone|plain-|long-token|opaque-token)/,
  // A credential that is not accepted is rejected with 401 or 403; another code would say that the request was wrong.
  /variant\/(certificate-alone|token-alone|refusal-)/,
  // Each writes the end of the same address.
  /variant\/endpoint-(trailing-slash|port)/,
  // The states of a cancelled job are drawn together.
  /variant\/(cancel-|jobs-|submit-)/,
  // Without a job in the listing, the job that was cancelled is the only one to read.
  /variant\/(cancel-|list-none-at-the-start)/,
];

const arrange = (variants: readonly string[]) =>
  alternativesApart(variants, ALTERNATIVES)
    .filter((id) => !/\/(list-many|slow)$/.test(id))
    .sort((a, b) => stageOf(a) - stageOf(b));

/** Drawn variants of the transfer service. */
export const transferRandomness = (): Randomness<Change> => ({
  variants: [...jobs(), ...recordVariants(), ...messages()],
  amid: /\/(json-writing|messages|success-codes)$/,
  arrange,
});
