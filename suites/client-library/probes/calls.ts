/** Identity check, submissions and the reading of a job, with a context that works. */
import { type Exchange, probe, sent } from '../../words.ts';
import { describedTransfers, type Form, jobCall, statusCall, submitCall, transferCall, whoamiCall } from '../calls.ts';
import { givenJobIds, requestsOf, stepOf } from '../scenario.ts';
import { contextNeeds, formThat, fromEnvironment, have, haveOnce, onContext, usableContext } from './contexts.ts';

export const identity = probe({
  name: 'identity',
  ...onContext,
  operation: 'whoami',
  needs: contextNeeds,
  after: [fromEnvironment],
  run: async (tried, context) => ({ checked: await have(context, 'whoami', [usableContext(tried), whoamiCall()]) }),
});

/** Transfers of a job that is long, of which the document does not say that it has to be accepted. */
export const MANY = 101;

/** A transfer, described by position and by name; three of them; many. */
export const submissions = probe({
  name: 'submissions',
  title: 'submit jobs',
  ...onContext,
  operation: 'submit',
  needs: contextNeeds,
  after: [identity],
  async run(tried, context) {
    const submission = (form: Form, count: number, send = have) => {
      const transfers = describedTransfers(count, context.round).map((transfer, index) =>
        transferCall(form, transfer, `transfer-${index}`),
      );
      return send(context, 'submit', [
        usableContext(tried),
        ...transfers,
        jobCall(transfers.map(({ keep = '' }) => keep)),
        submitCall(),
      ]);
    };
    const forms = { positional: await submission('positional', 1), keywords: await submission('keywords', 1) };
    const form = submittedForm(forms);
    return { ...forms, three: await submission(form, 3), many: await submission(form, MANY, haveOnce) };
  },
});

/** Needs of the probes that use submitted jobs. */
export const jobNeeds = [...contextNeeds, sent(submissions)] as const;

/** Returns the form in which a transfer is submitted. */
export function submittedForm(tried: Readonly<Record<Form, Exchange>>): Form {
  return formThat(tried, (exchange) => requestsOf(stepOf(exchange, 'submit')).some(({ method }) => method !== 'GET'));
}

/** Returns the identifiers that the service gave, each once, even if the library changed them. */
export function submittedIds({ positional, keywords, three }: Readonly<Record<Form | 'three', Exchange>>): string[] {
  return [
    ...new Set([positional, keywords, three].flatMap((exchange) => givenJobIds(stepOf(exchange, 'submit')).slice(-1))),
  ];
}

export const jobStatus = probe({
  name: 'jobStatus',
  ...onContext,
  operation: 'get_job_status',
  needs: jobNeeds,
  async run(tried, context) {
    const [id = '{job}'] = submittedIds(tried.submissions);
    return { read: await have(context, 'get_job_status', [usableContext(tried), statusCall(id)]) };
  },
});
