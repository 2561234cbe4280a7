/** Hand-written faults that show in some of an operation's requests only, or only where the operator named no values. */
import type { ReferenceResponse } from '../types.ts';
import { type Answer, NAMESPACES } from './answer.ts';
import type { Behaviour } from './behaviour.ts';
import type { FaultDefinition } from './part-faults.ts';
import { attachment, everyByte, large, NOT_ASCII, type Which } from './request.ts';

const TEXTS = ['TicketCreate', 'TicketModify'] as const;

const page = (status: number): ReferenceResponse => ({
  status,
  headers: [['Content-Type', 'text/plain']],
  body: new TextEncoder().encode('The request could not be processed.\n'),
});
const answers = (which: Which, status: number): Behaviour => ({
  instead: (request) => (which(request) ? page(status) : undefined),
});
const changes = (which: Which, change: (answer: Answer) => void): Behaviour => ({
  answer(answer, context) {
    if (which(context)) change(answer);
  },
});
const setIdentifier = (answer: Answer, change: (identifier: number) => number): void => {
  const part = answer.parts.find(({ name }) => name === 's-gensym3');
  if (part) part.value = String(change(Number(part.value)));
};

function fault(id: string, title: string, behaviour: Behaviour, more: Partial<FaultDefinition> = {}): FaultDefinition {
  return {
    id: `ticket-bridge/${id}`,
    kills: `ticket-bridge/${id.replace(/@.*/, '')}`,
    verdict: 'fail',
    title,
    origin: 'hand',
    behaviour,
    ...more,
  };
}

/** Refusals of text by other means than a SOAP fault, and of text with several unusual features at once. */
const texts = (): FaultDefinition[] =>
  TEXTS.flatMap((operation) => {
    const odd: Which = ({ operation: asked, values }) => asked === operation && NOT_ASCII.test(values.Subject ?? '');
    return [
      fault(
        `${operation}/accepts-any-text@several`,
        `${operation} refuses text that holds several kinds of odd characters`,
        {
          refuses: (request) => odd(request) && /[&<>"']/.test(request.values.Subject ?? ''),
        },
      ),
      ...[400, 500].map((status) =>
        fault(
          `${operation}/accepts-any-text@status-${status}`,
          `${operation} answers with status ${status} where the subject is not ASCII`,
          answers(odd, status),
        ),
      ),
    ];
  });

const files = (): FaultDefinition[] => [
  fault(
    'AddTicketAttachment/accepts-any-bytes@status-415',
    'an attachment that holds every byte value is answered with status 415',
    answers(everyByte, 415),
  ),
  fault(
    'AddTicketAttachment/accepts-any-bytes@status-500',
    'an attachment that holds every byte value is answered with status 500',
    answers(everyByte, 500),
  ),
  fault(
    'AddTicketAttachment/accepts-any-name@status-400',
    'a name that is not ASCII is answered with status 400',
    answers((request) => attachment(request) && NOT_ASCII.test(request.values.AttachmentName ?? ''), 400),
    { verdict: 'warn' },
  ),
];

/** Size is the deployment's matter; how it answers is not. */
const largeFiles = (): FaultDefinition[] => [
  fault(
    'AddTicketAttachment/http-status@large-refused-with-200',
    'a large attachment is refused with a SOAP fault and status 200',
    changes(large, (answer) =>
      Object.assign(answer, { status: 200, fault: { code: 'Client', string: 'too large: 1048576 octets' } }),
    ),
    { verdict: 'warn' },
  ),
  fault(
    'AddTicketAttachment/envelope@large-cut-off',
    'the answer to a large attachment ends in the middle',
    changes(large, (answer) => void answer.rewrite.push((xml) => xml.slice(0, xml.length >> 1))),
  ),
];

/** The encoding style that some parts state, or would state if there were any. */
const styles = (): FaultDefinition[] =>
  ([...TEXTS, 'AddTicketAttachment'] as const).flatMap((operation) => {
    const asked: Which = (request) => request.operation === operation;
    return [
      fault(
        `${operation}/encoding-style@first-part`,
        `${operation}: only the first part states the encodingStyle`,
        changes(asked, (answer) => {
          answer.wrapper.attributes = '';
          const [first] = answer.parts;
          if (first) first.attributes = ` soap:encodingStyle="${NAMESPACES.encoding}"`;
        }),
        { verdict: 'warn' },
      ),
      fault(
        `${operation}/encoding-style@no-parts`,
        `the answer of ${operation} states no encodingStyle and has no parts`,
        changes(asked, (answer) => {
          answer.wrapper.attributes = '';
          answer.parts = [];
        }),
        { verdict: 'warn', also: [`ticket-bridge/${operation}/part-count`] },
      ),
    ];
  });

/** Zero may say that values did not suit, but only of an operation that has such values, and no other number says so. */
const madeUpValues = (): FaultDefinition[] => [
  fault(
    'TicketModify/same-ticket@next-of-made-up',
    'TicketModify returns the identifier of the ticket after it, and its values are made up',
    changes(
      ({ operation }) => operation === 'TicketModify',
      (answer) => setIdentifier(answer, (right) => right + 1),
    ),
    { tags: ['values:none'] },
  ),
  fault(
    'AddTicketAttachment/same-ticket@zero-of-made-up',
    'AddTicketAttachment returns zero, and the values of the ticket are made up',
    changes(attachment, (answer) => setIdentifier(answer, () => 0)),
    { tags: ['values:none'] },
  ),
];

/** Every such fault. */
export const partialFaults = (): FaultDefinition[] => [
  ...texts(),
  ...files(),
  ...largeFiles(),
  ...styles(),
  ...madeUpValues(),
];
