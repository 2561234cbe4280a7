/** Identity check, submissions and the reading of a job, with a context that works. */
import { every, probe } from '../../../src/engine/suite.ts';
import { memberOf } from '../../../src/files/json-value.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { describedTransfers, type Form, jobCall, statusCall, submitCall, transferCall, whoamiCall } from '../calls.ts';
import { parsed, reportOf, requestsOf, stepOf } from '../scenario.ts';
import { contextNeeds, endpoints, have, usableContext, withoutPython } from './contexts.ts';

export const identity = probe({
  name: 'identity',
  operation: 'whoami',
  needs: contextNeeds,
  after: [endpoints],
  unless: withoutPython,
  run: async ({ forms, ways, verifying }, context) => [await have(context, 'whoami', 'identity', [usableContext(forms, ways, verifying), whoamiCall()])],
});

/** One transfer, described by position and by name; three of them. */
export const submissions = probe({
  name: 'submissions',
  operation: 'submit',
  needs: contextNeeds,
  after: [identity],
  unless: withoutPython,
  async run({ forms, ways, verifying }, context) {
    const creation = usableContext(forms, ways, verifying);
    const submission = (form: Form, count: number, label: string): Promise<Exchange> => {
      const transfers = describedTransfers(count).map((transfer, index) => transferCall(form, transfer, `transfer-${index}`));
      return have(context, 'submit', label, [creation, ...transfers, jobCall(transfers.map(({ keep = '' }) => keep)), submitCall()]);
    };
    const [positional, keywords] = [await submission('positional', 1, 'positional'), await submission('keywords', 1, 'keywords')];
    return [positional, keywords, await submission(submittedForm([positional, keywords]), 3, 'three-transfers')];
  },
});

function submitted(exchange: Exchange): boolean {
  return requestsOf(stepOf(reportOf(exchange), 'submit')).some(({ method }) => method !== 'GET');
}

/** The form in which a transfer is submitted. */
export function submittedForm(exchanges: readonly Exchange[]): Form {
  const of = (label: Form) => exchanges.some((exchange) => exchange.label === label && submitted(exchange));
  return !of('positional') && of('keywords') ? 'keywords' : 'positional';
}

/** The identifiers that the service gave, each once. */
export function submittedIds(exchanges: readonly Exchange[]): string[] {
  return [...new Set(exchanges.flatMap((exchange) => givenJobId(exchange) ?? []))];
}

/** The identifier that the service gave to a submission, even if the library changed it. */
function givenJobId(exchange: Exchange | undefined): string | undefined {
  const ids = requestsOf(stepOf(reportOf(exchange), 'submit')).map(({ method, answer }) => (method === 'GET' ? undefined : memberOf(parsed(answer), 'job_id')));
  return ids.findLast((id) => typeof id === 'string');
}

export const jobStatus = probe({
  name: 'jobStatus',
  operation: 'get_job_status',
  needs: [...contextNeeds, every(submissions)],
  unless: withoutPython,
  async run({ forms, ways, verifying, submissions }, context) {
    const id = submissions.map(givenJobId).find((given) => given !== undefined);
    return [await have(context, 'get_job_status', 'status', [usableContext(forms, ways, verifying), statusCall(id ?? '{job}')])];
  },
});
