/**
 * Judges every response that has a documented record by this record, whichever probe requested it, for any purpose; and
 * every response by the standards of its form. Derived from the contract.
 */

import type { Contract, Operation } from '../../../contract/types.ts';
import { shallowJson } from '../../../wire/bodies/shallow-json.ts';
import type { Exchange } from '../../../wire/types.ts';
import { answerOf, jsonOf, succeeded } from '../answer.ts';
import { expectArray, expectObject } from '../deciding.ts';
import { isAuthorised } from '../neighbours.ts';
import { remembered } from '../remembered.ts';
import { check, ifAnswered, optional, type Probe } from '../suite.ts';
import type { AnyProbe, Check, Reporter } from '../types.ts';
import { visible } from '../visible.ts';

/** Part of the ids of derived requirements that a member is absent. */
export const ABSENCE = '/only-with-';

/**
 * Returns the responses of the lane to documented requests of an operation, in the order of sending. Responses to
 * invalid credentials, and those of which only a part was kept, are not among them.
 */
export function answersTo(operation: string, { exchanges, lane }: Pick<Reporter, 'exchanges' | 'lane'>): Exchange[] {
  const own = exchanges.filter((one) => one.lane === lane && one.operation === operation && isAnswered(one));
  const valid = new Set(own.filter(({ purpose }) => purpose !== 'other').map(({ request }) => request.credential));
  return own.filter(({ request }) => valid.has(request.credential));
}

function isAnswered(exchange: Exchange) {
  const { purpose, outcome } = exchange;
  return (isAuthorised(exchange) || purpose === 'other') && succeeded(exchange) && outcome.body?.truncated === false;
}

/**
 * Judges the form and the records of every response of an operation: one check per probe that calls it first, and one
 * for all other responses.
 */
export function judgingAnswers({ name, answer }: Operation, senders: readonly AnyProbe[], contract: Contract): Check[] {
  if (answer === undefined) return [];
  const { list } = answer;
  const form = `${contract.interface}/${name}/returns-json-${list ? 'array' : 'object'}`;
  const decides = [form, `answer:${name}`];
  const judgeAll = (report: Reporter, isOwn: (probe: string) => boolean) => {
    for (const exchange of answersTo(name, report)) {
      if (!isOwn(exchange.probe)) continue;
      const expect = list ? expectArray : expectObject;
      if (expect(report, form, { exchange }) !== undefined) report.answered(exchange);
    }
  };
  return [
    ...senders.map((sender) =>
      check({
        needs: [sender as Probe],
        decides,
        judge: (_, report) => judgeAll(report, (probe) => probe === sender.name),
      }),
    ),
    check({
      needs: senders.map((sender) => ifAnswered(sender as Probe)),
      decides,
      further: true,
      judge: (evidence, report) =>
        judgeAll(report, (probe) => (evidence as Readonly<Record<string, unknown>>)[probe] === undefined),
    }),
  ];
}

/** Header fields that are no lists (RFC 9110, section 5.3) and that clients rely on. */
const SINGLE = ['Content-Type', 'Location', 'Date', 'ETag', 'Last-Modified'];
/** Bytes beyond which a body is not searched for repeated names. */
const MOST_BYTES = 1024 * 1024;

/**
 * Standards by the end of the requirement's id: a function that returns the contradiction in a response, or undefined.
 * `any`: also for responses without a documented record.
 */
const STANDARDS: Readonly<
  Record<string, { readonly expected: string; wrong(exchange: Exchange): string | undefined; readonly any?: true }>
> = {
  'json-text': {
    expected: 'JSON without a byte order mark, in which each object names its members once',
    wrong: (exchange) => (jsonOf(exchange).problem === undefined ? wrongInText(answerOf(exchange).bytes) : undefined),
  },
  'single-headers': { expected: `at most one header of each: ${SINGLE.join(', ')}`, wrong: repeatedHeader, any: true },
};

/**
 * Returns one check per standard that the contract states about its responses.
 * @param sendersOf the probes that call an operation first
 */
export function judgingStandards(
  contract: Contract,
  sendersOf: (operation: Operation) => readonly AnyProbe[],
): Check[] {
  return Object.entries(STANDARDS).flatMap(([name, { expected, wrong, any }]) => {
    const operations = [...contract.operations.values()].filter(({ answer }) => any || answer !== undefined);
    const requirement = `${contract.interface}/responses/${name}`;
    if (!contract.requirements.has(requirement)) return [];
    return check({
      needs: [...new Set(operations.flatMap(sendersOf))].map(optional),
      decides: [requirement],
      judge(_, report) {
        for (const exchange of operations.flatMap((one) => answersTo(one.name, report))) {
          const got = wrong(exchange);
          report.assert(requirement, got === undefined, expected, got, exchange);
        }
      },
    });
  });
}

function repeatedHeader({ outcome }: Exchange) {
  const headers = outcome.headers ?? [];
  const name = SINGLE.find((one) => headers.filter(([other]) => other.toLowerCase() === one.toLowerCase()).length > 1);
  const values = headers.filter(([other]) => other.toLowerCase() === name?.toLowerCase()).map(([, value]) => value);
  return name && `${values.length} ${name} headers: ${visible(values.join(' and ').slice(0, 200))}`;
}

/**
 * Returns the violation of RFC 8259 in a text: a byte order mark (section 8.1), or a repeated name within an object
 * (section 4).
 */
const wrongInText = remembered((bytes: Uint8Array) => {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'JSON after a byte order mark';
  const name = bytes.length > MOST_BYTES ? undefined : repeatedName(new TextDecoder().decode(shallowJson(bytes)));
  return name === undefined ? undefined : `the member "${visible(name.slice(0, 100))}" twice in one object`;
});

/** Returns the first name that an object in a JSON text has twice. Names that were redacted are not compared. */
export function repeatedName(json: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  for (const { 0: token, index } of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/gs)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (/^\s*:/.test(json.slice(index + token.length, index + token.length + 64))) {
      const name = JSON.parse(token) as string;
      const names = open.at(-1);
      if (names?.has(name) && !name.includes('[redacted:')) return name;
      names?.add(name);
    }
  }
  return undefined;
}
