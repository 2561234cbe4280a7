/** Examines the content of a bundle, both when packing and when verifying. */

import type { Results } from '../engine/words/types.ts';
import { sameJson } from '../files/json-value.ts';
import { sha256 } from '../files/sha256.ts';
import type { Redactor } from '../wire/secrets/redaction.ts';
import { type BundledEvidence, type JudgedAgain, judgeRecorded, readBundledEvidence } from './bundled-evidence.ts';
import { coverageOf } from './completeness.ts';
import { clockProblems, inconsistencies } from './consistency.ts';
import { addressNotes, interfacesOf } from './deployment.ts';
import { planId } from './documents.ts';
import { leaks } from './leaks.ts';
import {
  type CertificationPlan,
  type Content,
  IS_PRACTICE,
  type Problem,
  problemsOf,
  type SuiteSource,
} from './types.ts';

/** Result of the examination. */
export type Examination = Awaited<ReturnType<typeof examine>>;

export interface ExamineOptions {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Knows the secrets of the settings. */
  readonly known?: Redactor;
  /** Accepts a run against the embedded reference. */
  readonly practice: boolean;
}

const DIFFERENCES = 5;

/** Examines an untrusted content, and never throws because of it. */
export async function examine(content: Content, source: SuiteSource, options: ExamineOptions) {
  const problems: Problem[] = [];
  const add = (...found: Parameters<typeof problemsOf>) => void problems.push(...problemsOf(...found));
  const notes: string[] = [];
  const { manifest, results, statement } = content;
  const plan = releasedPlan(content, source, (why) => add('plan', [why]));
  let evidence: BundledEvidence | undefined;
  let judged: JudgedAgain | undefined;
  try {
    evidence = readBundledEvidence(content.members);
    add('evidence', inconsistencies(evidence, results));
    const clocks = clockProblems(evidence.exchanges, results.run, options.now, source.expiries);
    add('clocks', clocks.problems);
    notes.push(...clocks.notes, ...addressNotes(evidence, interfacesOf(plan)));
    add('secrets', leaks(content.members, evidence.exchanges, options.known));
  } catch (error) {
    add('evidence', [`${(error as Error).message.slice(0, 300)}.`]);
  }
  if (evidence) {
    try {
      judged = await judgeRecorded(evidence, source.load);
    } catch (error) {
      add('verdicts', [`Cannot judge the exchanges: ${(error as Error).message.slice(0, 200)}.`]);
    }
  }
  add('options', weakened(results, options.practice, manifest.practice === true));
  if (results.run.depth !== 'thorough' && plan?.side !== 'client')
    notes.push('Limited: the run used the depth standard. It may have missed a defect that shows only sometimes.');
  add('statement', undeclared(content, plan));
  const beyond = statement.interfaces.filter((name) => !interfacesOf(plan).includes(name));
  if (plan && beyond.length > 0)
    notes.push(`Limited: the statement also names ${beyond.join(', ')}, which the plan ${planId(plan)} is not about.`);
  if (evidence && judged) {
    const { exact, wrong, remarks } = knownSuite(content, source, judged);
    add('suite', wrong);
    notes.push(...remarks);
    add('verdicts', differences(results, judged.results, exact ? undefined : new Set(plan?.requirements)));
    const { profile } = evidence.testimony;
    if (profile)
      notes.push(
        `Limited: the profile ${profile.name} (digest ${profile.digest}) replaces names in the document and fills gaps; see evidence.har.`,
      );
  } else add('verdicts', ['No exchanges to judge again.']);
  const coverage = plan && judged ? coverageOf(plan, judged.results, judged.stated) : undefined;
  if (coverage) {
    add('completeness', coverage.problems);
    notes.push(...coverage.notes);
  } else add('completeness', ['Completeness unknown: plan or verdicts missing.']);
  return { problems, notes, plan, coverage, evidence, judged };
}

/** Returns the plan of this installation; the plan in the bundle must be identical. */
function releasedPlan({ manifest, members }: Content, { plans }: SuiteSource, refuse: (why: string) => void) {
  const named = planId(manifest.plan);
  const plan = plans.find((one) => planId(one) === named);
  if (plan === undefined) refuse(`This installation knows no released plan ${named.slice(0, 80)}.`);
  else if (sha256(members.get('plan.yaml') ?? '') !== plan.digest || manifest.plan.digest !== plan.digest)
    refuse(`The plan ${named} in the bundle was altered: it differs from the released one.`);
  return plan;
}

