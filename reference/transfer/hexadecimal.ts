/** Identifiers that look random and are not. */
import { createHash } from 'node:crypto';

/** First hexadecimal digits of the SHA-256 of a text. */
export const hexOf = (text: string, digits = 16): string => createHash('sha256').update(text).digest('hex').slice(0, digits);
