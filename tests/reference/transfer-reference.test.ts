/**
 * The embedded transfer service over TLS. Runs and self-tests prove that it responds as documented, and that its faults
 * and variants are visible.
 */
import { readFile, stat } from 'node:fs/promises';
import { request } from 'node:https';
import { createPki } from '../../reference/pki/create-pki.ts';
import { derChain } from '../../reference/pki/write-pki.ts';
import { startTransferReference } from '../../reference/transfer/start.ts';
import { closing } from '../afterwards.ts';

const pki = await createPki();
const started = closing(await startTransferReference());

describe('over TLS', () => {
  const get = (
    target: string,
    options: { cert?: string; key?: string; token?: string; version?: 'TLSv1.2' | 'TLSv1.3' },
  ) =>
    new Promise<{ status: number; json: unknown }>((resolve, reject) => {
      const { token, version, ...credential } = options;
      const outgoing = request(
        `${started.url}${target}`,
        {
          ...credential,
          ca: pki.ca,
          agent: false,
          ...(version && { minVersion: version, maxVersion: version }),
          headers: token ? { authorization: `Bearer ${token}` } : {},
        },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8');
          answer.on('data', (chunk: string) => {
            text += chunk;
          });
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, json: JSON.parse(text || 'null') }));
        },
      );
      outgoing.on('error', reject);
      outgoing.end();
    });

  it.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'sees the whole chain with %s, connection after connection',
    async (version) => {
      for (let i = 0; i < 3; i++) {
        expect(await get('/whoami', { ...pki.vomsProxy, version })).toMatchObject({
          status: 200,
          json: { dn: [pki.user.dn, pki.vomsProxy.dn], voms_cred: pki.fqans },
        });
      }
      expect(await get('/whoami', { ...pki.user, version })).toMatchObject({
        status: 200,
        json: { dn: [pki.user.dn] },
      });
      expect(await get('/whoami', { ...pki.proxy, version })).toMatchObject({
        status: 200,
        json: { dn: [pki.user.dn, pki.proxy.dn] },
      });
    },
  );

  it('takes a token without a certificate, and refuses a request with neither', async () => {
    expect(await get('/whoami', { token: pki.token })).toMatchObject({ status: 200, json: { method: 'oauth2' } });
    expect(await get('/whoami', {})).toMatchObject({ status: 401 });
  });

  it('refuses the chain of a stranger', async () => {
    expect(await get('/whoami', pki.foreign.proxy)).toMatchObject({ status: 403 });
    expect(started.reference.log.at(-1)?.credential).toBe('foreign-certificate');
  });

  it('writes credentials into files that their owner alone reads', async () => {
    expect((await stat(started.env.TRANSFER_CERT ?? '')).mode & 0o777).toBe(0o600);
    expect(derChain(await readFile(started.env.TRANSFER_CERT ?? '', 'utf8'))).toHaveLength(2);
  });
});
