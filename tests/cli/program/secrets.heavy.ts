import { createPrivateKey } from 'node:crypto';
import { serve } from '../../../reference/serve.ts';
import { startTransferReference } from '../../../reference/transfer/start.ts';
import type { Handler, ReferenceResponse } from '../../../reference/types.ts';
import { closing, temporaryFile } from '../../afterwards.ts';
import type { Ended } from '../../process.ts';
import { resultOf } from '../../verdicts.ts';
import { ENCODINGS } from '../../wire/encodings.ts';
import { WarmWorkplace } from '../warm.ts';

const SOUGHT =
  /^(plain|URL-encoded|every byte percent-encoded|base64|base64url|in JSON|in JSON in JSON|in JSON, every character escaped|hex)$/;
/** Encodings that servers use for text. */
const FORMS: typeof ENCODINGS = {
  ...Object.fromEntries(Object.entries(ENCODINGS).filter(([form]) => SOUGHT.test(form))),
  'base64, one byte on': (text) => Buffer.from(`x${text}`).toString('base64').slice(2),
};

/** Encodings in which a key is searched for; it is base64 already. */
const OF_KEYS = new Set(['plain', 'URL-encoded', 'in JSON', 'in JSON in JSON']);

const formsOf = (secret: string): [string, (text: string) => string][] =>
  Object.entries(FORMS).filter(([form]) => secret !== 'private key' || OF_KEYS.has(form));

const SOURCE_TOKEN = 's0urce/+"token\\~planted';
const PASSPHRASE = 'correct horse & "battery" <staple>';

const place = new WarmWorkplace();
const service = closing(await startTransferReference());
const { pki } = service;

/**
 * Returns the reference's responses with every secret in every encoding in header and body, and a token in place of a
 * name.
 */
function echoing(handler: Handler): Handler {
  return async (request): Promise<ReferenceResponse> => {
    const response = await handler(request);
    const echoes = Object.entries(secrets).flatMap(([name, secret]) => formsOf(name).map(([, form]) => form(secret)));
    const headers = [
      ...response.headers.filter(([name]) => name.toLowerCase() !== 'content-length'),
      ['X-Echo', encodeURIComponent(secrets.token ?? '')] as const,
      ['X-Token', secrets.token ?? ''] as const,
    ];
    if (!(response.body instanceof Uint8Array) || response.body.length === 0) return { ...response, headers };
    const value: unknown = JSON.parse(Buffer.from(response.body).toString());
    const spoilt =
      Array.isArray(value) || typeof value !== 'object' || value === null
        ? value
        : { ...value, echoes, ...('user_dn' in value && { user_dn: { is: secrets.token } }) };
    return { ...response, headers, body: Buffer.from(JSON.stringify(spoilt)) };
  };
}

const key = createPrivateKey(pki.user.key)
  .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: PASSPHRASE })
  .toString();
const der = createPrivateKey(pki.user.key).export({ type: 'pkcs8', format: 'der' });
const secrets: Record<string, string> = {
  token: pki.token,
  'signature of the token': pki.token.split('.')[2] ?? '',
  'source token': SOURCE_TOKEN,
  passphrase: PASSPHRASE,
  'private key': der.toString('base64').slice(40, 160),
};
const server = closing(
  await serve(echoing(service.reference.handler), {
    tls: { ...pki.host, ca: pki.ca, requestClientCertificate: true },
  }),
);
const env: Record<string, string> = {
  ...service.env,
  TRANSFER_URL: server.url,
  TRANSFER_CERT: service.credentials['user certificate'],
  TRANSFER_KEY: temporaryFile('encrypted-key.pem', key),
  TRANSFER_KEY_PASSPHRASE: PASSPHRASE,
  TRANSFER_SOURCE_TOKEN: SOURCE_TOKEN,
  TRANSFER_CANCEL_WAIT_MS: '100',
  ASSAY_ALLOW_CREATE: 'jobs',
};

/** Returns the secrets in outputs and files, in any encoding. */
async function leaks(ended: Ended) {
  const places = new Map([
    ...(await place.files()),
    ['stdout', Buffer.from(ended.stdout)],
    ['stderr', Buffer.from(ended.stderr)],
  ]);
  return [...places].flatMap(([where, content]) => {
    const small = content.toString('latin1').toLowerCase();
    return Object.entries(secrets).flatMap(([secret, value]) =>
      formsOf(secret).flatMap(([form, write]) =>
        content.includes(write(value)) || small.includes(write(value).toLowerCase())
          ? [`${secret}, ${form}, in ${where}`]
          : [],
      ),
    );
  });
}

test.each([
  // What is told of requests does not depend on the operation.
  [['run', '--out', 'told', '-v', '--only', 'transfer/identity,transfer/submit-job'], 'FAIL '],
  [['run', '--out', 'out', '--json', '--replace'], '"requirements": ['],
  [['doctor'], 'credential accepted'],
  [['plan'], 'would test'],
  [['judge', 'out', '-v'], 'FAIL '],
  [['clean', 'out'], 'No residue.'],
])('assay %j shows no secret, and writes none', async (args, shown) => {
  const ended = await place.run(args, env);
  expect(ended.stdout).toContain(shown);
  expect(await leaks(ended)).toEqual([]);
});

test('the run was a real one: the echoes are in the evidence as placeholders, and findings quote them so', async () => {
  const results = place.resultsIn();
  expect(results.exitCode).toBe(1);
  const evidence = (await place.files()).get(place.path('out/evidence.har'))?.toString() ?? '';
  expect(evidence.match(/\[redacted:/g)?.length).toBeGreaterThan(50);
  expect(resultOf(results, 'transfer/identity/user_dn/with-token')?.got).toContain('[redacted:');
  expect(results.counts.error).toBe(0);
});
