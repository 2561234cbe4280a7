/** Keys that Assay makes for libraries of others. */
import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openRecordingEndpoint } from '../../reference/client-library/recording-endpoint.ts';
import { createPki } from '../../reference/pki/create-pki.ts';
import { createChainValidator } from '../../reference/pki/validate-chain.ts';
import { derChain } from '../../reference/pki/write-pki.ts';

describe('keys', () => {
  test('of the recording services are RSA, which every library reads', async () => {
    const endpoint = await openRecordingEndpoint();
    onTestFinished(() => endpoint.close());
    for (const file of ['key', 'proxy', 'voms-proxy'] as const)
      expect(createPrivateKey(readFileSync(endpoint.files[file])).asymmetricKeyType, file).toBe('rsa');
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
