/**
 * Probes and checks of all operations, derived from the contract: whether they respond, with which status codes, and
 * whether they reject invalid credentials.
 */
import type { Contract, Operation } from '../../../contract/types.ts';
import { ABSENT } from '../../../wire/http.ts';
import type { Exchange } from '../../../wire/types.ts';
import { statusOf } from '../answer.ts';
import { conclude } from '../answering.ts';
import { classify } from '../classify/classify.ts';
import { unusualValues } from '../open-places.ts';
import { check, every, optional, probe } from '../suite.ts';
import type { AnyProbe, Need, Suite } from '../types.ts';
import { agreeing } from './agreeing.ts';
import { judgingAnswers, judgingStandards } from './every-answer.ts';
import { isTrying, refusing, trying } from './invalid-credentials.ts';

/**
 * Returns the suite with the probes and checks that are derived from the contract. Requirements that the suite's own
 * checks decide are left to these.
 */
export function withEveryOperation<S extends Suite>(suite: S, contract: Contract): S {
  const operations = [...contract.operations.values()];
  const own = withAwaited([...suite.checks.flatMap(({ needs }) => needs.map(({ probe }) => probe)), ...suite.probes]);
  const sent = [
    ...own,
    ...operations
      .filter((one) => isPlain(one) && sendersOf(one, own).length === 0)
      .map((one) => sending(one, suite.needs)),
  ];
  const refused = operations.filter(
    ({ name, creates }) =>
      creates === undefined &&
      contract.requirements.has(`${contract.interface}/${name}/refuses/none`) &&
      !sent.some((one) => isTrying(one) && one.operation === name),
  );
  const probes = [...sent, ...refused.map((one) => trying(one.name, sendersOf(one, sent)))];
  const closing = (tries: AnyProbe) =>
    probes.find((one) => one.operation === tries.operation && one.after.includes(tries));
  return {
    ...suite,
    probes,
    checks: [
      ...operations.flatMap((one) => {
        const senders = sendersOf(one, probes);
        return [...answering(one, senders, suite, contract), ...judgingAnswers(one, senders, contract)];
      }),
      ...agreeing(contract, (one) => sendersOf(one, probes), suite),
      ...judgingStandards(contract, (one) => sendersOf(one, probes)),
      ...suite.checks,
      ...probes
        .filter(isTrying)
        .map((tries) => refusing(tries, closing(tries), suite.tried?.[tries.operation] ?? {}, contract)),
    ],
  };
}

/** Returns the probes, and all that they wait for, in an order in which each follows those. */
function withAwaited(probes: readonly AnyProbe[]) {
  const all = new Set<AnyProbe>();
  const add = (one: AnyProbe) => {
    if (all.has(one)) return;
    for (const before of [...one.needs.map(({ probe }) => probe), ...one.after]) add(before);
    all.add(one);
  };
  for (const one of probes) add(one);
  return [...all];
}

/** Whether an operation can be called without any value, and does not change any object. */
function isPlain({ method, path, parameters }: Operation) {
  return (
    method === 'GET' &&
    path !== undefined &&
    parameters.every(({ required, value }) => !required || value !== undefined)
  );
}

function sending({ name }: Operation, needs: readonly Need[] = []) {
  return probe({ name, operation: name, needs, run: async (_, context) => ({ asked: await context.send(name) }) });
}

/**
 * Returns the probes that call an operation first in every lane: those that do not wait for another probe that calls
 * it.
 */
function sendersOf({ name }: Operation, probes: readonly AnyProbe[]) {
  const all = probes.filter(
    ({ operation, also = [], lanes }) => lanes === undefined && (operation === name || also.includes(name)),
  );
  return all.filter((one) => !waitsForAny(one, all));
}

function waitsForAny(probe: AnyProbe, all: readonly AnyProbe[], seen = new Set<AnyProbe>()): boolean {
  return [...probe.needs.map((need) => need.probe), ...probe.after].some((before) => {
    if (seen.has(before)) return false;
    seen.add(before);
    return all.includes(before) || waitsForAny(before, all, seen);
  });
}

/**
 * Judges `<operation>/answers…` by all documented exchanges of the operation in the lane, whichever probe returned
 * them: one success suffices; without a success, a contradicting response to a usual request decides. Observes the
 * status codes that the first callers got.
 */
function answering(
  { name }: Operation,
  senders: readonly AnyProbe[],
  { checks, answered }: Suite,
  { requirements, interface: of }: Contract,
) {
  const own = new Set(checks.flatMap(({ decides }) => decides));
  const gap = `${of}/gap/${name}-status`;
  const answering = [...requirements.values()].filter(
    ({ id, operation }) => operation === name && answersRequirement(id) !== undefined && !own.has(id),
  );
  if (answering.length === 0 && !requirements.has(gap)) return [];
  const plain = new Set(requirements.has(gap) ? senders.map((one) => one.name) : []);
  return [
    check({
      needs: senders.map(senders.length === 1 ? every : optional),
      decides: answering.map(({ id }) => id),
      judge(_, report) {
        const all = report.returned.filter(({ operation, purpose }) => operation === name && purpose === 'documented');
        // Only probes that call the operation first count: another probe may add something to the request that the
        // service rejects.
        for (const exchange of all)
          if (plain.has(exchange.probe) && statusOf(exchange) !== undefined)
            report.observe(gap, statusOf(exchange), exchange);
        const meaningOf = (exchange: Exchange) =>
          answered?.classify(exchange, report) ?? classify(exchange, report.exchanges);
        const meanings = all.map((exchange) => ({ exchange, result: meaningOf(exchange) }));
        const usual = meanings.filter(({ exchange }) => unusualValues(exchange).length === 0);
        const among = usual.length > 0 ? usual : meanings;
        const accepted = ({ result }: (typeof meanings)[number]) => result.kind === 'succeeded';
        const wrong = among.find(({ result }) => result.kind === 'contradicted');
        // If usual requests were rejected, the success of an unusual one does not count.
        const status = wrong && statusOf(wrong.exchange);
        const refusesUsual = status !== undefined && status < 500 && !ABSENT.has(status) && !among.some(accepted);
        const telling = (refusesUsual ? wrong : meanings.find(accepted)) ?? wrong ?? among[0];
        const requirement = answering.find(({ lane }) => lane === undefined || lane === report.lane);
        if (telling !== undefined && requirement !== undefined) {
          conclude(report, requirement.id, telling.exchange, telling.result, answered?.expected);
          if (refusesUsual)
            report.explains(
              requirement.id,
              all.filter((one) => statusOf(one) === status),
            );
        }
      },
    }),
  ];
}

/**
 * Returns the lane of a requirement `…/answers-<lane>`, empty for `…/answers`; undefined for any other (the id of a
 * derived requirement).
 */
export function answersRequirement(id: string): string | undefined {
  const [found, lane = ''] = /\/answers(?:-(\w+))?$/.exec(id) ?? [];
  return found && lane;
}
