/** Random refusals of what a bridge has to take: texts, octets, line breaks. */
import fc, { type Arbitrary } from 'fast-check';
import { type DrawnFault, drawnFault, weighted } from '../random.ts';
import type { Behaviour } from './behaviour.ts';
import type { OperationName } from './operations.ts';

type Drawn = Arbitrary<DrawnFault<Behaviour>>;
const violation = drawnFault<Behaviour>;

const row = (operation: OperationName, statement: string): string => `ticket-bridge/${operation}/${statement}`;

/** Text that a bridge refuses: from one character on, or with one of some. */
const refusedTexts: Drawn = fc
  .tuple(
    fc.oneof(
      fc.integer({ min: 0x80, max: 0x10000 }).map((from) => ({
        what: `characters from U+${from.toString(16)} on`,
        has: (text: string) => [...text].some((each) => (each.codePointAt(0) ?? 0) >= from),
      })),
      fc
        .subarray(['&', '<', '>', '"', "'"], { minLength: 1 })
        .map((some) => ({ what: some.join(' '), has: (text: string) => some.some((each) => text.includes(each)) })),
    ),
    fc.constantFrom('Subject', 'Correspondence'),
    fc.constantFrom<OperationName>('TicketCreate', 'TicketModify'),
  )
  .map(([{ what, has }, part, operation]) =>
    violation(row(operation, 'accepts-any-text'), `${operation} refuses ${what} in ${part}`, {
      refuses: (request) => request.operation === operation && has(request.values[part] ?? ''),
    }),
  );

const refusedBytes: Drawn = fc
  .integer({ min: 0, max: 255 })
  .filter((octet) => octet !== 10 && (octet < 32 || octet > 126))
  .map((octet) =>
    violation(row('AddTicketAttachment', 'accepts-any-bytes'), `an attachment with the octet ${octet} is refused`, {
      refuses: ({ operation, values }) =>
        operation === 'AddTicketAttachment' && Buffer.from(values.AttachmentData ?? '', 'base64').includes(octet),
    }),
  );

const refusedLines: Drawn = fc.integer({ min: 1, max: 4 }).map((lines) =>
  violation(
    row('AddTicketAttachment', 'accepts-line-wrapped-base64'),
    `base64 with ${lines} line breaks or more is refused`,
    {
      refuses: ({ operation, values }) =>
        operation === 'AddTicketAttachment' && (values.AttachmentData ?? '').split('\n').length > lines,
    },
  ),
);

export const refusalsOfValues: Drawn = weighted([3, refusedTexts], [2, refusedBytes], [1, refusedLines]);
