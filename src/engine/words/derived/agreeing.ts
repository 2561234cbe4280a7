/**
 * Judges whether all responses of a lane about the same object agree, whichever operation returned them. Derived from
 * the contract.
 */
import type { Agreement, Columns, Contract, Operation } from '../../../contract/types.ts';
import { preview } from '../../../records/preview.ts';
import type { Exchange } from '../../../wire/types.ts';
import { succeeded } from '../answer.ts';
import { inTurn } from '../neighbours.ts';
import { check, optional } from '../suite.ts';
import type { AnyProbe, Check, Reporter, Suite } from '../types.ts';
import { answersTo } from './every-answer.ts';

/** A record in a response. */
interface Seen {
  readonly exchange: Exchange;
  readonly records: Columns;
  readonly index: number;
}

/** Returns the checks of the records that reads return. @param sendersOf the probes that call an operation first */
export function agreeing(
  contract: Contract,
  sendersOf: (operation: Operation) => readonly AnyProbe[],
  { mayDiffer }: Pick<Suite, 'mayDiffer'>,
): Check[] {
  return [...contract.records.values()].flatMap(({ id, agreement }) => {
    if (agreement === undefined || !contract.requirements.has(agreement.requirement)) return [];
    const reads = [...contract.operations.values()].filter(
      ({ method, answer }) =>
        method === 'GET' && answer?.record === id && (agreement.identifier !== undefined || !answer.list),
    );
    return check({
      needs: [...new Set(reads.flatMap(sendersOf))].map(optional),
      decides: [agreement.requirement],
      judge(_, report) {
        const isOpen = (thing: string, member: string) => mayDiffer?.(id, thing, member, report.exchanges) ?? false;
        compare(reads, agreement, isOpen, report);
      },
    });
  });
}

/** Whether the document leaves open in which value of a member the responses about an object agree. */
type IsOpen = (thing: string, member: string) => boolean;

function compare(reads: readonly Operation[], agreement: Agreement, isOpen: IsOpen, report: Reporter) {
  const seen = new Map<string, Seen>();
  const lists = new Set(reads.filter(({ answer }) => answer?.list).map(({ name }) => name));
  const all = inTurn(reads.flatMap(({ name }) => answersTo(name, report))).map((exchange) => ({
    exchange,
    records: report.answered(exchange),
  }));
  let compared = false;
  for (const own of all) {
    const { exchange, records } = own;
    let odd: Difference | undefined;
    let twins = 0;
    for (let index = 0; index < records.length; index += 1) {
      const thing = thingOf(own, index, agreement);
      if (thing === undefined) continue;
      const other = seen.get(thing);
      if (other) {
        twins += 1;
        odd ??= difference({ ...own, index }, other, agreement, (member) => isOpen(thing, member));
      } else seen.set(thing, { ...own, index });
    }
    if (twins === 0) continue;
    compared = true;
    if (odd === undefined) report.uphold(agreement.requirement, exchange);
    else {
      const { one, other, member } = odd;
      const value = (of: Seen) => `${member} ${preview(of.records.value(of.index, member))}`;
      report.assert(
        agreement.requirement,
        false,
        `${value(other)}, as in the earlier response to ${other.exchange.operation} (exchange ${other.exchange.id}), unless that one is wrong`,
        value(one),
        exchange,
        `${lists.has(exchange.operation) ? `/${one.index}` : ''}/${member}`,
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

type Difference = NonNullable<ReturnType<typeof difference>>;

/** Returns the first member in which two records of an object differ. */
function difference(one: Seen, other: Seen, { members }: Agreement, isOpen: (member: string) => boolean) {
  // The same long list may come several times.
  if (one.records === other.records && one.index === other.index) return undefined;
  const member = members.find(({ name, isSame }) => {
    const [here, there] = [one, other].map(({ records, index }) => records.value(index, name));
    return here !== undefined && there !== undefined && !isSame(here, there) && !isOpen(name);
  })?.name;
  return member === undefined ? undefined : { one, other, member };
}

/**
 * Returns a key for the object that a record describes: its identifier or, without one, the operation and parameters of
 * the request.
 */
function thingOf({ exchange, records }: Omit<Seen, 'index'>, index: number, { identifier }: Agreement) {
  if (identifier === undefined) return JSON.stringify([exchange.operation, exchange.params]);
  const value = records.value(index, identifier);
  return typeof value === 'string' || typeof value === 'number' ? String(value).toLowerCase() : undefined;
}
