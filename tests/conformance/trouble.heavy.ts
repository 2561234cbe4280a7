/**
 * A fault of an intermediary between Assay and a service is not a failure of the service: no `fail`, no rejection
 * counted as a pass, the right blame, exit code 3.
 */
import { createPki } from '../../reference/pki/create-pki.ts';
import { issueProxy } from '../../reference/pki/issue.ts';
import { serve } from '../../reference/serve.ts';
import type { StartedTransferReference } from '../../reference/transfer/start.ts';
import type { Handler } from '../../reference/types.ts';
import { type Blame, type Results, runConformance } from '../../src/index.ts';
import { closing, temporaryFile } from '../afterwards.ts';
import { resultOf, verdictOf, withVerdict } from '../verdicts.ts';
import { SHORT, transferReference } from './deployment.ts';

type Env = Record<string, string>;

/** Starts a service with its own responses, and the certificate and credentials of the reference. */
async function answering(started: StartedTransferReference, handler: Handler): Promise<Env> {
  const server = closing(
    await serve(handler, { tls: { ...started.pki.host, ca: started.pki.ca, requestClientCertificate: true } }),
  );
  return { TRANSFER_URL: server.url };
}

const HOUR = 3_600_000;

/** Returns each reason once. */
const reasons = (results: Results['requirements']) => [
  ...new Set(results.map(({ blame, message }) => `${blame}: ${message}`)),
];

const expiredToken = ({ identityProvider }: StartedTransferReference['pki']) => {
  const long = Math.floor(Date.now() / 1000) - 7200;
  return identityProvider.sign({ iat: long, nbf: long, exp: long + 3600 });
};

interface Trouble {
  what: string;
  env: (started: StartedTransferReference) => Env | Promise<Env>;
  blame: Blame;
  says: RegExp;
}

const NOTHING_WORKS: Trouble[] = [
  {
    what: 'a refused connection',
    env: () => ({ TRANSFER_URL: 'https://127.0.0.1:1' }),
    blame: 'infrastructure',
    says: /the connection was refused \(TRANSFER_URL; connect ECONNREFUSED 127\.0\.0\.1:1\)/,
  },
  {
    what: 'a host name that nobody knows',
    env: () => ({ TRANSFER_URL: 'https://transfer.assay.invalid:8446' }),
    blame: 'infrastructure',
    says: /the host name cannot be resolved \(TRANSFER_URL; getaddrinfo (ENOTFOUND|EAI_AGAIN) \S+\)/,
  },
  {
    what: 'a server of another authority',
    async env() {
      return { TRANSFER_CA: temporaryFile('ca.pem', (await createPki()).foreign.ca) };
    },
    blame: 'infrastructure',
    says: /you trust this authority, add its certificate to TRANSFER_CA/,
  },
  {
    what: 'a redirect to plain HTTP',
    async env(started) {
      const plain = closing(await serve(started.reference.handler));
      return answering(started, async ({ target }) => ({
        status: 307,
        headers: [['Location', `${plain.url}${target}`]],
        body: Buffer.alloc(0),
      }));
    },
    blame: 'settings',
    says: /redirect/,
  },
  {
    what: 'an expired proxy',
    async env({ pki }) {
      const proxy = await issueProxy(pki.issued.user, {
        notBefore: new Date(Date.now() - 13 * HOUR),
        notAfter: new Date(Date.now() - HOUR),
      });
      const file = temporaryFile('proxy.pem', proxy.cert + proxy.key + pki.user.cert);
      return { TRANSFER_CERT: file, TRANSFER_TOKEN: '' };
    },
    blame: 'credential',
    says: /expired.*no request was sent with the certificate/i,
  },
  {
    what: 'an expired token',
    async env({ pki }) {
      return { TRANSFER_CERT: '', TRANSFER_TOKEN: await expiredToken(pki) };
    },
    blame: 'credential',
    says: /expired.*no request was sent with the token/i,
  },
];

describe.each(NOTHING_WORKS)('$what', ({ env, blame, says }) => {
  test('exit code 3, nothing fails, nothing passes, and the blame is right, whatever may be created', {
    timeout: 120_000,
  }, async () => {
    await Promise.all(
      ['', 'jobs'].map(async (allow) => {
        const started = await transferReference();
        const results = await runConformance({
          env: { ...started.env, ...SHORT, ...(await env(started)), ASSAY_ALLOW_CREATE: allow },
        });
        expect(results).toMatchObject({ exitCode: 3, conclusion: 'incomplete' });
        expect(results.verified).toEqual({});
        expect(results.gate.join()).toMatch(
          /Never succeeded|got no response: (?:the connection was refused|the host name)|was not sent: the certificate of the service is not trusted|No transfer operation succeeded|no transfer request was sent|does not seem to be that of the transfer service/,
        );
        expect(withVerdict(results, 'pass', 'fail', 'warn', 'error')).toEqual([]);
        const inconclusive = withVerdict(results, 'inconclusive');
        expect(inconclusive.length).toBeGreaterThan(50);
        expect(reasons(inconclusive.filter((result) => result.blame !== blame))).toEqual([]);
        const answers = inconclusive.filter(({ id }) => /\/(identity|list-jobs)\/answers-/.test(id));
        expect(answers.length).toBeGreaterThan(0);
        for (const { message } of answers) expect(message).toMatch(says);
        expect(started.reference.jobs.size).toBe(8);
      }),
    );
  });
});

test('one credential that expired leaves what the other shows', async () => {
  const started = await transferReference();
  const TRANSFER_TOKEN = await expiredToken(started.pki);
  const results = await runConformance({ env: { ...started.env, ...SHORT, TRANSFER_TOKEN } });
  expect(results.exitCode).toBe(3);
  expect(verdictOf(results, 'transfer/identity/answers-certificate')).toBe('pass');
  const token = resultOf(results, 'transfer/identity/answers-token');
  expect(token).toMatchObject({ verdict: 'inconclusive', blame: 'credential' });
});
