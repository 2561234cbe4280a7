/** Contexts and jobs that are used alternately, and a service whose certificate is replaced between two calls. */
import { every, probe } from '../../../src/engine/suite.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { contextCall, describedTransfers, jobCall, statusCall, submitCall, transferCall, whoamiCall } from '../calls.ts';
import type { Command } from '../driver/protocol.ts';
import { reportOf, requestsOf } from '../scenario.ts';
import { jobStatus, submissions, submittedForm, submittedIds } from './calls.ts';
import { contextNeeds, have, usableContext, usableForm, usableVerify, usableWay, WAYS, type Way, withoutPython } from './contexts.ts';

/** A way that works and presents another credential than the usual one. */
export function otherWay(ways: readonly Exchange[]): Way | undefined {
  const { credential } = WAYS[usableWay(ways)];
  const works = (way: Way) =>
    ways.some((exchange) => exchange.label === way && requestsOf(reportOf(exchange)).some((each) => each.credential === WAYS[way].credential && each.chained));
  return (Object.keys(WAYS) as Way[]).find((way) => WAYS[way].credential !== credential && works(way));
}

/** Two contexts with different credentials. */
export const credentialsInTurn = probe({
  name: 'credentialsInTurn',
  operation: 'Context',
  needs: contextNeeds,
  after: [jobStatus],
  unless: withoutPython,
  async run({ forms, ways, verifying }, context) {
    const other = otherWay(ways);
    if (other === undefined) return [];
    const verify = !usableVerify(verifying) && { verify: false };
    const contexts = [
      usableContext(forms, ways, verifying, '{trusted}', 'first'),
      contextCall(usableForm(forms), { ...WAYS[other].parameters, endpoint: '{trusted}', ...verify }, 'second'),
    ];
    return [await have(context, 'Context', 'two-credentials', [...contexts, whoamiCall('first'), whoamiCall('second'), whoamiCall('first')])];
  },
});

function twoJobs(form: ReturnType<typeof submittedForm>): Command[] {
  const transfers = describedTransfers(2).map((transfer, index) => transferCall(form, transfer, `transfer-${index}`));
  return [...transfers, ...transfers.map(({ keep = '' }, index) => jobCall([keep], `job-${index}`))];
}

/** Two jobs are built, then both are submitted. */
export const jobsInTurn = probe({
  name: 'jobsInTurn',
  operation: 'submit',
  needs: [...contextNeeds, every(submissions)],
  after: [credentialsInTurn],
  unless: withoutPython,
  run: async ({ forms, ways, verifying, submissions }, context) => [
    await have(context, 'submit', 'two-jobs', [
      usableContext(forms, ways, verifying),
      ...twoJobs(submittedForm(submissions)),
      submitCall('job-0'),
      submitCall('job-1'),
    ]),
  ],
});

/** Two jobs are asked for alternately. */
export const statusInTurn = probe({
  name: 'statusInTurn',
  operation: 'get_job_status',
  needs: [...contextNeeds, every(submissions)],
  after: [jobsInTurn],
  unless: withoutPython,
  async run({ forms, ways, verifying, submissions }, context) {
    const [first, second] = submittedIds(submissions);
    if (first === undefined || second === undefined) return [];
    const asked = [first, second, first].map(statusCall);
    return [await have(context, 'get_job_status', 'two-jobs', [usableContext(forms, ways, verifying), ...asked])];
  },
});

/** Index of the first call after the service has another certificate: context, identity check, transfer and job stand before it. */
export const TURNED = 4;

/** Every call after the first, at a service that has become untrusted. */
export const turning = probe({
  name: 'turning',
  operation: 'Context',
  needs: [...contextNeeds, every(submissions)],
  after: [statusInTurn],
  unless: withoutPython,
  async run({ forms, ways, submissions }, context) {
    const [transfer] = describedTransfers(1).map((each) => transferCall(submittedForm(submissions), each, 'transfer'));
    const made = contextCall(usableForm(forms), { ...WAYS[usableWay(ways)].parameters, endpoint: '{turning}', verify: true });
    const before = [made, whoamiCall(), transfer as Command, jobCall(['transfer'])];
    const after = [whoamiCall(), submitCall(), statusCall('{job}')];
    return [await have(context, 'Context', 'turning', [...before, ...after], 'no-credentials', TURNED)];
  },
});
