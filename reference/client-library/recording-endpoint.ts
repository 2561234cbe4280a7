/**
 * Transfer services on loopback to which the client library under test sends its requests. Everything that arrives is
 * recorded.
 */
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { createPki, HOSTS, type PemCredential, type Pki, pem } from '../pki/create-pki.ts';
import { issueEndEntity } from '../pki/issue.ts';
import { derChain, writePki } from '../pki/write-pki.ts';
import { serve } from '../serve.ts';
import type { Handler, ReferenceRequest, ReferenceResponse } from '../types.ts';
import { createLenientTransfer } from './lenient-transfer.ts';

/**
 * `trusted`, `second` and `turning` have valid certificates of the trusted authority, and `untrusted` has one of
 * another authority. The trusted authority also issued the certificates of `other-host`, which names another host, and
 * of `expired`, which has expired.
 */
const SERVERS = ['trusted', 'second', 'untrusted', 'other-host', 'expired', 'turning'] as const;
type ServerName = (typeof SERVERS)[number];

/** A request as it arrived, with its response; or a failed TLS handshake. */
type Arrival =
  | ReturnType<typeof arrivalOf>
  | { readonly kind: 'failed-handshake'; readonly server: ServerName; readonly code: string };

const DAY_MS = 24 * 3_600_000;
/** Some libraries read no other keys. */
const KEYS = { keys: 'rsa' } as const;
/** Bytes of a body that are recorded. */
const LONGEST_BODY = 4 * 1024 * 1024;

/** Private keys that must appear nowhere. */
export async function endpointSecrets(): Promise<readonly { readonly value: string; readonly name: string }[]> {
  const pki = await createPki(KEYS);
  return [pki.user, pki.proxy, pki.vomsProxy].map(({ key }) => ({ value: key, name: 'private-key' }));
}

/** Starts the services; `close` ends them and removes every file. */
export async function openRecordingEndpoint() {
  const pki = await createPki(KEYS);
  const arrivals: Arrival[] = [];
  const { handler, jobId } = createLenientTransfer(pki);
  const known = knownCredentials(pki);
  const hosts = await hostCertificates(pki);
  const start = (server: ServerName) =>
    serve(recording(handler, server, known, arrivals), {
      tls: { ...hosts(server), ca: pki.ca, requestClientCertificate: true },
      onBroken: ({ what, code }) => {
        if (what === 'handshake') arrivals.push({ kind: 'failed-handshake', server, code });
      },
    });
  const files = await writePki(pki);
  try {
    const scratch = await mkdtemp(join(files.dir, 'scratch-'));
    const started = new Map(await Promise.all(SERVERS.map(async (name) => [name, await start(name)] as const)));
    const urls = Object.fromEntries([...started].map(([name, { url }]) => [name, url])) as Record<ServerName, string>;
    return {
      urls,
      /** Sets the certificate that `turning` shows from now on; open connections to it end. */
      turn: async (to: 'trusted' | 'untrusted') => started.get('turning')?.present(hosts(to)),
      files: { certificate: files.userCert, key: files.userKey, proxy: files.proxy, 'voms-proxy': files.vomsProxy },
      ca: { file: files.ca, directory: files.authorities },
      /** An empty directory to run a library in. */
      scratch,
      /** Identifier of an existing job. */
      jobId,
      /** Arrivals since the last call, in order. */
      take: () => arrivals.splice(0),
      async close() {
        await Promise.all([...started.values()].map((server) => server.close()));
        await files.close();
      },
    };
  } catch (error) {
    await files.close();
    throw error;
  }
}

/** Returns the certificate that each service shows. */
async function hostCertificates(pki: Pki): Promise<(server: ServerName) => PemCredential> {
  const { ca, user } = pki.issued;
  const at = (days: number) => new Date(pki.now.getTime() + days * DAY_MS);
  const validity = { notBefore: at(-0.9), keys: user.keys };
  const name: Record<string, string[]>[] = [{ DC: ['example'] }, { DC: ['assay'] }, { CN: ['other.example.org'] }];
  const otherHost = pem(await issueEndEntity(name, ca, { ...validity, notAfter: at(30) }, ['other.example.org']));
  const expired = pem(
    await issueEndEntity([...name.slice(0, -1), { CN: ['localhost'] }], ca, { ...validity, notAfter: at(-0.1) }, HOSTS),
  );
  const others: Partial<Record<ServerName, PemCredential>> = {
    untrusted: pki.foreign.host,
    'other-host': otherHost,
    expired,
  };
  return (server) => others[server] ?? pki.host;
}

interface Known {
  readonly name: string;
  readonly leaf: Uint8Array;
  readonly issuer: Uint8Array | undefined;
}

function knownCredentials(pki: Pki) {
  const of = (name: string, { cert }: PemCredential): Known => {
    const [leaf = new Uint8Array(), issuer] = derChain(cert);
    return { name, leaf, issuer };
  };
  return [of('certificate', pki.user), of('proxy', pki.proxy), of('voms-proxy', pki.vomsProxy)];
}

function recording(handler: Handler, server: ServerName, known: readonly Known[], arrivals: Arrival[]): Handler {
  return async (request) => {
    const response = await handler(request);
    arrivals.push(arrivalOf(request, response, server, known));
    return response;
  };
}

function arrivalOf(
  request: ReferenceRequest,
  response: ReferenceResponse,
  server: ServerName,
  known: readonly Known[],
) {
  const [leaf] = request.peer;
  const credential = leaf && known.find((each) => Buffer.from(leaf).equals(each.leaf));
  const issuer = credential?.issuer;
  return {
    kind: 'request' as const,
    server,
    method: request.method,
    target: request.target,
    /** Lower-case names. */
    headers: {
      ...request.headers,
      ...(request.headers.authorization !== undefined && { authorization: schemeOf(request.headers.authorization) }),
    },
    body: text(request.body),
    ...(request.body.length > LONGEST_BODY && { cut: true }),
    /** The name under which it was handed out. */
    credential: credential?.name ?? (leaf ? 'unknown' : 'none'),
    chained: issuer === undefined || request.peer.some((certificate) => Buffer.from(certificate).equals(issuer)),
    status: response.status,
    answer: response.body instanceof Uint8Array ? text(response.body) : '',
  };
}

/** Returns the scheme only: the rest may be a token. */
const schemeOf = (authorization: string) => `${authorization.trim().split(/\s+/)[0] ?? ''} …`;

const text = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, LONGEST_BODY)).toString('utf8');
