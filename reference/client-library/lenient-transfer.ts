/**
 * A transfer service that responds to every request of a client library: documented requests get the responses of the
 * transfer reference, others plausible ones. Errors of a library are judged from the record; one error must not hide
 * the next.
 */
import type { Pki } from '../pki/create-pki.ts';
import { derChain } from '../pki/write-pki.ts';
import { jsonResponse, textResponse } from '../transfer/answers.ts';
import { createDelegationRequest, type DelegationRequest, SERVICE_VERSION } from '../transfer/handshakes.ts';
import { createTransferReference, type TransferReference } from '../transfer/reference.ts';
import { readSubmission } from '../transfer/submission.ts';
import type { Handler, ReferenceRequest } from '../types.ts';

/** The plain submission that replaces a body which no transfer service would accept. */
const PLAIN = Buffer.from(
  '{"files":[{"sources":["https://source.example.org/a"],"destinations":["https://destination.example.org/a"]}]}',
);

/**
 * Makes the service. `jobId` identifies an existing job. A request without an accepted credential gets the same
 * response as one with the proxy.
 */
export function createLenientTransfer(pki: Pki): { readonly handler: Handler; readonly jobId: string } {
  const reference = createTransferReference({ pki });
  let request: Promise<DelegationRequest> | undefined;
  const handler: Handler = async (asked) => {
    const path = pathOf(asked.target);
    if (path === '' && asked.method === 'GET') return jsonResponse(200, SERVICE_VERSION);
    const [, first, , third] = path.split('/');
    if (first === 'delegation' && third === 'request') {
      request ??= createDelegationRequest();
      return textResponse(200, (await request).pem, 'text/plain');
    }
    if (first === 'delegation' && third !== undefined) return jsonResponse(201, '');
    if (first === 'delegation' && asked.method !== 'GET') return jsonResponse(200, '');
    return answer(reference, documented(asked, path, reference), pki);
  };
  // A job that failed: its reason has characters beyond ASCII.
  const [, jobId = ''] = reference.jobs.keys();
  return { handler, jobId };
}

/** Returns the path without query, doubled slashes, and a slash at its end. */
const pathOf = (target: string) => (target.split('?')[0] ?? '').replace(/\/+/g, '/').replace(/\/$/, '');

/** Returns the documented request that was probably meant. */
function documented(asked: ReferenceRequest, path: string, reference: TransferReference) {
  const query = asked.target.includes('?') ? asked.target.slice(asked.target.indexOf('?')) : '';
  // A token is rejected by a service that sees it before the certificate; whether a token was sent is on record.
  const { authorization: _, ...headers } = asked.headers;
  // The document does not show the path for reading a job.
  const job = [...reference.jobs.keys()].find((id) => asked.target.toLowerCase().includes(id));
  if (asked.method === 'GET' && job !== undefined)
    return { ...asked, headers, target: reference.statusPath.replace('{job_id}', job) };
  if (path === '/identity' || path === '/whoami')
    return { ...asked, headers, method: 'GET', target: '/whoami', body: new Uint8Array() };
  if (path.endsWith('/jobs') && asked.method !== 'GET') {
    return {
      ...asked,
      method: 'POST',
      target: '/jobs',
      headers: { ...headers, 'content-type': 'application/json' },
      body: readSubmission(asked.body) ? asked.body : PLAIN,
    };
  }
  return { ...asked, headers, target: `${path}${query}` };
}

async function answer(reference: TransferReference, request: ReferenceRequest, pki: Pki) {
  const response = await reference.handler(request);
  return response.status === 401 || response.status === 403
    ? reference.handler({ ...request, peer: derChain(pki.vomsProxy.cert) })
    : response;
}
