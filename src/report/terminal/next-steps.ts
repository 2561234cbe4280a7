/** Suggestions for the next step, based on the results. */
import { settingsOfRun, targetOptions } from '../../engine/repeat/reproduction.ts';
import { shellWord } from '../../engine/repeat/shell.ts';
import { type Blame, type Results, residueOf, type Verdict } from '../../engine/words/types.ts';
import { areOfClients } from '../parts/tally.ts';

/** Maximum number of steps. */
const MOST = 4;

/** A command, and its purpose. */
export type Step = readonly [command: string, purpose: string];

export interface StepOptions {
  /** Directory of the report. */
  readonly directory?: string;
  /** Names of the files in the directory of a run that has just ended. */
  readonly files?: readonly string[];
}

/** Whether the results of a run that has just ended could not be written. */
export const lacksResults = (files: readonly string[] | undefined): boolean =>
  files?.includes('results.json') === false;

/** At most four commands that work as printed, each with its purpose. */
export function nextSteps(results: Results, { directory = '', files }: StepOptions): Step[] {
  const { requirements, counts, run, target, exitCode, comparison } = results;
  const tested = targetOptions(results);
  // A problem with the command line contains its remedy.
  if (results.problems !== undefined)
    return run.invocation === undefined
      ? []
      : [
          [`assay doctor${tested}`, 'after the correction, check addresses and credentials'],
          ['assay list settings', 'list every setting'],
        ];
  const place = shellWord(directory);
  // An embedded reference and its objects are gone when the run has ended.
  const isLasting = directory !== '' && files?.length !== 0 && !target.reference;
  // No setting and no run makes a client send other requests.
  const ofClients = areOfClients(results);
  const having = (verdict: Verdict, ...blames: Blame[]) =>
    requirements.filter(
      (one) => one.verdict === verdict && !one.notSelected && (!blames[0] || blames.includes(one.blame ?? 'suite')),
    );
  const [finding] = [...having('fail'), ...having('warn'), ...requirements.filter(({ unstable }) => unstable)];
  const { unanswered = [], otherServices = [] } = results;
  const { again = [] } = run.invocation ?? {};
  const file = again.indexOf('--baseline');
  const causes =
    run.interrupted || ofClients ? [] : [...unanswered, ...having('inconclusive', 'infrastructure', 'credential')];
  // `assay doctor` connects, and sends valid GETs.
  const isShown = otherServices.length > 0 || causes.some(({ blame }) => blame !== 'settings');
  const kinds = new Set(requirements.flatMap(({ notAllowed = [] }) => notAllowed));
  const isPractice = target.reference && run.invocation?.envFile === undefined && exitCode === 0 && !finding;
  const isLost = lacksResults(files);
  const steps: readonly (readonly [applies: unknown, command: string, purpose: string])[] = [
    [finding, `assay explain ${finding?.cause?.id ?? finding?.id}`, 'show its clause, and how it is judged'],
    // Early, because the residue may still be running.
    [
      residueOf(results).length > 0 && isLasting,
      `assay clean ${place}${settingsOfRun(results)}`,
      'list the objects that are left, and how to remove them',
    ],
    [isLost, againOf(results), 'after the correction, or with another --out: these results were not kept'],
    [
      comparison && comparison.stale.length + comparison.expired.length > 0 && directory,
      ['assay baseline prune', place, ...(file < 0 ? [] : again.slice(file, file + 2).map(shellWord))].join(' '),
      'remove stale and expired entries from the baseline',
    ],
    [finding && files?.length && directory, `assay open ${place}`, 'show the report in the browser'],
    [
      counts.fail + counts.warn > 0 && isLasting && !ofClients,
      `assay run${tested} --only-failed-from ${place}`,
      'test again what failed or warned',
    ],
    [isShown, `assay doctor${tested}`, 'check addresses, certificates and credentials'],
    [
      !ofClients && (run.interrupted || causes.length > 0 || isShown),
      againOf(results).replace(/(--run-timeout-ms) \S+/, run.timedOut ? '$1 MS' : '$&'),
      `${run.interrupted ? '' : causes.every(({ blame }) => blame === 'infrastructure') && causes.length > 0 ? 'when the service is available, ' : 'after the correction, '}run again${run.timedOut ? ', with a higher --run-timeout-ms' : ''}`,
    ],
    [
      // Only with another permission does the plan say more than this run.
      causes.length === 0 && !isShown && !ofClients && target.allowCreate.length === 0 && kinds.size > 0,
      [`assay plan${settingsOfRun(results)} --allow-create ${[...kinds].join(',')}`, ...onlyOf(run)].join(' '),
      'show what a run would test, create and skip, and why',
    ],
    [
      run.plan !== undefined && run.only.length === 0 && results.conclusion === 'conformant',
      'assay certify --help',
      'how to pack and sign the run for a certifier',
    ],
    [isPractice, 'assay list faults', 'list the faults to try: --fault ID'],
    [isPractice, 'assay init', 'write a settings file for your deployment'],
  ];
  return (isLost ? steps.slice(1, 3) : steps).flatMap(([applies, ...step]) => (applies ? [step] : [])).slice(0, MOST);
}

/** Returns the command that repeats a run. */
function againOf(results: Results) {
  const { fault, variants = [], again = [] } = results.run.invocation ?? {};
  return [
    `assay run${targetOptions(results)}`,
    ...(fault === undefined ? [] : ['--fault', shellWord(fault)]),
    ...variants.flatMap((variant) => ['--variant', shellWord(variant)]),
    ...onlyOf(results.run),
    ...again.map(shellWord),
  ].join(' ');
}

const onlyOf = ({ only }: Results['run']) => (only.length === 0 ? [] : ['--only', shellWord(only.join(','))]);
