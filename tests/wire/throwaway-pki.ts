/** Certificates for one test file: an authority, servers and users. */
import { certPem, keyPem, makeCa, makeUser } from '../auth/make-credential.ts';

export interface Issued {
  cert: string;
  key: string;
}

export interface Authority {
  pem: string;
  issue(name: string, options?: { hosts?: string[]; expired?: boolean }): Promise<Issued>;
}

export async function authority(name: string): Promise<Authority> {
  const ca = await makeCa(`CN=${name}`);
  return {
    pem: certPem(ca),
    async issue(subject, { hosts = [], expired = false } = {}) {
      const made = await makeUser(ca, { name: `CN=${subject}`, hosts, ...(expired && { to: -1000 }) });
      return { cert: certPem(made), key: await keyPem(made, { pkcs8: true }) };
    },
  };
}
