/** Hand-written faults of what operations do: which ticket they speak of, and which values they take. */
import type { Answer } from './answer.ts';
import type { AnswerContext } from './behaviour.ts';
import type { OperationName } from './operations.ts';
import type { FaultDefinition } from './part-faults.ts';
import type { UnderstoodRequest } from './request.ts';

const setIdentifier = (answer: Answer, value: string | number): void => {
  const part = answer.parts.find(({ name }) => name === 's-gensym3');
  if (part) part.value = String(value);
};

interface WrongTicket {
  readonly what: string;
  readonly title: string;
  readonly value: (right: number, context: AnswerContext) => string | number;
}

const WRONG_TICKET: readonly WrongTicket[] = [
  { what: 'next', title: 'the identifier of the ticket after it', value: (right) => right + 1 },
  { what: 'zero', title: 'zero', value: () => 0 },
  { what: 'minus-one', title: 'minus one', value: () => -1 },
  { what: 'negated', title: 'the identifier with its sign changed', value: (right) => -right },
  { what: 'constant', title: 'always the same number', value: () => 1 },
  { what: 'count', title: 'how many requests there were', value: (_, { count }) => count },
  {
    what: 'external',
    title: 'the external identifier',
    value: (right, { tracker }) => tracker.tickets.get(right)?.externalId ?? 0,
  },
  {
    what: 'first',
    title: 'the identifier of the first ticket',
    value: (_, { tracker }) => [...tracker.tickets.keys()].at(0) ?? 0,
  },
  {
    what: 'last',
    title: 'the identifier of the last ticket',
    value: (_, { tracker }) => [...tracker.tickets.keys()].at(-1) ?? 0,
  },
  { what: 'cut-off', title: 'the identifier without its last digit', value: (right) => Math.trunc(right / 10) },
];

function wrongTickets(operation: OperationName): FaultDefinition[] {
  const kills = `ticket-bridge/${operation}/same-ticket`;
  return WRONG_TICKET.map(({ what, title, value }) => ({
    id: `${kills}@${what}`,
    kills,
    verdict: 'fail',
    title: `${operation} returns ${title}`,
    origin: 'hand',
    behaviour: {
      answer(answer, context) {
        if (context.operation !== operation || answer.fault) return;
        const right = Number(answer.parts.find(({ name }) => name === 's-gensym3')?.value);
        setIdentifier(answer, value(right, context));
      },
    },
  }));
}

/** Text that a careless bridge cannot process. */
const TEXTS: readonly {
  readonly what: string;
  readonly title: string;
  readonly has: RegExp;
  readonly parts?: readonly string[];
}[] = [
  { what: 'non-ascii', title: 'text that is not ASCII', has: /[^\t\n\r -~]/u },
  { what: 'beyond-bmp', title: 'characters beyond the basic plane', has: /[\u{10000}-\u{10ffff}]/u },
  { what: 'beyond-latin-1', title: 'text that is not Latin-1', has: /[\u0100-\u{10ffff}]/u },
  { what: 'ampersand', title: 'an ampersand', has: /&/ },
  { what: 'less-than', title: 'a less-than sign', has: /</ },
  { what: 'greater-than', title: 'a greater-than sign', has: />/ },
  { what: 'quote', title: 'a double quote', has: /"/ },
  { what: 'apostrophe', title: 'an apostrophe', has: /'/ },
  { what: 'line-break', title: 'a line break', has: /\n/, parts: ['Correspondence'] },
];

function refusedTexts(operation: OperationName): FaultDefinition[] {
  const kills = `ticket-bridge/${operation}/accepts-any-text`;
  return TEXTS.flatMap(({ what, title, has, parts = ['Subject', 'Correspondence'] }) =>
    parts.map((part) =>
      refusal(
        `${kills}@${what}-in-${part}`,
        `${operation} refuses ${title} in ${part}`,
        kills,
        (request) => request.operation === operation && has.test(request.values[part]!),
      ),
    ),
  );
}

function refusal(
  id: string,
  title: string,
  kills: string,
  refuses: (request: UnderstoodRequest) => boolean,
  verdict: 'fail' | 'warn' = 'fail',
): FaultDefinition {
  return { id, kills, verdict, title, origin: 'hand', behaviour: { refuses } };
}

const ATTACH = 'ticket-bridge/AddTicketAttachment';
const attachment = (test: Test) => (request: UnderstoodRequest) =>
  request.operation === 'AddTicketAttachment' &&
  test(
    Buffer.from(request.values.AttachmentData!, 'base64'),
    request.values.AttachmentData!,
    request.values.AttachmentName!,
  );

const isUtf8 = (data: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(data);
    return true;
  } catch {
    return false;
  }
};

type Test = (data: Buffer, written: string, name: string) => boolean;
const ATTACHMENTS: readonly (readonly [id: string, title: string, test: Test, verdict?: 'warn'])[] = [
  ['accepts-any-bytes@zero', 'an attachment that holds a zero byte is refused', (data) => data.includes(0)],
  [
    'accepts-any-bytes@high',
    'an attachment that holds a byte above 127 is refused',
    (data) => data.some((byte) => byte > 127),
  ],
  ['accepts-any-bytes@not-utf-8', 'an attachment that is not UTF-8 is refused', (data) => !isUtf8(data)],
  [
    'accepts-any-bytes@control',
    'an attachment that holds control characters is refused',
    (data) => data.some((byte) => byte < 9),
  ],
  ['accepts-any-bytes@last', 'an attachment that holds the byte 255 is refused', (data) => data.includes(255)],
  ['accepts-line-wrapped-base64@line-feed', 'base64 with line breaks is refused', (_, written) => /\s/.test(written)],
  [
    'accepts-line-wrapped-base64@one-line',
    'base64 with more than two lines is refused',
    (_, written) => written.split('\n').length > 2,
  ],
  ['accepts-any-name@non-ascii', 'a name that is not ASCII is refused', (_, __, name) => /[^ -~]/.test(name), 'warn'],
  ['accepts-any-name@space', 'a name with a space is refused', (_, __, name) => name.includes(' '), 'warn'],
];

const refusedAttachments = (): FaultDefinition[] =>
  ATTACHMENTS.map(([id, title, test, verdict]) =>
    refusal(`${ATTACH}/${id}`, title, `${ATTACH}/${id.replace(/@.*/, '')}`, attachment(test), verdict),
  );

const OWN = 'ticket-bridge/TicketCreate/own-ticket';

/** Every ticket answers to the first one's identifier, wherever it is spoken of. */
const oneTicket: FaultDefinition = {
  id: `${OWN}@first`,
  kills: OWN,
  verdict: 'warn',
  title: 'every creation returns the first ticket',
  origin: 'hand',
  behaviour: {
    answer(answer, { tracker }) {
      const first = tracker.tickets.keys().next();
      if (!answer.fault && !first.done) setIdentifier(answer, first.value);
    },
  },
};

/** Every fault of a flow. */
export function flowFaults(): FaultDefinition[] {
  return [
    ...wrongTickets('TicketModify'),
    ...wrongTickets('AddTicketAttachment'),
    ...refusedTexts('TicketCreate'),
    ...refusedTexts('TicketModify'),
    ...refusedAttachments(),
    oneTicket,
  ];
}
