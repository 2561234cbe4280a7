/** The client library's suite. */
import type { SendingSuite } from '../words.ts';
import { eachCall, eachContext, onlyReads, overTls, ownership, tokenless } from './checks/alternating.ts';
import { identifying, readingJob } from './checks/calls.ts';
import { contextCredentials, contextForms, environmentCredentials, verification } from './checks/contexts.ts';
import { describing } from './checks/describing.ts';
import { observing } from './checks/observing.ts';
import { offering } from './checks/offering.ts';
import { building, submitting } from './checks/submissions.ts';
import type { EndpointSource } from './endpoint.ts';
import { type Limits, prepareClientLibrary } from './prepare.ts';
import { failureOf, stepOf } from './scenario.ts';

/** Creates the suite; `source` provides the endpoint that receives the library's requests. */
export function createClientLibrarySuite(source: EndpointSource, limits: Limits = {}): SendingSuite {
  return {
    interface: 'client-library',
    prepare: (values, contract) => prepareClientLibrary(values, contract, source, limits),
    // All follow from the checks.
    probes: [],
    checks: [
      offering,
      contextForms,
      contextCredentials,
      verification,
      environmentCredentials,
      tokenless,
      onlyReads,
      identifying,
      submitting,
      describing,
      building,
      readingJob,
      ownership,
      eachCall,
      eachContext,
      overTls,
      observing,
    ],
    // A scenario always runs to its end; the recording shows whether the call of that name returned.
    accomplished: (exchange) => failureOf(stepOf(exchange, exchange.operation)) === undefined,
  };
}
