/** Keys of Assay's own: those that other software reads, and who is to blame where a library cannot read them. */
import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { endpointSecrets, openRecordingEndpoint } from '../../reference/client-library/recording-endpoint.ts';
import { createPki } from '../../reference/pki/create-pki.ts';
import { createChainValidator } from '../../reference/pki/validate-chain.ts';
import { derChain } from '../../reference/pki/write-pki.ts';
import { endsWith, judged, lawfulRun, raised, withVerdict } from './hand-made-run.ts';
import { libraryFolder } from './hostile-library.ts';
import { LIBRARY, judged as run } from './suite-run.ts';

describe('keys', () => {
  test.each([
    [undefined, 'rsa'],
    ['ec', 'ec'],
  ] as const)('of the recording services are RSA unless EC is asked for (%s)', async (kind, type) => {
    const endpoint = await openRecordingEndpoint(kind);
    onTestFinished(() => endpoint.close());
    for (const file of ['key', 'proxy', 'voms-proxy'] as const)
      expect(createPrivateKey(readFileSync(endpoint.files[file])).asymmetricKeyType, file).toBe(type);
  });

  test('of both kinds make chains that a service accepts, and that of a stranger is refused', async () => {
    for (const keys of ['rsa', 'ec'] as const) {
      const pki = await createPki({ keys });
      const validate = createChainValidator(pki.ca);
      for (const { cert } of [pki.user, pki.proxy])
        expect(validate(derChain(cert), pki.now.getTime())).toMatchObject({ ok: true });
      expect(validate(derChain(pki.vomsProxy.cert), pki.now.getTime())).toMatchObject({
        ok: true,
        identity: { fqans: pki.fqans },
      });
      expect(validate(derChain(pki.foreign.proxy.cert), pki.now.getTime())).toMatchObject({ ok: false });
    }
  });
});

/** The library reads RSA keys alone, as its object identifier in the key tells. */
const RSA_ONLY = `${LIBRARY}
import base64, re

class Context(Context):
  def __init__(self, *args, **kwargs):
    super().__init__(*args, **kwargs)
    key = re.search("PRIVATE KEY-----(.+?)-----END", open(self.key).read(), re.S).group(1)
    if bytes.fromhex("2a864886f70d010101") not in base64.b64decode(key):
      raise ValueError("Could not load " + self.key + ": expecting an rsa key")
`;

describe('a library that reads RSA keys alone', () => {
  const runWith = (keys: 'rsa' | 'ec') =>
    run(libraryFolder(RSA_ONLY), 'hostile', {}, undefined, {
      secrets: () => endpointSecrets(keys),
      open: () => openRecordingEndpoint(keys),
    });

  test('is judged with the RSA keys that it gets by default', async () => {
    expect(await runWith('rsa')).toMatchObject({ exitCode: 0, conclusion: 'conformant', unanswered: [] });
  });

  test('with EC keys, contradicts nothing, and the gate ends with 3', async () => {
    const { exitCode, requirements, unanswered, counts } = await runWith('ec');
    expect(counts).toMatchObject({ fail: 0, warn: 0, error: 0 });
    expect(requirements.filter(({ blame }) => blame === 'target')).toEqual([]);
    expect(unanswered?.map(({ operation, blame }) => `${operation} ${blame}`)).toEqual([
      'Context suite',
      'whoami suite',
      'submit suite',
      'get_job_status suite',
    ]);
    expect(exitCode).toBe(3);
  });
});

describe('a library that cannot read any credential', () => {
  const refusing = (message: string) =>
    judged(
      lawfulRun().map((scene) =>
        scene.report?.steps.length ? endsWith('Context', raised('RSAError', message))(scene) : scene,
      ),
    );

  test('makes the suite responsible, not the target', () => {
    const results = refusing('Could not load {key}: expecting an rsa key');
    expect(withVerdict(results, 'fail', 'warn', 'error')).toEqual([]);
    expect(results.get('Context/certificate-and-key')).toMatchObject({
      verdict: 'inconclusive',
      blame: 'suite',
      message: expect.stringContaining('expecting an rsa key'),
    });
    expect([...results.values()].filter(({ blame }) => blame === 'target')).toEqual([]);
  });

  test('is responsible itself where it says something else, or where it reads one of them', () => {
    expect(refusing('the service cannot be reached').get('Context/certificate-and-key')).toMatchObject({
      verdict: 'inconclusive',
      blame: 'target',
    });
    const one = lawfulRun().map((scene) =>
      scene.name === 'ways/certificate-and-key'
        ? endsWith('Context', raised('RSAError', 'Could not load {key}: expecting an rsa key'))(scene)
        : scene,
    );
    expect(judged(one).get('Context/certificate-and-key')).toMatchObject({ verdict: 'fail' });
  });
});
