/** Whether the recorded answers of two runs differ, times aside: a fault that changes no answer was not applied. */
import { createHash } from 'node:crypto';
import type { ConductedRun } from '../engine/send/run.ts';
import type { Exchange } from '../wire/types.ts';

/** Answers by what was asked. */
export type Answers = ReadonlyMap<string, string>;

/** Bodies beyond this hold no times. */
const LARGE = 1_000_000;

/** Times of the documented form, real ones only: a fault of their form or of their day has to be seen. */
const TIMES = /(?<![\d.-])\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?![\dZ.+:-])/g;

function withoutTimes(text: string): string {
  return text.replace(TIMES, (time) => {
    const at = Date.parse(`${time}Z`);
    return Number.isNaN(at) || new Date(at).toISOString().slice(0, 19) !== time ? time : 'TIME';
  });
}

/** The answers of a run, each digested; which of several alike was asked first makes no difference. */
export function answersOf({ judgeables }: ConductedRun): Answers {
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
    withoutTimes(
      JSON.stringify([
        outcome.kind,
        outcome.status,
        attempts.length,
        outcome.kind === 'failure' ? outcome.code : '',
        outcome.headers,
      ]),
    ),
  );
  const body = outcome.body;
  if (body?.truncated || (body?.size ?? 0) > LARGE) hash.update(`${body?.size} ${body?.rawDigest ?? body?.digest}`);
  else if (body) hash.update(withoutTimes(Buffer.from(body.bytes).toString('latin1')));
  return hash.digest('base64');
}

/** Whether some answer is another one than in every clean run, or is not there. */
export function differ(answers: Answers, clean: readonly Answers[]): boolean {
  const keys = new Set(clean.flatMap((run) => [...run.keys()]));
  return [...keys].some((key) => clean.every((run) => run.get(key) !== answers.get(key)));
}
