/** Whether the recorded answers of two runs differ, times aside: a fault that changes no answer was not applied. */
import { createHash } from 'node:crypto';
import type { Conducted } from '../../engine/run.ts';
import type { Exchange } from '../../wire/types.ts';

/** Answers by what was asked. */
export type Answers = ReadonlyMap<string, string>;

const TIMES =
  /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?|\b\d{10}(?:\d{3})?\b|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g;

/** The answers of a run, each digested; which of several alike was asked first makes no difference. */
export function answersOf({ judgeables }: Conducted): Answers {
  const answers = new Map<string, string[]>();
  for (const { recording } of judgeables) {
    for (const exchange of recording.exchanges) {
      const key = [exchange.lane, exchange.probe, exchange.operation, exchange.label, exchange.purpose].join(' ');
      answers.set(key, [...(answers.get(key) ?? []), digestOf(exchange)]);
    }
  }
  return new Map([...answers].map(([key, digests]) => [key, digests.toSorted().join()]));
}

function digestOf({ outcome, attempts }: Exchange): string {
  const hash = createHash('sha256').update(
    JSON.stringify([outcome.kind, outcome.status, attempts.length, outcome.kind === 'failure' ? outcome.code : '', outcome.headers]).replace(TIMES, 'T'),
  );
  const bytes = outcome.body?.bytes;
  if (bytes) hash.update(bytes.length > 1_000_000 ? bytes : Buffer.from(bytes).toString('latin1').replace(TIMES, 'T'));
  return hash.digest('base64');
}

/** Answers that are the same in every clean run; the others prove nothing. */
export function stableAnswers(runs: readonly Answers[]): Answers {
  const [first = new Map<string, string>(), ...others] = runs;
  return new Map([...first].filter(([key, digest]) => others.every((run) => run.get(key) === digest)));
}

/** Whether some answer is another one than in the clean runs, or is not there. */
export function differ(answers: Answers, clean: Answers): boolean {
  return [...clean].some(([key, digest]) => answers.get(key) !== digest);
}
