import { expect, test } from 'vitest';
import { nextSteps, type Step } from '../../src/report/terminal/next-steps.ts';
import { RESULTS } from './fixed-results.ts';

const commandsOf = (steps: readonly Step[]) => steps.map(([command]) => command);
const withEnvFile = (envFile: string) => ({ ...RESULTS, run: { ...RESULTS.run, invocation: { envFile } } });

test('commands name the settings file and the directory as a shell takes them', () => {
  expect(commandsOf(nextSteps(withEnvFile('my staging.env'), 'out put'))).toEqual([
    'assay explain transfer/job/submit_time',
    "assay doctor --env-file 'my staging.env'",
    "assay plan --env-file 'my staging.env'",
    "assay clean 'out put' --env-file 'my staging.env'",
  ]);
  expect(commandsOf(nextSteps(withEnvFile('.env'), 'out'))).toContain('assay doctor');
});

test('after a run against the reference, its commands are about the reference', () => {
  const reference = { ...RESULTS, target: { ...RESULTS.target, reference: true } };
  expect(commandsOf(nextSteps(reference, 'out'))).toEqual(
    expect.arrayContaining(['assay doctor --reference', 'assay plan --reference']),
  );
});

test('after a run against the reference, nothing is left to clean', () => {
  const reference = { ...RESULTS, target: { ...RESULTS.target, reference: true } };
  expect(commandsOf(nextSteps(reference, 'out')).join('\n')).not.toContain('assay clean');
});

test('without a finding, an unstable requirement is explained', () => {
  const requirements = RESULTS.requirements.map((result) => ({
    ...result,
    verdict: 'inconclusive' as const,
    ...(result.id === 'transfer/job/submit_time' && { unstable: true as const }),
  }));
  expect(commandsOf(nextSteps({ ...RESULTS, requirements }, 'out'))).toContain(
    'assay explain transfer/job/submit_time',
  );
});
