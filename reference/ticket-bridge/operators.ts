/**
 * Operators of the ticket bridge by stage, in the order in which a response passes them, and changes made with them.
 */

import {
  type VariantTable as AnyVariantTable,
  type ChangeOf,
  notationOf,
  operator,
  type Place,
  type Situation,
} from '../change.ts';
import { type Made, made, type Parts, replacing, responseOperators } from '../http-operators.ts';
import type { ReferenceResponse } from '../types.ts';
import type { Answer, AnswerPart, Wrapper } from './answer.ts';
import { Refusal, type UnderstoodRequest } from './request.ts';
import type { Tracker } from './tickets.ts';

/** A request that was understood. For a change of a part, `record` is its name, and `element` its place. */
export interface BridgeSituation extends Situation, UnderstoodRequest {
  readonly operation: UnderstoodRequest['operation'];
  readonly namespace: string;
  readonly tracker: Tracker;
  /** Requests before this one. */
  readonly count: number;
}

/** A substitute for performing an operation; undefined: it is performed. */
export type Instead = Refusal | ReferenceResponse | undefined;

/** Other values of some members, or what computes them. */
type Members<T> = Made<T, BridgeSituation, Parts<T>>;
const at = <Value>(stage: string) => operator<BridgeSituation, Value>(stage);

export const OPERATORS = {
  refuse: at<Instead>('request')(
    (instead) => instead ?? new Refusal('Client', 'this bridge does not take such values'),
  ),
  page: at<Instead>('request')<number>((_, status) => ({
    status,
    headers: [['Content-Type', 'text/html; charset=utf-8']],
    body: Buffer.from(`<!DOCTYPE html><html><head><title>${status}</title></head><body><p>Bridge<br></body></html>`),
  })),
  close: at<Instead>('request')(() => ({ status: 500, headers: [], body: new Uint8Array(), connection: 'reset' })),
  /** The identifier of a new ticket, given the number of tickets made before; undefined: the tracker's own. */
  number: at<number>('ticket')<(made: number) => number | undefined>(
    (own, numberOf, { tracker }) => numberOf(tracker.tickets.size) ?? own,
  ),
  part: at<readonly AnswerPart[]>('part')<Members<AnswerPart>>((parts, members, situation) =>
    parts.map((each): AnswerPart => ({ ...each, ...made(members, each, situation) })),
  ),
  times: at<readonly AnswerPart[]>('part')<number>((parts, times) => Array.from({ length: times }, () => parts).flat()),
  answer: replacing<BridgeSituation>().merging<Answer>('answer'),
  wrapper: at<Answer>('answer')<Members<Wrapper>>((answer, members, situation) => ({
    ...answer,
    wrapper: { ...answer.wrapper, ...made(members, answer.wrapper, situation) },
  })),
  rewrite: at<string>('text')<(xml: string) => string>((xml, rewritten) => rewritten(xml)),
  ...responseOperators<BridgeSituation>('response'),
} as const;

export type Change = ChangeOf<typeof OPERATORS, BridgeSituation>;
export type Where = Place<BridgeSituation>;

export const { fault, faultsBy, variantsIn } = notationOf<Change>('ticket-bridge', 'ticket-bridge-variant/');
export type VariantTable = AnyVariantTable<Change>;

/** Values of the deployment's vocabulary, as an operator would state them, and with one of them left out, or all. */
const VALUES = { Requestor: 'ada@example.org', Status: 'open', AffectedSite: 'EXAMPLE-SITE', Priority: 'low' };
export const STATED = { TICKET_BRIDGE_VALUES: JSON.stringify(VALUES) };
export const NO_PRIORITY = { TICKET_BRIDGE_VALUES: JSON.stringify({ ...VALUES, Priority: undefined }) };
export const UNSTATED = { TICKET_BRIDGE_VALUES: '' };

/** Makes changes with an operator. */
const by =
  <Name extends Change['operator']>(operator: Name) =>
  (argument: Extract<Change, { operator: Name }>['argument'], where: Where = {}) =>
    ({ ...where, operator, argument }) as Change;
export const page = by('page');
export const everyPart = by('part');
export const answer = by('answer');
export const wrapper = by('wrapper');
export const rewrite = by('rewrite');
export const response = by('response');
export const pieces = by('pieces');
export const coding = by('coding');
export const refuse = (where: Where): Change => by('refuse')(undefined, where);
export const close = (where: Where): Change => by('close')(undefined, where);
export const onPart = (record: string, argument: Members<AnswerPart>, where?: Where): Change =>
  everyPart(argument, { ...where, record });
export const times = (record: string, argument: number): Change => by('times')(argument, { record });
export const identifier = (argument: Members<AnswerPart>, where?: Where): Change =>
  onPart('s-gensym3', argument, where);
export const originator = (argument: Members<AnswerPart>): Change => onPart('s-gensym5', argument);
/** Returns another identifier in the response. */
export const numbered = (value: (right: number, situation: BridgeSituation) => unknown, where?: Where): Change =>
  identifier((part, situation) => ({ value: String(value(Number(part.value), situation) ?? 0) }), where);
export const replace = (what: string | RegExp, written: string): Change => rewrite((xml) => xml.replace(what, written));

/** Further attributes after the existing ones. */
export const more =
  <Name extends string>(name: Name, added: string) =>
  (legal: Readonly<Record<Name, string>>) =>
    ({ [name]: legal[name] + added }) as Record<Name, string>;

/**
 * Conditions that changes use: text with other than printable ASCII characters, and requests by operation and content.
 */
export const NOT_ASCII = /[^\t\n\r -~]/u;
export const CREATION = { at: 'TicketCreate' } as const;
export const MODIFICATION = { at: 'TicketModify' } as const;
export const ATTACHMENT = { at: 'AddTicketAttachment' } as const;
/** Returns the ticket that a modification names, if it exists. */
export const modified = ({ tracker, values }: BridgeSituation) => tracker.tickets.get(Number(values.TrackerTicketId));
/** Whether that ticket was modified before; the modification itself is counted. */
export const isModifiedAgain = (situation: BridgeSituation): boolean => (modified(situation)?.messages.length ?? 0) > 2;
/** Returns where a change applies: attachments with such content, decoded and as written. */
export const attached = (has: (data: Buffer, written: string) => boolean): Where => ({
  ...ATTACHMENT,
  when: ({ values: { AttachmentData = '' } }) => has(Buffer.from(AttachmentData, 'base64'), AttachmentData),
});
/** Returns where a change applies: requests with such a text in a part. */
export const saying = (part: string, has: RegExp | ((text: string) => boolean), where: Where = {}): Where => ({
  ...where,
  when: ({ values }) => (has instanceof RegExp ? has.test(values[part] ?? '') : has(values[part] ?? '')),
});
/** Requests that meet both conditions. */
export const both = (one: Where, other: Where): Where => ({
  ...one,
  when: (situation) => one.when?.(situation) === true && other.when?.(situation) === true,
});
const MANY_BYTES = 64 * 1024;
export const LARGE = attached((data) => data.length > MANY_BYTES);
export const EMPTY = attached((data) => data.length === 0);
export const EVERY_BYTE = attached((data) => data.includes(255));
