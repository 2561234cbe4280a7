/** PEM blocks (RFC 7468), tolerant of text between them as grid files have it. */

export interface PemBlock {
  /** `CERTIFICATE`, `RSA PRIVATE KEY`, … */
  readonly label: string;
  /** The block with its armour, ending in a line break. */
  readonly text: string;
}

const BLOCK = /^([A-Z0-9 ]{1,64})-----[ \t]*\r?\n([\s\S]*?-----END \1-----)/;

/**
 * Returns all PEM blocks of a text, in order; in time linear to its length. A block that contains the beginning of
 * another one is left out.
 */
export function pemBlocks(text: string): readonly PemBlock[] {
  const begin = '-----BEGIN ';
  return text.split(begin).flatMap((piece, index) => {
    const [block, label = '', rest = ''] = (index > 0 && BLOCK.exec(piece)) || [];
    return block === undefined ? [] : [{ label, text: `${begin}${label}-----\n${rest.replaceAll('\r\n', '\n')}\n` }];
  });
}

/** Returns the texts of the certificate blocks. */
export function certificatesIn(blocks: readonly PemBlock[]): readonly string[] {
  return blocks.filter(({ label }) => /^(?:TRUSTED |X509 )?CERTIFICATE$/.test(label)).map(({ text }) => text);
}
