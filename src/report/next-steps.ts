/** Suggestions for the next step, based on the results. */
import { shellWord } from '../engine/shell.ts';
import type { Results } from '../engine/types.ts';

/** Maximum number of steps. */
const MOST = 4;

/** At most four commands that work as printed, each with its purpose; `directory` is where the report lies. */
export function nextSteps(results: Results, directory?: string): string[] {
  if (results.problems !== undefined)
    return [
      'assay init   write a settings file',
      'assay list settings   list every setting, with an example',
      'assay run --reference   run against the embedded reference',
    ];
  const steps: string[] = [];
  const { envFile } = results.run.invocation ?? {};
  const settings = envFile === undefined || envFile === '.env' ? '' : ` --env-file ${shellWord(envFile)}`;
  const tested = results.target.reference ? ' --reference' : settings;
  const finding = results.requirements.find(({ verdict }) => verdict === 'fail') ?? results.requirements.find(({ verdict }) => verdict === 'warn');
  if (finding) steps.push(`assay explain ${finding.cause?.id ?? finding.id}   show clause, judgement and how to reproduce`);
  const undecided = results.requirements.filter(({ verdict }) => verdict === 'inconclusive');
  if (undecided.some(({ blame }) => blame === 'infrastructure' || blame === 'credential'))
    steps.push(`assay doctor${tested}   check addresses, certificates and credentials`);
  const skipped = results.requirements.filter(({ verdict, blame }) => verdict === 'skipped' && blame === 'settings');
  // Requests that a client did not send do not depend on settings.
  const ofClients = Object.values(results.target.interfaces).some(({ side }) => side === 'client');
  if (skipped.length > 0 && results.run.only.length === 0 && !ofClients) steps.push(`assay plan${tested}   show what is skipped with these settings, and why`);
  if (results.residue.length > 0 && directory !== undefined)
    steps.push(`assay clean ${shellWord(directory)}${settings}   list the objects left behind; --remove removes what can be removed`);
  if (results.target.reference && finding === undefined && envFile === undefined) steps.push('assay init   write a settings file for your deployment');
  return steps.slice(0, MOST);
}
