/**
 * Tables of states of a deployment or of its settings. Each function returns the rows that break its rule, in full.
 * STATES_ROWS: number of rows per table, spread over all.
 */
import { Deployment, type Ran } from './deployment.ts';
import { measureNotOffered, casesOf as notOfferedCases } from './not-offered.ts';
import { bursts, downFor, downForAWhile, measureOutage } from './outages.ts';
import { breaking, type Row } from './table.ts';
import { casesOf, measureWrong } from './wrong-settings.ts';
import { WRONG_VALUES } from './wrong-values.ts';

/**
 * Number of concurrent runs of a table: while one waits for a stream, a cancelled job or a time limit, others compute.
 */
const AT_ONCE = 4;

/** Measures wrong values of every setting that is part of a request, and the response of a correct server to each. */
export const wrongSettings = (name: string, atMost: number) =>
  measured(name, atMost, (deployment, clean) =>
    casesOf(WRONG_VALUES[name]?.(deployment) ?? []).map((one) => () => measureWrong(deployment, clean, one)),
  );

/** Measures every operation, or every pair, as not offered. */
export const notOffered = (name: string, together: 1 | 2, atMost: number) =>
  measured(name, atMost, (deployment, clean) =>
    notOfferedCases(deployment, together).map((one) => () => measureNotOffered(deployment, clean, one)),
  );

/** Measures services that go down at a moment of a run, temporarily, or for a few requests to one operation. */
export const outages = (name: string, create: 'all' | '', atMost: number) =>
  measured(name, atMost, (deployment, { [create]: clean }) =>
    [...downFor(name, create, clean), ...downForAWhile(name, create, clean), ...bursts(deployment, create, clean)].map(
      (one) => () => measureOutage(deployment, clean, one),
    ),
  );

/** Clean runs, one with all creation allowed and one read-only. */
type Clean = Record<'all' | '', Ran>;
/** Clean runs by interface. */
const cleanRuns = new Map<string, Clean>();

async function cleanlyRun(deployment: Deployment): Promise<Clean> {
  const all = await deployment.run({ ASSAY_ALLOW_CREATE: 'all' });
  return { all, '': deployment.allowed.includes('') ? await deployment.run({ ASSAY_ALLOW_CREATE: '' }) : all };
}

async function measured(
  name: string,
  atMost: number,
  casesWith: (deployment: Deployment, clean: Clean) => (() => Promise<Row>)[],
) {
  const deployment = await Deployment.of(name);
  try {
    const clean = cleanRuns.get(name) ?? (await cleanlyRun(deployment));
    cleanRuns.set(name, clean);
    const cases = casesWith(deployment, clean);
    return await breaking(spread(cases, Number(process.env.STATES_ROWS ?? atMost)), AT_ONCE);
  } finally {
    await deployment.close();
  }
}

/** Returns cases spread over all, so that consecutive ones differ in their inner columns. */
function spread<T>(cases: T[], count: number): T[] {
  return Array.from(
    { length: Math.min(count, cases.length) },
    (_, at) => cases[(Math.floor((at * cases.length) / count) + at) % cases.length]!,
  );
}
