/** Bad credentials of each kind, made from a good PKI. */
import { type Pki, pem } from '../../reference/pki/create-pki.ts';
import { issueProxy } from '../../reference/pki/issue.ts';
import { derChain } from '../../reference/pki/write-pki.ts';
import type { ReferenceRequest } from '../../reference/types.ts';

type Presented = Pick<ReferenceRequest, 'peer' | 'headers'>;
const bearer = (token: string): Presented => ({ peer: [], headers: { authorization: `Bearer ${token}`.trim() } });

/** One of each kind that a transfer service has to refuse, and a few that it need not be asked about. */
export async function badCredentials(pki: Pki): Promise<Readonly<Record<string, Presented>>> {
  const hours = (count: number) => new Date(pki.now.getTime() + count * 3_600_000);
  const further = async (options: Parameters<typeof issueProxy>[1]): Promise<Presented> => {
    const proxy = await issueProxy(pki.issued.proxy, options);
    return { peer: derChain(pem(proxy, pki.issued.proxy, pki.issued.user).cert), headers: {} };
  };
  const [head = '', payload = '', signature = ''] = pki.token.split('.');
  const bytes = Buffer.from(signature, 'base64url');
  bytes[5] = (bytes[5] ?? 0) ^ 1;
  const unsigned = `${Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url')}.${payload}.`;
  return {
    none: { peer: [], headers: {} },
    'empty-token': bearer(''),
    'garbage-token': bearer('garbage'),
    'foreign-token': bearer(pki.foreign.token),
    'foreign-certificate': { peer: derChain(pki.foreign.proxy.cert), headers: {} },
    'expired-proxy': await further({ notBefore: hours(-2), notAfter: hours(-1) }),
    'not-yet-valid-proxy': await further({ notBefore: hours(1), notAfter: hours(2) }),
    'misnamed-proxy': await further({
      notBefore: hours(-1),
      notAfter: hours(1),
      name: [{ DC: ['example'] }, { CN: ['Somebody'] }, { CN: ['1'] }],
    }),
    'tampered-token': bearer(`${head}.${payload}.${bytes.toString('base64url')}`),
    'unsigned-token': bearer(unsigned),
    'token-under-another-scheme': { peer: [], headers: { authorization: `Basic ${pki.token}` } },
    'token-without-a-scheme': { peer: [], headers: { authorization: pki.token } },
    'expired-token': bearer(await pki.identityProvider.sign({ exp: Math.floor(hours(-1).getTime() / 1000) })),
  };
}
