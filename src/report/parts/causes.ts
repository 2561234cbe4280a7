/** Groups results by their cause, so that one unanswered operation is one line and not sixty. */

import { grouped } from '../../engine/account/grouping.ts';
import { type Blame, isFinding, type Result, type Verdict } from '../../engine/words/types.ts';
import { findingsIn, number } from './tally.ts';

/** Results with one cause: the leading one first. */
export interface Group {
  readonly lead: Result;
  /** The others, in the order of the results. */
  readonly others: readonly Result[];
  /** The fact that all follow from; absent for a single result, or if the leading result says the same. */
  readonly headline?: string;
}

/** Findings by cause, in the order of the first of each group. If the leading result is not among them, the first one leads. */
export function groupedByCause(findings: readonly Result[]): Group[] {
  return [...grouped(findings, ({ id, cause }) => cause?.id ?? id)].map(([id, own]): Group => {
    const lead = own.find((result) => result.id === id) ?? own[0];
    const others = own.filter((result) => result !== lead);
    return {
      lead,
      others,
      ...(others.length > 0 && lead.cause && lead.cause.headline !== lead.message && { headline: lead.cause.headline }),
    };
  });
}

/** Why requirements were neither confirmed nor contradicted. */
export interface Reason {
  readonly verdict: Verdict;
  readonly blame: Blame | undefined;
  readonly why: string;
  /** The finding that they follow from, if the cause is one. */
  readonly finding?: string;
  /** The cause is an operation that did not succeed. */
  readonly unanswered: boolean;
  /** Left out by `--only`. */
  readonly notSelected: boolean;
  readonly ids: readonly string[];
}

/** Reasons of the results with a verdict, the most frequent first: by cause, or by the stated reason without one. */
export function reasonsOf(results: readonly Result[], verdict: Verdict): Reason[] {
  const red = new Set(results.filter(({ verdict }) => isFinding(verdict)).map(({ id }) => id));
  const keyOf = ({ cause, blame, message }: Result): string =>
    cause ? `cause ${cause.id}` : `${blame ?? ''} ${message}`;
  return [...grouped(findingsIn(results, [verdict]), keyOf).values()]
    .map((own): Reason => {
      const { cause, blame, message, notSelected } = own.find(({ id, cause }) => id === cause?.id) ?? own[0];
      return {
        verdict,
        blame,
        why: cause?.headline ?? message ?? 'No reason given.',
        ...(cause && red.has(cause.id) && { finding: cause.id }),
        unanswered: cause?.operations !== undefined,
        notSelected: notSelected === true,
        ids: own.map(({ id }) => id),
      };
    })
    .sort((a, b) => b.ids.length - a.ids.length);
}

/** `38 requirements could not be judged because submit-job was answered with 400 ("…").` */
export function reasonText({ verdict, ids, why, unanswered, finding }: Reason): string {
  if (verdict !== 'inconclusive') return why;
  const count = `${number(ids.length, 'requirement')} could not be judged`;
  if (finding !== undefined) return `${count} because of the finding ${finding}.`;
  return unanswered ? `${count} because ${why}` : `${count}: ${why}`;
}
