/** Statements about what the library did: decided, unless a reason stands in the way. */
import { decidable } from '../../../src/engine/words/deciding.ts';
import { check } from '../../../src/engine/words/suite.ts';
import type { Check, Evidence, Need, Reason, Reporter } from '../../../src/engine/words/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';

export interface Statement {
  /** Reasons for deciding nothing, the one that explains most first. */
  readonly unless?: Reason | undefined | readonly (Reason | undefined)[];
  readonly held: boolean;
  readonly expected: string;
  readonly got?: unknown;
  /** JSON pointer of what was wrong. */
  readonly at?: string | undefined;
}

/** Says whether a requirement holds. */
export function state(
  report: Reporter,
  requirement: string,
  exchange: Exchange | undefined,
  { unless, held, expected, got, at }: Statement,
): void {
  if (decidable(report, requirement, exchange, unless)) report.holds(requirement, held, expected, got, exchange, at);
}

/** A check of one requirement, by one exchange; without a statement, it is not judged. */
export const stating = <const N extends readonly Need[]>(
  requirement: string,
  needs: N,
  about: (evidence: Evidence<N>, report: Reporter) => readonly [Exchange | undefined, Statement] | undefined,
): Check =>
  check({
    needs,
    decides: [requirement],
    judge(evidence, report: Reporter) {
      const stated = about(evidence, report);
      if (stated) state(report, requirement, ...stated);
    },
  });
