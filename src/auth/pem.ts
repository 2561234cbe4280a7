/** PEM blocks (RFC 7468), tolerant of text between them as grid files have it. */

export interface PemBlock {
  /** `CERTIFICATE`, `RSA PRIVATE KEY`, … */
  readonly label: string;
  /** The block with its armour, ending in a line break. */
  readonly text: string;
}

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----\r?\n[\s\S]*?-----END \1-----/g;

/** All PEM blocks of a text, in order. */
export function pemBlocks(text: string): readonly PemBlock[] {
  return [...text.matchAll(BLOCK)].map((match) => ({ label: match[1] ?? '', text: `${match[0].replaceAll('\r\n', '\n')}\n` }));
}

/** The blocks that hold a certificate. */
export function certificateBlocks(blocks: readonly PemBlock[]): readonly PemBlock[] {
  return blocks.filter(({ label }) => label === 'CERTIFICATE' || label === 'X509 CERTIFICATE');
}

/** The first block that holds a private key, in whichever encoding. */
export function keyBlock(blocks: readonly PemBlock[]): PemBlock | undefined {
  return blocks.find(({ label }) => label.endsWith('PRIVATE KEY'));
}
