/** Whether judging a run from its evidence gives the verdicts of the run. */
import type { ConductedRun } from '../../src/engine/run.ts';
import type { Results } from '../../src/engine/types.ts';
import { rejudge } from '../../src/run/rejudge.ts';

const verdicts = ({ requirements }: Results): string => requirements.map(({ id, verdict }) => `${id} ${verdict}`).join('\n');

/** Judges it again, and compares. */
export const isJudgedAgainAlike = (conducted: ConductedRun): boolean => verdicts(rejudge(conducted)) === verdicts(conducted.results);
