/** Suggestions for the next step, based on the results. */
import { targetOptions } from '../../engine/repeat/reproduction.ts';
import { shellWord } from '../../engine/repeat/shell.ts';
import { type Blame, type Results, residueOf } from '../../engine/words/types.ts';
import { areOfClients } from '../parts/tally.ts';

/** Maximum number of steps. */
const MOST = 4;

/** A command, and its purpose. */
export type Step = readonly [command: string, purpose: string];

const INIT: Step = ['assay init', 'write a settings file for your deployment'];

/**
 * At most four commands that work as printed, each with its purpose.
 * @param directory contains the report
 * @param hasPage whether the report has a page
 */
export function nextSteps(results: Results, directory?: string, hasPage = false): Step[] {
  const tested = targetOptions(results);
  if (results.problems !== undefined) return afterProblems(results, tested);
  const steps: Step[] = [];
  // No setting and no run makes a client send other requests.
  const ofClients = areOfClients(results);
  // An embedded reference and its objects are gone when the run has ended.
  const isLasting = directory !== undefined && !results.target.reference;
  const finding =
    results.requirements.find(({ verdict }) => verdict === 'fail') ??
    results.requirements.find(({ verdict }) => verdict === 'warn') ??
    results.requirements.find(({ unstable }) => unstable);
  if (finding)
    steps.push([`assay explain ${finding.cause?.id ?? finding.id}`, 'show its clause, and how it is judged']);
  if (finding && hasPage && directory !== undefined)
    steps.push([`assay open ${shellWord(directory)}`, 'show the report in the browser']);
  if (results.counts.fail + results.counts.warn > 0 && isLasting && !ofClients)
    steps.push([`assay run${tested} --only-failed-from ${shellWord(directory)}`, 'test again what failed or warned']);
  const undecided = results.requirements.filter(({ verdict }) => verdict === 'inconclusive');
  const [, setting] = /; check ([A-Z]\w+)/.exec(results.gate.join(' ')) ?? [];
  // `assay doctor` sends only GETs, so it says no more about other requests that were answered.
  const isBeyond = results.gate.length > 0 && results.gate.every((why) => /: (?!GET)[A-Z]+ \S.* returned \d/.test(why));
  const blames = (blame: Blame) => undecided.some((one) => one.blame === blame);
  const unreached =
    (results.otherServices ?? []).length > 0 || (!isBeyond && (blames('infrastructure') || blames('credential')));
  if ((results.run.interrupted || (isBeyond && blames('infrastructure'))) && !ofClients)
    steps.push([againOf(results), 'run again']);
  if (unreached && !results.run.interrupted)
    steps.push([`assay doctor${tested}`, 'check addresses, certificates and credentials']);
  const skipped = results.requirements.some(
    ({ verdict, blame, notSelected }) => verdict === 'skipped' && blame === 'settings' && !notSelected,
  );
  // If a service was not reached, `assay doctor` is suggested, which lists the skipped requirements too.
  if (setting !== undefined && !unreached) steps.push([`assay explain ${setting}`, 'show what the setting means']);
  else if (!unreached && skipped && !ofClients)
    steps.push([
      [`assay plan${tested}`, ...onlyOf(results.run)].join(' '),
      'show what is skipped with these settings, and why',
    ]);
  if (residueOf(results).length > 0 && isLasting)
    steps.push([
      `assay clean ${shellWord(directory)}${tested.replace(/ --allow-create \S+/, '')}`,
      'list the residue, and what --remove can remove',
    ]);
  // Practice: nothing is left to look into.
  const practice =
    results.target.reference && results.run.invocation?.envFile === undefined && results.exitCode === 0 && !finding;
  if (results.run.plan !== undefined && results.run.only.length === 0 && results.conclusion === 'conformant')
    steps.push(['assay certify --help', 'how to pack and sign the run for a certifier']);
  else if (practice) steps.push(['assay list faults', 'list the faults to try: --fault ID'], INIT);
  return steps.slice(0, MOST);
}

/** Returns the command that repeats a run. */
function againOf({ run, target }: Results) {
  const { fault, variants = [] } = run.invocation ?? {};
  return [
    `assay run${targetOptions({ run, target })}`,
    ...(fault === undefined ? [] : ['--fault', shellWord(fault)]),
    ...variants.flatMap((variant) => ['--variant', shellWord(variant)]),
    ...onlyOf(run),
  ].join(' ');
}

const onlyOf = ({ only }: Results['run']) => (only.length === 0 ? [] : ['--only', shellWord(only.join(','))]);

/** Returns steps if no request was sent. A problem with the command line contains its remedy. */
function afterProblems({ run: { invocation }, problems, target: { reference } }: Results, tested: string): Step[] {
  if (invocation === undefined) return [];
  const named = settingIn(problems ?? []);
  const own = invocation.envFile !== undefined || invocation.options !== undefined;
  const settings: Step = ['assay list settings', 'list every setting'];
  if (!reference && !own && named === undefined)
    return [INIT, ['assay run --reference', 'try Assay without a deployment'], settings];
  return [
    ...(named === undefined ? [] : [[`assay explain ${named}`, 'show what the setting means'] as const]),
    [`assay doctor${tested}`, 'check these settings, then addresses and credentials'],
    settings,
  ];
}

/** Returns the setting of the first problem, as it is meant: `.env:2: NAME …`, `…; did you mean NAME?`. */
function settingIn(problems: readonly string[]) {
  const name = '([A-Z]+(?:_[A-Z0-9]+)+)';
  const found = problems.flatMap(
    (one) => new RegExp(`did you mean ${name}\\?`).exec(one) ?? new RegExp(`^.*?: ${name}\\b`).exec(one) ?? [],
  );
  return found[1];
}
