/** What to try next, from what a run came to. */
import type { Results } from '../engine/types.ts';

/** At most four commands or settings, each with what it is good for. */
export function nextSteps(results: Results): string[] {
  if (results.problems !== undefined)
    return ['assay list settings   every setting, with an example', 'assay run --reference   the same run against the embedded reference'];
  const steps: string[] = [];
  const finding = results.requirements.find(({ verdict }) => verdict === 'fail') ?? results.requirements.find(({ verdict }) => verdict === 'warn');
  if (finding) steps.push(`assay explain ${finding.id}   clause, judgement and how to reproduce`);
  const undecided = results.requirements.filter(({ verdict }) => verdict === 'inconclusive');
  if (undecided.some(({ blame }) => blame === 'infrastructure' || blame === 'credential'))
    steps.push('assay doctor   looks at addresses, certificates and credentials');
  const skipped = results.requirements.filter(({ verdict, blame }) => verdict === 'skipped' && blame === 'settings');
  // What a client did not send is no matter of settings.
  const ofClients = Object.values(results.target.interfaces).some(({ side }) => side === 'client');
  if (skipped.length > 0 && results.run.only.length === 0 && !ofClients) steps.push('assay plan   what would be asked with other settings, and what they lack');
  if (results.residue.length > 0) steps.push('assay clean DIR   what is still there, and how it is removed');
  if (results.target.reference && finding === undefined) steps.push('copy .env.example to .env, name your deployment in it, then: assay doctor, assay run');
  return steps.slice(0, 4);
}
