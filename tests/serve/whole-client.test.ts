/** A client that uses the whole service, from its version to a cancellation, with the requests of FTS's own client. */
import { readFileSync } from 'node:fs';
import type { Unjudged } from '../../src/clients/arrivals.ts';
import type { Results } from '../../src/engine/words/types.ts';
import type { Exchange } from '../../src/wire/types.ts';
import { alarms, withVerdict } from '../verdicts.ts';
import { type Answer, asking as askingWith, type Settings, served } from './served.ts';
import { signedProxy } from './signing.ts';

/** Files of certificate and key; undefined: the token. */
type Credential = { cert: string; key: string } | undefined;
type Ask = (method: string, path: string, body?: string, headers?: Record<string, string>) => Promise<Answer>;

const CREDENTIALS: Record<string, (settings: Settings, further: Settings) => Credential> = {
  'a certificate': (_, further) => ({ cert: further['user certificate'] ?? '', key: further['user key'] ?? '' }),
  'a VOMS proxy': ({ TRANSFER_CERT: file = '' }) => ({ cert: file, key: file }),
  'a token': () => undefined,
};

const pairOf = ({ cert, key }: NonNullable<Credential>) => ({
  cert: readFileSync(cert, 'utf8'),
  key: readFileSync(key, 'utf8'),
});

function asking(settings: Settings, credential: Credential): Ask {
  const send = askingWith(settings.TRANSFER_CA, credential && pairOf(credential));
  const own: Settings = credential ? {} : { authorization: `Bearer ${settings.TRANSFER_TOKEN}` };
  // The endpoint ends with a slash, and every path begins with one, too.
  return (method, path, body, headers) =>
    send(method, `${settings.TRANSFER_URL}/${path}`, {
      headers: { ...own, ...headers },
      ...(body !== undefined && { body }),
    });
}

const JSON_TYPE = { 'content-type': 'application/json' };
const submission = (more: object = {}) =>
  JSON.stringify({
    params: { overwrite: false, retry: 0, job_metadata: null },
    files: [
      { sources: ['https://a.example.org/f'], destinations: ['davs://b.example.org/f'], checksum: 'ADLER32', ...more },
    ],
  });
const TOKENS = { source_tokens: ['token-of-the-source'], destination_tokens: ['token-of-the-destination'] };

/** Uses the whole service; a certificate is delegated again. Returns the responses in order. */
async function use(ask: Ask, credential: Credential) {
  const answers: Answer[] = [];
  const step: Ask = async (...sent) => {
    answers.push(await ask(...sent));
    return answers.at(-1) as Answer;
  };
  await step('GET', '/');
  const { delegation_id: id } = (await step('GET', '/whoami')).json;
  await step('GET', `/delegation/${id}`);
  if (credential) {
    const { text } = await step('GET', `/delegation/${id}/request`);
    await step('PUT', `/delegation/${id}/credential`, await signedProxy(text, pairOf(credential)));
    await step('GET', `/delegation/${id}`);
  }
  const { job_id: job } = (await step('POST', '/jobs', submission(credential ? {} : TOKENS), JSON_TYPE)).json;
  await step('GET', '/jobs?vo_name=assay');
  await step('GET', `/jobs/${job}`);
  await step('DELETE', `/jobs/${job}`);
  return answers;
}

const observed = (results: Results) => withVerdict(results, 'observed').map(({ id, got }) => `${id} ${got}`);

test.each(Object.entries(CREDENTIALS))(
  'a client that uses the transfer service from start to end with %s is served and found to do as documented',
  async (_, credentialFrom) => {
    let answers: Answer[] = [];
    let delegates = false;
    const seen: { exchange: Exchange; unjudged: Unjudged | undefined }[] = [];
    const results = await served(
      ['transfer'],
      async (settings, further) => {
        const credential = credentialFrom(settings, further);
        delegates = credential !== undefined;
        answers = await use(asking(settings, credential), credential);
      },
      { arrived: (exchange, _findings, unjudged) => seen.push({ exchange, unjudged }) },
    );
    expect(answers.map(({ status }) => status)).toEqual(
      delegates ? [200, 200, 200, 200, 201, 200, 200, 200, 200, 200] : [200, 200, 200, 200, 200, 200, 200],
    );
    expect(answers[0]?.json).toMatchObject({
      api: { major: expect.any(Number), minor: expect.any(Number), patch: expect.any(Number) },
    });
    expect(answers.at(-1)?.json).toMatchObject({ job_state: 'CANCELED' });
    // The delegated proxy expires before the credential that signed it.
    if (delegates) expect(Date.parse(`${answers[5]?.json.termination_time}Z`) - Date.now()).toBeLessThan(3 * 3_600_000);
    expect(alarms(results)).toEqual([]);
    const unused = withVerdict(results, 'inconclusive', 'skipped').map(({ id }) => id);
    expect(unused, 'requirements on requests that use() does not send').toEqual([]);
    expect(results).toMatchObject({ exitCode: 0, conclusion: 'conformant' });
    const only = seen.filter(({ unjudged }) => unjudged === 'extension').map(({ exchange }) => exchange.operation);
    expect(only).toEqual(['service-version', ...(delegates ? ['delegation-request', 'delegation-credential'] : [])]);
    if (delegates) expect(observed(results).join()).toContain('PUT /delegation/{delegation_id}/credential');
  },
);
