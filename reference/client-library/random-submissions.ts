/** What the document leaves open of a submission: how its JSON is written, further members, the order of files. */
import fc, { type Arbitrary } from 'fast-check';
import { type Freedom, freedom } from '../random.ts';
import { extraMembers } from '../random-json.ts';
import type { Behaviour } from './drawn.ts';

const SPACES = ['', ' ', '\n', '\t', '\r\n', '   '] as const;
const space = fc.constantFrom(...SPACES);
const between = (sign: string): Arbitrary<string> => fc.tuple(space, space).map(([before, behind]) => `${before}${sign}${behind}`);

const writing = (): Freedom<Behaviour> =>
  freedom({
    id: 'client-library/freedom/json-writing',
    title: 'JSON with its members in any order, any white space, escapes or none (RFC 8259)',
    values: fc.record({
      order: fc.option(fc.nat(), { nil: null }),
      indent: fc.option(fc.oneof(fc.nat({ max: 8 }), fc.constant('\t')), { nil: null }),
      comma: between(','),
      colon: between(':'),
      ascii_only: fc.boolean(),
      escaped_slashes: fc.boolean(),
      around: fc.tuple(space, space),
    }),
    behaviour: (value) => [{ do: 'json-writing', ...value }],
  });

const FIELDS = ['sources', 'destinations', 'source_tokens', 'destination_tokens', 'checksum', 'filesize', 'metadata'];

/** A text that is long, and tells nothing. */
const padding = (): Arbitrary<Record<string, unknown>> => fc.integer({ min: 1000, max: 60_000 }).map((length) => ({ padding: 'é'.repeat(length) }));
const further = (known: readonly string[]): Arbitrary<Record<string, unknown>> =>
  fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 5, arbitrary: extraMembers(new Set(known)) }, { weight: 1, arbitrary: padding() });

const members = (): Freedom<Behaviour> =>
  freedom({
    id: 'client-library/freedom/submission-members',
    title: 'further members of the body, of params and of files, with any JSON value; overwrite; no filesize, no metadata',
    values: fc.record({
      top: further(['files', 'params']),
      params: further(['overwrite']),
      file: further(FIELDS),
      overwrite: fc.option(fc.boolean(), { nil: null }),
      left_out: fc.subarray(['filesize', 'metadata']),
    }),
    behaviour: (value) => [{ do: 'submission-members', ...value }],
  });

const order = (): Freedom<Behaviour> =>
  freedom({
    id: 'client-library/freedom/order-of-files',
    title: 'the files of a job in any order',
    values: fc.nat(),
    behaviour: (seed) => [{ do: 'order-of-files', seed }],
  });

/** Freedoms of submissions. */
export const submissionFreedoms = (): Freedom<Behaviour>[] => [members(), order(), writing()];
