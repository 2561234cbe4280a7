/** Certificate authorities as an operator has them: one file, or a directory with one file per authority. */
import { X509Certificate } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { certificatesIn as certificateTexts, pemBlocks } from '../../files/pem.ts';
import { InputError, messageOf, readGivenFile, reading } from '../../files/read-file.ts';

/**
 * Matches the names of certificate files in a directory of authorities: by their suffix, or by the hash of the subject
 * (`1a2b3c4d.0`). Revocation lists (`.r0`) and policies do not match.
 */
const CERTIFICATE_FILE = /\.(pem|crt|cer|\d+)$/i;

/**
 * Reads the authorities of a file or a hashed directory, without duplicates (a hashed directory often links to each
 * file under a second name). A connection with them trusts only these, and none of Node's or the system's, as with the
 * CA options of curl, grid clients and OpenSSL. Without a setting, Node's own list counts, with NODE_EXTRA_CA_CERTS.
 * @returns PEM certificates.
 * @throws InputError that names the path and the problem: missing, unreadable, no certificate in it.
 */
export function readCertificateAuthorities(path: string): string[] {
  const quoted = JSON.stringify(path);
  const isDirectory = reading(quoted, '', () => statSync(path)).isDirectory();
  const files = isDirectory
    ? reading(quoted, '', () => readdirSync(path))
        .filter((name) => CERTIFICATE_FILE.test(name))
        .sort()
        .map((name) => join(path, name))
    : [path];
  const found = files.flatMap((file) => {
    try {
      return certificatesIn(file, isDirectory ? 'authority' : 'authorities');
    } catch (error) {
      // In a directory, a dangling link or a file of another kind does not invalidate the others.
      if (isDirectory) return [];
      throw error;
    }
  });
  if (found.length === 0)
    throw new InputError(
      `${quoted} contains no certificate: name the file of the CA certificate, or a directory with files *.pem, *.crt, *.cer or <hash>.0.`,
    );
  return [...new Set(found)];
}

/**
 * Reads as `readCertificateAuthorities` does; if that is not possible, adds a problem of the setting to `problems` and
 * returns undefined.
 */
export function authoritiesFrom(
  setting: string,
  path: string,
  problems: { setting: string; message: string }[],
): readonly string[] | undefined {
  try {
    return readCertificateAuthorities(path);
  } catch (error) {
    problems.push({ setting, message: `${setting}: ${messageOf(error)}` });
    return undefined;
  }
}

/** @throws InputError if the file cannot be read, or contains text that only looks like a certificate. */
function certificatesIn(file: string, kind: 'authorities' | 'authority') {
  return reading(JSON.stringify(file), '', () => {
    const content = readGivenFile(file, kind);
    // `.cer` and `.crt` are DER on some systems.
    const pems = content[0] === 0x30 ? [content] : certificateTexts(pemBlocks(content.toString('latin1')));
    return pems.map((pem) => new X509Certificate(pem).toString());
  });
}
