/** What results say, as tests look at it. */
import type { Results, Verdict } from '../src/engine/words/types.ts';

export const resultOf = ({ requirements }: Results, id: string) => requirements.find((result) => result.id === id);

export const verdictOf = (results: Results, id: string) => resultOf(results, id)?.verdict;

export const withVerdict = ({ requirements }: Results, ...verdicts: Verdict[]) =>
  requirements.filter(({ verdict }) => verdicts.includes(verdict));

/** Requirements that accuse the target, or could not be judged because of Assay. */
export const redOf = (results: Results) => withVerdict(results, 'fail', 'warn', 'error');

/** These, each behind its verdict. */
export const alarms = (results: Results) => redOf(results).map(({ id, verdict }) => `${verdict} ${id}`);
