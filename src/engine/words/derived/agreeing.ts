/**
 * Judges whether all responses of a lane about the same object agree, whichever operation returned them. Derived from
 * the contract.
 */
import type { Agreement, Columns, Contract, Operation } from '../../../contract/types.ts';
import { preview } from '../../../records/preview.ts';
import type { Exchange } from '../../../wire/types.ts';
import { succeeded } from '../answer.ts';
import { check, optional, type Probe } from '../suite.ts';
import type { AnyProbe, Check, Reporter } from '../types.ts';
import { answersTo } from './every-answer.ts';

/** Maximum number of records of one list that are kept for comparison. */
const MOST_KEPT = 10_000;

/** A record in a response. */
interface Seen {
  readonly exchange: Exchange;
  readonly records: Columns;
  readonly index: number;
}

/** Returns the checks of the records that reads return. @param sendersOf the probes that call an operation first */
export function agreeing(contract: Contract, sendersOf: (operation: Operation) => readonly AnyProbe[]): Check[] {
  return [...contract.records.values()].flatMap(({ id, agreement }) => {
    if (agreement === undefined || !contract.requirements.has(agreement.requirement)) return [];
    const reads = [...contract.operations.values()].filter(
      ({ method, answer }) =>
        method === 'GET' && answer?.record === id && (agreement.identifier !== undefined || !answer.list),
    );
    return check({
      needs: [...new Set(reads.flatMap(sendersOf))].map((sender) => optional(sender as Probe)),
      decides: [agreement.requirement],
      judge: (_, report) => compare(reads, agreement, report),
    });
  });
}

function compare(reads: readonly Operation[], agreement: Agreement, report: Reporter) {
  const seen = new Map<string, Seen>();
  const before = new Map<Columns, Compared>();
  let compared = false;
  // Single records come first: a long list is compared with them and not kept as a whole.
  for (const { name, answer } of reads.toSorted((a, b) => Number(a.answer?.list) - Number(b.answer?.list)))
    for (const exchange of answersTo(name, report)) {
      const records = report.answered(exchange);
      // The same long list may come several times.
      const known = answer?.list ? before.get(records) : undefined;
      const { things, odd, twins } = known ?? compareWith(seen, { exchange, records }, agreement);
      before.set(records, { things, odd, twins: things });
      if (twins === 0) continue;
      compared = true;
      if (odd === undefined) report.uphold(agreement.requirement, exchange);
      else {
        const { one, other, member } = odd;
        const value = (of: Seen) => `${member} ${preview(of.records.value(of.index, member))}`;
        report.assert(
          agreement.requirement,
          false,
          `${value(other)}, as in the response to ${other.exchange.operation} (exchange ${other.exchange.id})`,
          value(one),
          exchange,
          `${answer?.list ? `/${one.index}` : ''}/${member}`,
        );
      }
    }
  if (compared) return;
  const lost = report.returned.find(
    (one) => one.purpose !== 'refusal' && reads.some(({ name }) => name === one.operation) && !succeeded(one),
  );
  if (lost) report.depends(agreement.requirement, lost);
  else if (seen.size > 0) report.noData(agreement.requirement, 'no two responses are about the same object');
}

/**
 * The comparison of a response's records with those of other responses: how many describe an object, how many of these
 * objects another response also describes, and the first difference.
 */
interface Compared {
  readonly things: number;
  readonly twins: number;
  readonly odd: { readonly one: Seen; readonly other: Seen; readonly member: string } | undefined;
}

/** Compares the records of a response with those in `seen`, and adds them to it. */
function compareWith(seen: Map<string, Seen>, own: Omit<Seen, 'index'>, agreement: Agreement) {
  const { records } = own;
  let [things, twins, odd] = [0, 0, undefined as Compared['odd']];
  for (let index = 0; index < records.length; index += 1) {
    const thing = thingOf(own, index, agreement);
    if (thing === undefined) continue;
    things += 1;
    const other = seen.get(thing);
    if (other === undefined) {
      if (index < MOST_KEPT) seen.set(thing, { ...own, index });
      continue;
    }
    twins += 1;
    const member = agreement.members.find(({ name, isSame }) => {
      const [here, there] = [records.value(index, name), other.records.value(other.index, name)];
      return here !== undefined && there !== undefined && !isSame(here, there);
    });
    if (member !== undefined) odd ??= { one: { ...own, index }, other, member: member.name };
  }
  return { things, twins, odd };
}

/**
 * Returns a key for the object that a record describes: its identifier or, without one, the operation and parameters of
 * the request.
 */
function thingOf({ exchange, records }: Omit<Seen, 'index'>, index: number, { identifier }: Agreement) {
  if (identifier === undefined) return JSON.stringify([exchange.operation, exchange.params]);
  const value = records.value(index, identifier);
  return typeof value === 'string' ? value.toLowerCase() : undefined;
}
