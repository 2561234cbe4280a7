/** A directory of trusted authorities as OpenSSL reads it: each certificate under the hash of its subject. */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decode, der, type Element, sequence, set } from './der.ts';
import { derChain } from './write-pki.ts';

const UTF8 = 0x0c;

/** Writes certificates (PEM) into `directory`, which is made if it does not exist. */
export async function writeCaDirectory(directory: string, certificates: readonly string[]): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const counts = new Map<string, number>();
  for (const pem of certificates) {
    const hash = subjectHash(pem);
    const count = counts.get(hash) ?? 0;
    counts.set(hash, count + 1);
    await writeFile(join(directory, `${hash}.${count}`), pem);
  }
}

/**
 * Returns the hash under which OpenSSL (1.0.0 and later) looks for a certificate, eight hexadecimal digits; `openssl
 * x509 -hash` prints it.
 */
export function subjectHash(pem: string): string {
  const [certificate] = decode(derChain(pem)[0] ?? new Uint8Array());
  const fields = certificate?.children[0]?.children ?? [];
  // RFC 5280 section 4.1: an optional version, then serial number, signature algorithm, issuer, validity, subject.
  const subject = fields[fields[0]?.tag === 0xa0 ? 5 : 4];
  if (!subject) throw new RangeError('not a certificate');
  const canonical = Buffer.concat(subject.children.map((name) => set(...name.children.map(canonicalAttribute))));
  return createHash('sha1').update(canonical).digest().readUInt32LE(0).toString(16).padStart(8, '0');
}

/** Returns a text as UTF-8 in lower case, runs of blanks as one, none at the ends. */
function canonicalAttribute({ children: [type, value] }: Element): Uint8Array {
  if (!type || !value) throw new RangeError('a name has an attribute without type or value');
  const text = Buffer.from(value.content).toString('utf8').trim().replace(/\s+/g, ' ').toLowerCase();
  return sequence(der(type.tag, type.content), der(UTF8, Buffer.from(text)));
}
