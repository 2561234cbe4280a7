/** Reads the options of the gate. */
import { COMPARING_FAIL_ON, DEFAULT_FAIL_ON } from '../engine/account/gate.ts';
import { FAIL_ON, type FailOn, isFinding } from '../engine/words/types.ts';
import { InputError, namesIn, readIfGiven } from '../files/read-file.ts';
import { suggestion } from '../settings/nearest.ts';
import { readBaseline } from './directory/baseline-file.ts';
import { hasResults, readEarlierRun, readResults, withoutThisBase } from './directory/run-files.ts';

/** Conditions that compare with an earlier run. */
const COMPARING = COMPARING_FAIL_ON.filter((word) => !DEFAULT_FAIL_ON.includes(word));

/** Returns conditions of `--fail-on`: without an earlier run, those that compare with it are left out. */
export function conditionsOf(failOn: readonly string[] | undefined, earlier: string | undefined) {
  if (earlier !== undefined) return failOn;
  return failOn && namesIn(failOn).filter((word) => !(COMPARING as readonly string[]).includes(word));
}

/** Options of the gate as given by the user. */
export interface GateOptions {
  /** Path of a baseline. */
  readonly baseline?: string;
  /** An earlier run's directory or results.json. */
  readonly compare?: string;
  /** Directory of the base: the run is compared with it if it exists, and replaces it if the run passes. */
  readonly base?: string;
  /** Conditions of `--fail-on`; comma-separated or repeated. */
  readonly failOn?: readonly string[];
  /** An earlier run, of which only the findings are tested again. */
  readonly onlyFailedFrom?: string;
}

/** Input of the gate. If there are problems, no request is sent. */
export type GateReady = ReturnType<typeof readGateOptions>;

/** Reads all named files, and collects all problems. Entries of a baseline expire at the end of a day in UTC. */
export function readGateOptions(options: GateOptions) {
  const today = new Date().toISOString().slice(0, 10);
  const problems: string[] = [];
  const named = namesIn(options.failOn);
  const isKnown = (word: string): word is FailOn => (FAIL_ON as readonly string[]).includes(word);
  const failOn = [...new Set(named)].filter(isKnown);
  for (const word of named.filter((one) => !isKnown(one)))
    problems.push(
      `--fail-on ${JSON.stringify(word)} is not a condition${suggestion(word, FAIL_ON)} Conditions: ${FAIL_ON.join(', ')} (default: ${DEFAULT_FAIL_ON.join(',')}; with --compare or --base: ${COMPARING_FAIL_ON.join(',')}).`,
    );
  const { base, compare } = options;
  if (base !== undefined && compare !== undefined)
    problems.push('--base and --compare both name a run to compare with. Give one of them.');
  for (const word of (base ?? compare) === undefined ? failOn.filter((one) => COMPARING.includes(one)) : [])
    problems.push(`--fail-on ${word} needs an earlier run, which \`assay run\` takes as --base DIR or --compare DIR.`);
  if (failOn.includes('stale') && options.baseline === undefined)
    problems.push('--fail-on stale needs a baseline: give --baseline FILE, which `assay baseline init DIR` writes.');
  const baseline = readIfGiven(problems, options.baseline, (path) => readBaseline(path, today).entries);
  const kept = base !== undefined && hasResults(base) ? base : undefined;
  const earlier = readIfGiven(problems, kept ?? compare, readEarlierRun);
  if (kept !== undefined && earlier === undefined) problems.push(withoutThisBase(kept));
  const only = readIfGiven(problems, options.onlyFailedFrom, found);
  return {
    problems,
    failOn: options.failOn && failOn,
    // The earlier run, which must have tested the same target.
    earlier,
    // Requirements to test; the others are skipped.
    only: only && only.ids.length > 0 ? only.ids : undefined,
    // The reason not to send requests: the earlier run has no findings to test again.
    nothingToTest:
      options.onlyFailedFrom !== undefined && only?.ids.length === 0
        ? withoutFindings(options.onlyFailedFrom, only.exitCode)
        : undefined,
    heldAgainst:
      baseline || earlier
        ? { today, baseline, before: earlier?.verdicts, inferred: earlier?.inferred, earlier: earlier?.named }
        : undefined,
  };
}

function found(path: string) {
  const { requirements, run, exitCode } = readResults(path);
  if (run.requests === 0 || run.interrupted)
    throw new InputError(
      `The run in ${JSON.stringify(path)} ${run.interrupted ? 'was interrupted' : 'sent no request'}, so what failed is unknown. Choose a complete run.`,
    );
  const findings = requirements.filter(({ verdict, basis }) => isFinding(verdict) && basis !== 'profile');
  return { ids: findings.map(({ id }) => id), exitCode };
}

/** Returns why no request is sent, and the exit code: a run that left its own conditions unmet does not pass now. */
function withoutFindings(path: string, earlier: number) {
  const again = earlier === 0 ? '' : ` The exit code of that run is ${earlier}: run again without --only-failed-from.`;
  const said = `No requirement failed or warned in ${JSON.stringify(path)}, so no request was sent.${again}`;
  return { exitCode: earlier === 0 ? 0 : 3, gate: [said] };
}
