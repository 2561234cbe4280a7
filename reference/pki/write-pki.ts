/** Writes a PKI's credentials to files of the forms that operators have. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PemCredential, Pki } from './create-pki.ts';

/** The hash of the authority's name, by which OpenSSL looks for its certificate (`openssl x509 -hash`). */
const AUTHORITY_HASH = '5c0ac332';

/**
 * Writes the credentials to a temporary directory, which only the owner can read, and which `close` removes.
 * `authorities` is a directory of trusted authorities as OpenSSL reads it.
 */
export async function writePki(pki: Pki) {
  const dir = await mkdtemp(join(tmpdir(), 'assay-credentials-'));
  const authorities = join(dir, 'authorities');
  await mkdir(authorities, { mode: 0o700 });
  const write = async (name: string, content: string) => {
    const path = join(dir, name);
    await writeFile(path, content, { mode: 0o600 });
    return path;
  };
  await write(join('authorities', `${AUTHORITY_HASH}.0`), pki.ca);
  return {
    dir,
    close: () => rm(dir, { recursive: true, force: true }),
    authorities,
    ca: await write('ca.pem', pki.ca),
    userCert: await write('user-cert.pem', pki.user.cert),
    userKey: await write('user-key.pem', pki.user.key),
    proxy: await write('proxy.pem', proxyFile(pki.proxy)),
    vomsProxy: await write('voms-proxy.pem', proxyFile(pki.vomsProxy)),
    token: await write('token', pki.token),
  };
}

/** Returns the content of a proxy file: certificate, key, then the certificates that issued it. */
function proxyFile(proxy: PemCredential): string {
  const end = '-----END CERTIFICATE-----\n';
  const leafEnds = proxy.cert.indexOf(end) + end.length;
  return proxy.cert.slice(0, leafEnds) + proxy.key + proxy.cert.slice(leafEnds);
}

/** DER certificates of a PEM text, in its order: what a server sees of a client that presents it. */
export const derChain = (text: string): Uint8Array[] =>
  [...text.matchAll(/-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/g)].map(([, body]) =>
    Buffer.from(body ?? '', 'base64'),
  );
