/**
 * A campaign runs a reference without deviations, with faults and with variants, and compares which requirements failed
 * or warned, and which no longer pass.
 */
import type { Fault, Variant } from '../../reference/types.ts';
import { conduct } from '../engine/send/run.ts';
import { globOf } from '../engine/send/select.ts';
import { answerOf, statusOf } from '../engine/words/answer.ts';
import { answersRequirement } from '../engine/words/derived/every-operation.ts';
import { isFinding, type Result, type Results } from '../engine/words/types.ts';
import { shortened } from '../records/preview.ts';
import { makeReady } from '../run/ready.ts';
import type { Depth } from '../settings/types.ts';
import type { Exchange } from '../wire/types.ts';
import { type Deviations, type InProcessReference, inProcess } from './in-process.ts';
import type { FaultOutcome, LegalOutcome } from './tasks.ts';

/** Maximum length of the response that is shown for a fault that was not detected. */
const MOST_SHOWN = 500;

/** Runs a reference again and again; contract and credentials are prepared once. */
export type Campaign = Awaited<ReturnType<typeof startCampaign>>;

/** Prepares, and runs the clean reference. Throws if the reference's own settings are wrong. */
export async function startCampaign(...of: Parameters<typeof runsOf>) {
  const run = await runsOf(...of);
  return { run, clean: (await run({})).results };
}

/**
 * Prepares, and returns a function that runs a fresh instance: for all requirements, or for those selected. Throws if
 * the reference's own settings are wrong; the function rejects if `stopping` has aborted.
 */
export async function runsOf(reference: InProcessReference, stopping?: AbortSignal, depth: Depth = 'standard') {
  const env = { ...reference.env, ASSAY_DEPTH: depth };
  const made = await readyWith(env);
  return async (deviations: Deviations, only: readonly string[] = []) => {
    stopping?.throwIfAborted();
    const extra = reference.envFor?.(deviations) ?? {};
    const { ready, target } = Object.keys(extra).length > 0 ? await readyWith({ ...env, ...extra }) : made;
    const handlers = await reference.deploy(deviations);
    return conduct({
      ready,
      target,
      only,
      ...inProcess(handlers),
      seed: 1,
      runId: 'campaign',
    });
  };
}

async function readyWith(env: InProcessReference['env']) {
  const made = await makeReady(env);
  if (!made.ok) throw new Error(`the reference's settings are wrong: ${made.problems.join(' ')}`);
  return made;
}

/** Returns the verdict that a fault turns a requirement of this basis to. */
export const wantedVerdict = (basis: Result['basis'] | undefined): 'fail' | 'warn' =>
  basis === undefined || basis === 'documented' ? 'fail' : 'warn';

/**
 * Whether a fault was detected by the requirement that it names, and which other requirements failed or warned.
 * @param among the faults of the same run
 * @param exchanges of the run: the last one that upholds the requirement is shown
 */
export function compareFault(
  { id, kills }: Fault,
  { requirements }: Results,
  clean: Results,
  among: readonly Fault[],
  exchanges: readonly Exchange[] = [],
): FaultOutcome {
  const red = requirements.filter(({ verdict }) => isFinding(verdict)).map((result) => result.id);
  const declared = new Set(among.flatMap((fault) => [fault.kills, ...(fault.also ?? [])]));
  const resultIn = (results: readonly Result[]) => results.find((result) => result.id === kills);
  const [before, got] = [resultIn(clean.requirements), resultIn(requirements)];
  const wanted = wantedVerdict(before?.basis);
  const survived =
    before?.verdict !== 'pass'
      ? `the clean reference does not pass it (${before?.verdict ?? 'no such requirement'})`
      : got?.verdict !== wanted
        ? `it is ${got?.verdict}, not ${wanted}: ${got?.message ?? upholding(exchanges, got)}`
        : undefined;
  return {
    ...{ kind: 'fault', id, kills, red, killed: survived === undefined },
    undeclared: red.filter((requirement) => !declared.has(requirement)),
    survived,
  };
}

/** Returns the last response that upholds a requirement; it shows whether the fault changed it. */
function upholding(exchanges: readonly Exchange[], result: Result | undefined) {
  const last = exchanges.findLast(({ id }) => result?.exchanges.includes(id));
  if (last === undefined) return 'no response was judged';
  const body = shortened(answerOf(last).text.replace(/\s+/g, ' '), MOST_SHOWN);
  return `${last.operation} (${last.lane}) returned ${statusOf(last) ?? 'no response'}, ${body}`;
}

/**
 * Whether an intermittent fault was detected: a requirement that it names failed, warned or is unstable, or the
 * requirement that its operation responds is unstable. In addition, the exit code must not be 0, unless the fault
 * causes only a warning.
 */
export function compareSometimes({ id, kills, also = [] }: Fault, { requirements, exitCode }: Results): FaultOutcome {
  const named = [kills, ...also].map((glob) => globOf(glob));
  const red = requirements.filter((result) => isFinding(result.verdict) || result.unstable).map((result) => result.id);
  const killed = requirements.find((result) => result.id === kills);
  const isUnstable = requirements.some(
    (result) =>
      result.unstable && result.operation === killed?.operation && answersRequirement(result.id) !== undefined,
  );
  const survived =
    !isUnstable && !red.some((one) => named.some((glob) => glob.test(one)))
      ? `it is ${killed?.verdict ?? 'no requirement'}, and the exit code ${exitCode}`
      : exitCode === 0 && wantedVerdict(killed?.basis) === 'fail'
        ? 'the exit code is 0'
        : undefined;
  return { kind: 'fault', id, kills, red, killed: survived === undefined, undeclared: [], survived };
}

/** Compares the results of legal variants with the clean ones. */
export function compareVariants(
  variants: readonly Pick<Variant, 'loses'>[],
  results: Results,
  clean: Results,
): Pick<LegalOutcome, 'alarms' | 'lost'> {
  const after = new Map(results.requirements.map((result) => [result.id, result]));
  const declared = variants.flatMap((variant) => variant.loses ?? []).map((glob) => globOf(glob));
  return {
    alarms: results.requirements
      .filter((result) => isFinding(result.verdict))
      .map((result) => `${result.id}: ${result.message}`),
    lost: clean.requirements
      .filter(({ id, verdict }) => verdict === 'pass' && after.get(id)?.verdict !== 'pass')
      .filter(({ id }) => !declared.some((glob) => glob.test(id)))
      .map(({ id }) => `${id}: ${after.get(id)?.verdict} (${after.get(id)?.message})`),
  };
}
