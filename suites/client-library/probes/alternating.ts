/** Contexts and jobs that are used alternately, and a service whose certificate is replaced between two calls. */
import { probe } from '../../../src/engine/words/suite.ts';
import { describedTransfers, jobCall, statusCall, submitCall, transferCall, whoamiCall } from '../calls.ts';
import { jobNeeds, jobStatus, submittedForm, submittedIds } from './calls.ts';
import {
  contextNeeds,
  have,
  usableContext,
  usableWay,
  WAY_NAMES,
  WAYS,
  type Way,
  type Ways,
  withoutPython,
  works,
} from './contexts.ts';

/** A way that works and presents another credential than the usual one. */
export function otherWay(ways: Ways): Way | undefined {
  const { credential } = WAYS[usableWay(ways)];
  return WAY_NAMES.find((way) => WAYS[way].credential !== credential && works(ways, way));
}

/** Two contexts with different credentials. */
export const credentialsInTurn = probe({
  name: 'credentialsInTurn',
  operation: 'Context',
  needs: contextNeeds,
  after: [jobStatus],
  unless: withoutPython,
  async run(tried, context) {
    const other = otherWay(tried.ways);
    if (other === undefined) return {};
    const contexts = [usableContext(tried, {}, 'first'), usableContext(tried, { way: other }, 'second')];
    return {
      inTurn: await have(context, 'Context', [
        ...contexts,
        whoamiCall('first'),
        whoamiCall('second'),
        whoamiCall('first'),
      ]),
    };
  },
});

/** Two jobs are built, then both are submitted. */
export const jobsInTurn = probe({
  name: 'jobsInTurn',
  operation: 'submit',
  needs: jobNeeds,
  after: [credentialsInTurn],
  unless: withoutPython,
  async run(tried, context) {
    const transfers = describedTransfers(2).map((transfer, index) =>
      transferCall(submittedForm(tried.submissions), transfer, `transfer-${index}`),
    );
    const jobs = transfers.map(({ keep = '' }, index) => jobCall([keep], `job-${index}`));
    return {
      inTurn: await have(context, 'submit', [
        usableContext(tried),
        ...transfers,
        ...jobs,
        submitCall('job-0'),
        submitCall('job-1'),
      ]),
    };
  },
});

/** Two jobs are asked for alternately. */
export const statusInTurn = probe({
  name: 'statusInTurn',
  operation: 'get_job_status',
  needs: jobNeeds,
  after: [jobsInTurn],
  unless: withoutPython,
  async run(tried, context) {
    const [first, second] = submittedIds(tried.submissions);
    if (first === undefined || second === undefined) return {};
    return {
      inTurn: await have(context, 'get_job_status', [usableContext(tried), ...[first, second, first].map(statusCall)]),
    };
  },
});

/** Index of the first call after the service has another certificate: context, identity check, transfer and job stand before it. */
export const TURNED = 4;

/** Every call after the first, at a service that has become untrusted. */
export const turning = probe({
  name: 'turning',
  operation: 'Context',
  needs: jobNeeds,
  after: [statusInTurn],
  unless: withoutPython,
  async run(tried, context) {
    const transfers = describedTransfers(1).map((each) =>
      transferCall(submittedForm(tried.submissions), each, 'transfer'),
    );
    const before = [
      usableContext(tried, { endpoint: '{turning}', verify: true }),
      whoamiCall(),
      ...transfers,
      jobCall(['transfer']),
    ];
    const after = [whoamiCall(), submitCall(), statusCall('{job}')];
    return { turned: await have(context, 'Context', [...before, ...after], 'no-credentials', TURNED) };
  },
});
