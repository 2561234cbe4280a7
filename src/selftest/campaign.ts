/** Campaigns: a reference clean, with each fault, with each variant; what each turned red, what passes it cost, and whether an answer differed. */
import { createHash } from 'node:crypto';
import type { Fault, Variant } from '../../reference/types.ts';
import { packageVersion } from '../contract/root.ts';
import { type ConductedRun, conduct, type Ready } from '../engine/send/run.ts';
import { globOf } from '../engine/send/select.ts';
import { isFinding, type Results } from '../engine/words/types.ts';
import { makeReady } from '../run/ready.ts';
import type { Depth, Target } from '../settings/types.ts';
import type { Exchange } from '../wire/types.ts';
import { inProcessTransport } from './in-process.ts';
import type { Deviations, InProcessReference } from './in-process-references.ts';

/** Outcome of one fault. */
export interface FaultOutcome {
  readonly fault: Fault;
  readonly killed: boolean;
  /** Requirements that turned red beside those that the fault declares. */
  readonly undeclared: readonly string[];
  /** Every requirement that turned red. */
  readonly red: readonly string[];
  /** Why it was not killed. */
  readonly survived?: string;
}

/** Outcome of one variant, or of several at once. */
export interface VariantOutcome {
  readonly variants: readonly Variant[];
  /** fail, warn or error: a false alarm. */
  readonly alarms: readonly string[];
  /** Undeclared losses: passes of the clean run that do not pass now. */
  readonly lost: readonly string[];
}

/** Runs one reference again and again; contract and credentials are prepared once. */
export class Campaign {
  private constructor(
    private readonly reference: InProcessReference,
    private readonly env: InProcessReference['env'],
    private readonly ready: readonly Ready[],
    private readonly target: Target,
    readonly clean: Results,
    private readonly stopping: AbortSignal | undefined,
  ) {}

  /** Prepares, and runs the clean reference. Throws where the reference's own settings are wrong. */
  static async start(
    reference: InProcessReference,
    stopping?: AbortSignal,
    depth: Depth = 'standard',
  ): Promise<Campaign> {
    const env = { ...reference.env, ASSAY_DEPTH: depth };
    const made = await makeReady(env);
    if (!made.ok) throw new Error(`the reference's settings are wrong: ${made.problems.join(' ')}`);
    const { results } = await deployAndRun(reference, made.ready, made.target, {}, []);
    return new Campaign(reference, env, made.ready, made.target, results, stopping);
  }

  /** One run of a fresh instance: of all requirements, or of those selected. Rejects where `stopping` has aborted. */
  async run(deviations: Deviations, only: readonly string[] = []): Promise<ConductedRun> {
    this.stopping?.throwIfAborted();
    const extra = this.reference.envFor?.(deviations);
    if (extra === undefined || Object.keys(extra).length === 0)
      return deployAndRun(this.reference, this.ready, this.target, deviations, only);
    const made = await makeReady({ ...this.env, ...extra });
    if (!made.ok) throw new Error(`the reference's settings are wrong: ${made.problems.join(' ')}`);
    return deployAndRun(this.reference, made.ready, made.target, deviations, only);
  }
}

/** Whether a fault was killed by the requirement that it names, and what else turned red. */
export function compareFault(fault: Fault, results: Results, clean: Results): FaultOutcome {
  const verdicts = new Map(results.requirements.map((result) => [result.id, result.verdict]));
  const red = results.requirements.filter((result) => isFinding(result.verdict)).map((result) => result.id);
  const declared = new Set([fault.kills, ...(fault.also ?? [])]);
  const wanted = fault.verdict ?? 'fail';
  const got = verdicts.get(fault.kills);
  const cleanVerdict = clean.requirements.find((result) => result.id === fault.kills)?.verdict;
  const survived =
    cleanVerdict !== 'pass'
      ? `the clean reference does not pass it (${cleanVerdict ?? 'no such requirement'})`
      : got !== wanted
        ? `it is ${got}, not ${wanted}`
        : undefined;
  return {
    fault,
    killed: survived === undefined,
    red,
    undeclared: red.filter((id) => !declared.has(id)),
    ...(survived && { survived }),
  };
}

/** Whether a fault that shows only sometimes was found: a requirement that it names is red or unstable, and the run did not end well. */
export function compareSometimes(
  { kills, also = [], verdict }: Fault,
  { requirements, exitCode }: Results,
): Pick<FaultOutcome, 'killed' | 'red' | 'survived'> {
  const named = [kills, ...also].map((glob) => globOf(glob));
  const red = requirements.filter((result) => isFinding(result.verdict) || result.unstable).map(({ id }) => id);
  if (!red.some((id) => named.some((glob) => glob.test(id)))) {
    const got = requirements.find(({ id }) => id === kills)?.verdict ?? 'no requirement';
    return { killed: false, red, survived: `it is ${got}, and the exit code ${exitCode}` };
  }
  const killed = exitCode !== 0 || verdict === 'warn';
  return { killed, red, ...(!killed && { survived: 'the exit code is 0' }) };
}

/** Compares the results of lawful variants with the clean ones. */
export function compareVariants(variants: readonly Variant[], results: Results, clean: Results): VariantOutcome {
  const verdicts = new Map(results.requirements.map((result) => [result.id, result.verdict]));
  const declared = variants.flatMap((variant) => variant.loses ?? []).map((glob) => globOf(glob));
  const passed = clean.requirements.filter((result) => result.verdict === 'pass').map((result) => result.id);
  return {
    variants,
    alarms: results.requirements
      .filter((result) => isFinding(result.verdict))
      .map((result) => `${result.id}: ${result.message}`),
    lost: passed.filter((id) => verdicts.get(id) !== 'pass' && !declared.some((glob) => glob.test(id))),
  };
}

async function deployAndRun(
  reference: InProcessReference,
  ready: readonly Ready[],
  target: Target,
  deviations: Deviations,
  only: readonly string[],
): Promise<ConductedRun> {
  const handlers = await reference.deploy(deviations);
  return conduct({
    ready,
    target,
    reference: true,
    only,
    version: packageVersion(),
    transport: () => inProcessTransport(handlers),
    backoffMs: 1,
    seed: 1,
    runId: 'campaign',
  });
}

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
