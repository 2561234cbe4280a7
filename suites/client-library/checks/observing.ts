/** Behaviour of libraries that the document leaves open, observed over the whole run. */

import { check, every, preview } from '../../words.ts';
import { jobStatus } from '../probes/calls.ts';
import { pathOf, reportOf, requestsOf } from '../scenario.ts';

const DOCUMENTED = new Set(['GET /whoami', 'POST /jobs']);

export const observing = check({
  needs: [every(jobStatus)],
  decides: [],
  judge(_, report) {
    for (const exchange of report.exchanges) {
      const recorded = reportOf(exchange);
      if (recorded === undefined) continue;
      for (const request of requestsOf(exchange)) {
        const sent = `${request.method} ${pathOf(request).replace(/[0-9a-f-]{16,}/gi, '…')}`;
        if (!DOCUMENTED.has(sent) && !(request.method === 'GET' && sent.endsWith('/…') && sent.includes('jobs')))
          report.observe('client-library/gap/further-requests', sent, exchange);
        if (/^[^?]*\/\//.test(request.target))
          report.observe('client-library/gap/doubled-slashes', 'doubled slashes', exchange);
      }
      for (const { call, outcome } of recorded.steps) {
        if ('returned' in outcome)
          report.observe('client-library/gap/return-types', `${call}: ${outcome.returned.type}`, exchange);
        if ('threads' in outcome)
          for (const thread of outcome.threads)
            report.observe('client-library/gap/threads', `${preview(thread)} after ${call}`, exchange);
      }
      for (const stream of ['stdout', 'stderr'] as const)
        if (recorded[stream].bytes > 0) report.observe('client-library/gap/printing', `prints to ${stream}`, exchange);
    }
  },
});
