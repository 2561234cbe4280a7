/**
 * The tables of the states in which a deployment, or its settings, can be: each returns the rows that break its rule,
 * in full. STATES_ROWS: of each table so many rows, spread over all.
 */
import { Deployment, type Ran } from './deployment.ts';
import { measureNotOffered, casesOf as notOfferedCases } from './not-offered.ts';
import { bursts, downFor, downForAWhile, measureOutage } from './outages.ts';
import { breaking, type Row } from './table.ts';
import { casesOf, measureWrong } from './wrong-settings.ts';
import { WRONG_VALUES } from './wrong-values.ts';

/** Runs of one table at once: while one waits for a stream, a cancelled job or a time limit, others compute. */
const AT_ONCE = 4;

/** Every setting that is part of a request: what is wrong with its value, and how an honest server responds to it. */
export const wrongSettings = (name: string, atMost: number) =>
  measured(name, atMost, (deployment, clean) =>
    casesOf(WRONG_VALUES[name]?.(deployment) ?? []).map((one) => () => measureWrong(deployment, clean, one)),
  );

/** Every operation, or every two of them, that the deployment declares it lacks. */
export const notOffered = (name: string, together: 1 | 2, atMost: number) =>
  measured(name, atMost, (deployment, clean) =>
    notOfferedCases(deployment, together).map((one) => () => measureNotOffered(deployment, clean, one)),
  );

/** Services that go down at some moment of a run, for a while, or for a few requests to one operation. */
export const outages = (name: string, create: 'all' | '', atMost: number) =>
  measured(name, atMost, (deployment, { [create]: clean }) =>
    [...downFor(name, create, clean), ...downForAWhile(name, create, clean), ...bursts(deployment, create, clean)].map(
      (one) => () => measureOutage(deployment, clean, one),
    ),
  );

/** Clean runs with all creation allowed, and read-only. */
type Clean = Record<'all' | '', Ran>;
/** By interface. */
const cleanRuns = new Map<string, Clean>();

async function measured(
  name: string,
  atMost: number,
  casesWith: (deployment: Deployment, clean: Clean) => (() => Promise<Row>)[],
) {
  const deployment = await Deployment.of(name);
  try {
    const clean = cleanRuns.get(name) ?? {
      all: await deployment.run({ ASSAY_ALLOW_CREATE: 'all' }),
      '': await deployment.run({ ASSAY_ALLOW_CREATE: '' }),
    };
    cleanRuns.set(name, clean);
    const cases = casesWith(deployment, clean);
    return await breaking(spread(cases, Number(process.env.STATES_ROWS ?? atMost)), AT_ONCE);
  } finally {
    await deployment.close();
  }
}

/** Cases spread over all, with inner columns that differ from one to the next. */
function spread<T>(cases: T[], count: number): T[] {
  return Array.from(
    { length: Math.min(count, cases.length) },
    (_, at) => cases[(Math.floor((at * cases.length) / count) + at) % cases.length]!,
  );
}