/** Returns options that weaken a run. */
function weakened(results: Results, practiceAllowed: boolean, practice: boolean) {
  const { run, target, comparison, policy } = results;
  const found: readonly (readonly [boolean, string])[] = [
    [
      run.only.length > 0,
      `The run was narrowed to ${run.only.join(', ').slice(0, 200)} (--only, --once); a claim needs a whole run.`,
    ],
    [run.interrupted, 'The run was interrupted.'],
    [
      comparison !== undefined,
      'The run used a baseline or an earlier run (--baseline, --base, --compare), so its exit code does not reflect all verdicts.',
    ],
    [
      policy !== undefined && !policy.failOn.includes('new'),
      'The run was configured not to fail on new findings (--fail-on).',
    ],
    [target.reference && !practiceAllowed, IS_PRACTICE],
    [
      target.reference !== practice && (practice || practiceAllowed),
      'The bundle does not state whether it is a practice bundle for the embedded reference.',
    ],
    [results.problems !== undefined, 'No request was sent, because of the settings.'],
  ];
  return found.filter(([weakens]) => weakens).map(([, sentence]) => sentence);
}

function undeclared({ results, statement, manifest }: Content, plan: CertificationPlan | undefined) {
  const declared = new Set(statement.notOffered?.map(({ name }) => name));
  const hidden = results.target.notOffered.filter((name) => !declared.has(name));
  const found: string[] = [];
  if (hidden.length > 0)
    found.push(
      `The run skipped ${hidden.join(', ')} as not offered (ASSAY_NOT_OFFERED), but the statement does not declare it.`,
    );
  const unclaimed = interfacesOf(plan).filter((name) => !statement.interfaces.includes(name));
  if (unclaimed.length > 0)
    found.push(
      `The statement does not claim ${unclaimed.join(', ')}, which the plan ${planId(manifest.plan)} is about.`,
    );
  return found;
}

/** Whether the bundle was made by a known suite; `exact`: by this one. */
function knownSuite({ manifest, results }: Content, { identity, plans }: SuiteSource, judged: JudgedAgain) {
  const wrong: string[] = [];
  const remarks: string[] = [];
  const changed = (['specs', 'schemas', 'code'] as const).filter((part) => manifest.suite[part] !== identity[part]);
  const isThisVersion = manifest.suite.version === identity.version;
  if (manifest.suite.version !== results.suite.version)
    wrong.push('The bundle and its results name different versions of Assay.');
  if (isThisVersion && changed.length > 0)
    wrong.push(
      `The bundle was made by an altered Assay ${identity.version}: it differs from this installation in ${changed.join(', ')}.`,
    );
  const older: string[] = [];
  for (const name of Object.keys(judged.contracts)) {
    const claimed = (manifest.contracts ?? judged.contracts)[name];
    const released = plans.filter((plan) => plan.contracts[name] === claimed && claimed !== undefined);
    if (claimed === judged.contracts[name]) {
      if (results.suite.profile === undefined && results.suite.contracts[name] !== claimed)
        wrong.push(`The results and the bundle were made with different versions of the clauses of ${name}.`);
    } else if (released.length > 0) older.push(`${name} (as in ${released.map(planId).join(', ')})`);
    else
      wrong.push(
        `The contract of ${name} (digest ${claimed?.slice(0, 64) ?? 'absent'}) is unknown: it was altered, or is newer than this installation.`,
      );
  }
  if (older.length > 0 || !isThisVersion)
    remarks.push(
      `Made with Assay ${manifest.suite.version}${older.length > 0 ? ` and an older released contract: ${older.join(', ')}` : ''}; judged again with Assay ${identity.version}.`,
    );
  return {
    exact: isThisVersion && [changed, older, wrong].every(({ length }) => length === 0),
    wrong,
    remarks,
  };
}

/**
 * Returns the differences between the results and a second judgement, verdicts first; with `planned`, only verdicts of
 * these requirements.
 */
function differences(claimed: Results, again: Results, planned?: ReadonlySet<string>) {
  const counted = ({ requirements }: Results) => requirements.filter(({ id }) => planned?.has(id) ?? true);
  const [before, now] = [claimed, again].map(
    (results) => new Map(counted(results).map((one) => [one.id, one.verdict])),
  );
  const changed = counted(claimed)
    .filter(({ id, verdict }) => now?.get(id) !== verdict)
    .map(
      ({ id, verdict }) =>
        `${id.slice(0, 120)} is ${verdict} in the results, but ${now?.get(id) ?? 'missing'} when judged again.`,
    );
  const added = counted(again)
    .filter(({ id, verdict }) => !before?.has(id) && verdict !== 'skipped')
    .map(({ id, verdict }) => `${id} is missing in the results, but ${verdict} when judged again.`);
  const verdicts = [...changed.slice(0, DIFFERENCES), ...added.slice(0, DIFFERENCES)];
  if (verdicts.length > 0 || planned) return verdicts;
  const members = [...new Set([...Object.keys(claimed), ...Object.keys(again)])] as (keyof Results)[];
  const other = members.filter((name) => !sameJson(claimed[name], again[name]));
  return other.length > 0
    ? [`The results differ from the evidence in ${other.join(', ')}: they were changed, or made by another version.`]
    : [];
}
