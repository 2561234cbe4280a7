/**
 * Judges every response that has a documented record by this record, whichever probe requested it, for any purpose.
 * Derived from the contract.
 */
import type { Contract, Operation } from '../../../contract/types.ts';
import { isObject } from '../../../files/json-value.ts';
import type { Exchange } from '../../../wire/types.ts';
import { jsonOf, succeeded } from '../answer.ts';
import { expectArray, expectObject } from '../deciding.ts';
import { isAuthorised } from '../neighbours.ts';
import { originsOf, settingsIn } from '../origins.ts';
import { check, ifAnswered, type Probe } from '../suite.ts';
import type { AnyProbe, Check, Reporter } from '../types.ts';

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
 * Returns the setting that gives the path of a request for one object, if the response is a list that contains others:
 * the setting is then that of another operation's path.
 */
function pathOfList(exchange: Exchange) {
  const [setting] = (originsOf(exchange)['path'] ?? []).flatMap((one) =>
    one.from === 'gap' ? (one.setting ?? []) : settingsIn(one),
  );
  const { json } = jsonOf(exchange);
  const asked = Object.values(exchange.params).map((text) => text.toLowerCase());
  const isOther = (one: unknown) =>
    isObject(one) && !Object.values(one).some((value) => asked.includes(String(value).toLowerCase()));
  return Array.isArray(json) && json.some(isOther) ? setting : undefined;
}

/**
 * Judges the form and the records of every response of an operation: one check per probe that calls it first, and one
 * for all other responses.
 */
export function judgingAnswers(
  { name, answer }: Operation,
  senders: readonly AnyProbe[],
  { interface: of }: Contract,
): Check[] {
  if (answer === undefined) return [];
  const { record, list, flags } = answer;
  const form = `${of}/${name}/returns-json-${list ? 'array' : 'object'}`;
  const decides = [form, `record:${record}`];
  const judgeAll = (report: Reporter, isOwn: (probe: string) => boolean) => {
    for (const exchange of answersTo(name, report)) {
      if (!isOwn(exchange.probe)) continue;
      const path = list ? undefined : pathOfList(exchange);
      if (path !== undefined) {
        const what = 'the response is a list with other objects than the requested one';
        report.undecided(form, 'settings', `${what}; check ${path}`, exchange);
        continue;
      }
      const expect = list ? expectArray : expectObject;
      if (expect(report, form, { exchange }) !== undefined) report.answered(exchange);
    }
  };
  return [
    ...senders.map((sender) =>
      check({
        needs: [sender as Probe],
        flags,
        decides,
        judge: (_, report) => judgeAll(report, (probe) => probe === sender.name),
      }),
    ),
    check({
      needs: senders.map((sender) => ifAnswered(sender as Probe)),
      flags,
      decides,
      further: true,
      judge: (evidence, report) =>
        judgeAll(report, (probe) => (evidence as Readonly<Record<string, unknown>>)[probe] === undefined),
    }),
  ];
}
