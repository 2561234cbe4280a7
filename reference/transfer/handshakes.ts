/** Responses to requests beyond the document: the version of the service, and the delegation of a proxy. */
import { X509Certificate } from 'node:crypto';
import 'reflect-metadata';
import { Pkcs10CertificateRequestGenerator } from '@peculiar/x509';
import type { Pki } from '../pki/create-pki.ts';
import { newKeys } from '../pki/issue.ts';
import { createChainValidator } from '../pki/validate-chain.ts';
import { derChain } from '../pki/write-pki.ts';
import { createRouter } from '../router.ts';
import type { Handler } from '../types.ts';
import { errorResponse, jsonResponse, textResponse, timestamp } from './answers.ts';
import { type Caller, createAuthenticator } from './credentials.ts';
import { TRANSFER_EXTENSIONS } from './extensions.ts';
import { by, member } from './operators.ts';

/** The response to `GET /`, which clients read first. */
export const SERVICE_VERSION = {
  api: { major: 3, minor: 12, patch: 0 },
  core: { major: 3, minor: 12, patch: 0 },
  delegation: { major: 1, minor: 0, patch: 0 },
  schema: { major: 8, minor: 0, patch: 0 },
};

/** A certificate request for a client to sign. */
export interface DelegationRequest {
  readonly pem: string;
  /** The public key in it, as DER. */
  readonly publicKey: Uint8Array;
}

/** Makes a certificate request; its key is RSA, which all clients can sign. */
export async function createDelegationRequest(): Promise<DelegationRequest> {
  const keys = await newKeys('rsa');
  const request = await Pkcs10CertificateRequestGenerator.create({
    name: 'CN=delegated',
    keys,
    signingAlgorithm: keys.privateKey.algorithm,
  });
  return {
    pem: `${request.toString('pem')}\n`,
    publicKey: new Uint8Array(await crypto.subtle.exportKey('spki', keys.publicKey)),
  };
}

/** The removal of a delegation, which only a service that requires delegations offers. */
const REMOVAL = { name: 'delegation-removal', method: 'DELETE', path: '/delegation/{delegation_id}' };

/** Minimum lifetime that a delegation must have left for a submission, in milliseconds. */
const LEAST_MS = 3_600_000;

/**
 * Returns the handshakes of one service; a proxy is accepted if it is for the key of the request and of the caller.
 * @param required no delegation exists at first, submissions with a certificate need a delegation, and DELETE removes
 * it
 */
export function createHandshakes(pki: Pki, required = false) {
  const authenticate = createAuthenticator(pki);
  // The command-line client of FTS3 signs legacy proxies, and the real service takes them.
  const validate = createChainValidator(pki.ca, true);
  const requests = new Map<string, Promise<DelegationRequest>>();
  const expiries = new Map<string, number>();
  const log: string[] = [];
  const route = createRouter([...TRANSFER_EXTENSIONS, ...(required ? [REMOVAL] : [])]);

  const requestFor = (id: string) => {
    const request = requests.get(id) ?? createDelegationRequest();
    requests.set(id, request);
    return request;
  };
  const accept = async (caller: Caller, body: Uint8Array) => {
    const requested = requests.get(caller.delegationId);
    if (requested === undefined) return errorResponse(400, 'no certificate request was read for this delegation');
    const chain = derChain(Buffer.from(body).toString('latin1'));
    const verdict = validate(chain, Date.now());
    if (!verdict.ok) return errorResponse(400, `the proxy is not accepted: ${verdict.why}`);
    const { userDn, notAfter } = verdict.identity;
    if (userDn !== caller.userDn) return errorResponse(403, `the proxy is of ${userDn}, not of ${caller.userDn}`);
    const key = new X509Certificate(chain[0] as Uint8Array).publicKey.export({ type: 'spki', format: 'der' });
    if (!key.equals((await requested).publicKey))
      return errorResponse(400, 'the proxy is not for the key of the certificate request');
    expiries.set(caller.delegationId, notAfter.getTime());
    return textResponse(201, '', 'text/plain');
  };
  const perform = async (name: string, id: string, caller: Caller, body: Uint8Array) => {
    if (name === 'service-version') return jsonResponse(200, SERVICE_VERSION);
    if (caller.lane !== 'certificate') return errorResponse(403, 'a proxy is delegated with a certificate');
    if (id !== caller.delegationId) return errorResponse(404, 'no such delegation');
    if (name === 'delegation-removal')
      return expiries.delete(id)
        ? textResponse(204, '', 'text/plain')
        : errorResponse(404, 'no credential is delegated');
    return name === 'delegation-request'
      ? textResponse(200, (await requestFor(id)).pem, 'text/plain')
      : accept(caller, body);
  };

  return {
    /** Ends of delegations in milliseconds since 1970, by delegation identifier. */
    delegated: expiries as ReadonlyMap<string, number>,
    /** Answered steps of a delegation: method, path and status. */
    log: log as readonly string[],
    /** Changes that show when a delegated proxy ends, and reject submissions that lack a required delegation. */
    changes: [
      by.refuse({ at: 'delegation', lane: 'certificate' }, (_, { caller, id }) =>
        required && id === caller?.delegationId && !expiries.get(id)
          ? errorResponse(404, 'no credential is delegated')
          : undefined,
      ),
      by.refuse({ at: 'submit-job', lane: 'certificate' }, (_, { caller, now: at }) =>
        required && caller && (expiries.get(caller.delegationId) ?? 0) - at < LEAST_MS
          ? errorResponse(419, `No delegation found for "${caller.userDn}"`)
          : undefined,
      ),
      member('transfer/delegation', 'termination_time', (legal, { caller }) => {
        const expiry = expiries.get(caller?.delegationId ?? '');
        return expiry === undefined ? legal : timestamp(expiry);
      }),
    ],
    /** Returns a handler that responds to the extensions, and accepts doubled slashes in paths of operations. */
    around:
      (handler: Handler): Handler =>
      async (request) => {
        const [path = '', ...query] = request.target.split('?');
        const plain = path.startsWith('/') ? path.replace(/\/{2,}/g, '/') : path;
        const call = { ...request, target: [plain, ...query].join('?') };
        const {
          route: found,
          raw: [id = ''],
        } = route(request.method, plain);
        const authentication = found && (await authenticate(request, Date.now()));
        // Invalid credentials are rejected as everywhere.
        if (!found || !authentication?.ok) return handler(call);
        const response = await perform(found.name, id, authentication.caller, request.body);
        if (id !== '') log.push(`${request.method} ${plain} ${response.status}`);
        return response;
      },
  };
}
