/** SHA-256 (FIPS 180-4), in hexadecimal digits. */
import { hash } from 'node:crypto';

/** Returns the digest of bytes, or of a text in UTF-8. */
export function sha256(content: Uint8Array | string): string {
  return hash('sha256', content);
}
