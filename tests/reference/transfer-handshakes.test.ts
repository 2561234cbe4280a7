/** The steps of a delegation, which the document leaves open: requests that the served transfer service rejects. */
import { createPki } from '../../reference/pki/create-pki.ts';
import { derChain } from '../../reference/pki/write-pki.ts';
import { createHandshakes } from '../../reference/transfer/handshakes.ts';
import { createTransferReference } from '../../reference/transfer/reference.ts';
import { signedProxy } from '../serve/signing.ts';
import { bodyOf, credentialOf } from './transfer-walk.ts';

const pki = await createPki({ keys: 'rsa' });

/** Returns a separate service; requests use the VOMS proxy unless `more` says otherwise. */
function service() {
  const handshakes = createHandshakes(pki);
  const handler = handshakes.around(createTransferReference({ pki, changes: handshakes.changes }).handler);
  return async (method: string, target: string, body = '', more: Partial<ReturnType<typeof credentialOf>> = {}) => {
    const response = await handler({
      method,
      target,
      body: Buffer.from(body),
      ...credentialOf(pki, 'certificate'),
      ...more,
    });
    return { status: response.status, ...bodyOf(response) };
  };
}

type Asking = ReturnType<typeof service>;
const delegationOf = async (ask: Asking) => `/delegation/${(await ask('GET', '/whoami')).json.delegation_id}`;

describe('a delegation', () => {
  test('refuses a proxy for another key, of another user, of an unknown authority, or without a request', async () => {
    const ask = service();
    const path = await delegationOf(ask);
    const refused = (status: number, words: string) => ({ status, text: expect.stringContaining(words) });
    const deliver = async (request: string, credential: typeof pki.user) =>
      ask('PUT', `${path}/credential`, await signedProxy(request, credential));
    const { text: other } = await service()('GET', `${path}/request`);
    expect(await deliver(other, pki.vomsProxy)).toMatchObject(refused(400, 'no certificate request'));
    const { text: own } = await ask('GET', `${path}/request`);
    expect(await deliver(other, pki.vomsProxy)).toMatchObject(refused(400, 'not for the key'));
    expect(await deliver(own, pki.host)).toMatchObject(refused(403, 'not of /DC=example'));
    expect(await deliver(own, pki.foreign.user)).toMatchObject(refused(400, 'not accepted'));
    expect(await ask('PUT', `${path}/credential`, 'no certificate')).toMatchObject({ status: 400 });
    expect(await deliver(own, pki.vomsProxy)).toMatchObject({
      status: 201,
    });
  });

  test('takes a legacy proxy, which no call is made with', async () => {
    const ask = service();
    const path = await delegationOf(ask);
    const { text: request } = await ask('GET', `${path}/request`);
    for (const credential of [pki.vomsProxy, pki.user]) {
      const proxy = await signedProxy(request, credential, 3, true);
      expect(await ask('PUT', `${path}/credential`, proxy)).toMatchObject({ status: 201 });
      expect(await ask('GET', '/whoami', '', { peer: derChain(proxy), headers: {} })).toMatchObject({ status: 403 });
    }
    const foreign = await signedProxy(request, pki.foreign.user, 3, true);
    expect(await ask('PUT', `${path}/credential`, foreign)).toMatchObject({ status: 400 });
  });

  test('needs the certificate of its owner', async () => {
    const ask = service();
    expect(await ask('GET', '/delegation/0123456789abcdef/request')).toMatchObject({ status: 404 });
    expect(await ask('GET', `${await delegationOf(ask)}/request`, '', credentialOf(pki, 'token'))).toMatchObject({
      status: 403,
    });
  });

  test('needs a credential, and so does the version of the service', async () => {
    const ask = service();
    const nobody = { peer: [], headers: {} };
    for (const target of ['/', `${await delegationOf(ask)}/request`])
      expect((await ask('GET', target, '', nobody)).status).toBe(401);
    expect((await ask('GET', '/', '', { peer: derChain(pki.foreign.user.cert), headers: {} })).status).toBe(403);
  });
});

test('doubled slashes in a path lead to the operation; those in a query stay', async () => {
  const ask = service();
  expect((await ask('GET', '//whoami')).json.user_dn).toBe(pki.user.dn);
  expect((await ask('GET', '//jobs?vo_name=a//b')).text).toBe('[]');
  expect((await ask('GET', '//nothing')).status).toBe(404);
});
