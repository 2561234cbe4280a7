/** PEM blocks (RFC 7468), tolerant of text between them as grid files have it. */

export interface PemBlock {
  /** `CERTIFICATE`, `RSA PRIVATE KEY`, … */
  readonly label: string;
  /** The block with its armour, ending in a line break. */
  readonly text: string;
}

const BEGIN = /-----BEGIN ([A-Z0-9 ]{1,64})-----\r?\n/g;
const END = /-----END ([A-Z0-9 ]{1,64})-----/g;

/** All PEM blocks of a text, in order; in time linear to its length. */
export function pemBlocks(text: string): readonly PemBlock[] {
  const ends = new Map<string, number[]>();
  for (const { index, 0: whole, 1: label = '' } of [...text.matchAll(END)].reverse()) {
    const own = ends.get(label) ?? [];
    own.push(index + whole.length);
    ends.set(label, own);
  }
  const blocks: PemBlock[] = [];
  let free = 0;
  for (const { index, 1: label = '' } of text.matchAll(BEGIN)) {
    if (index < free) continue;
    const own = ends.get(label) ?? [];
    while ((own.at(-1) ?? Number.POSITIVE_INFINITY) < index) own.pop();
    const end = own.pop();
    if (end === undefined) continue;
    free = end;
    blocks.push({ label, text: `${text.slice(index, free).replaceAll('\r\n', '\n')}\n` });
  }
  return blocks;
}

/** The blocks that hold a certificate. */
export function certificateBlocks(blocks: readonly PemBlock[]): readonly PemBlock[] {
  return blocks.filter(({ label }) => label === 'CERTIFICATE' || label === 'X509 CERTIFICATE');
}

/** The first block that holds a private key, in whichever encoding. */
export function keyBlock(blocks: readonly PemBlock[]): PemBlock | undefined {
  return blocks.find(({ label }) => label.endsWith('PRIVATE KEY'));
}
