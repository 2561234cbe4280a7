/** Contents and names that files are tried with, by the words that requirement ids use. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';

const bytes = (size: number): Uint8Array => {
  const blocks: Uint8Array[] = [];
  let block = createHash('sha512').update('seed').digest();
  for (let made = 0; made < size; made += block.length) {
    blocks.push(block);
    block = createHash('sha512').update(block).digest();
  }
  return Buffer.concat(blocks).subarray(0, size);
};

const every = Array.from({ length: 256 }, (_, value) => value);

export const CONTENTS: Readonly<Record<string, Uint8Array>> = {
  empty: new Uint8Array(),
  text: Buffer.from(' Grüße, 世界, 𝄞 and a last line\n', 'utf8'),
  'all-bytes': Uint8Array.from([...every, ...[...every].reverse()]),
  'bom-crlf': Buffer.from('\ufeffone\r\ntwo\nthree\rfour', 'utf8'),
  block: bytes(4096),
  gzip: gzipSync('packed'),
  json: Buffer.from('{ "a": 1 }'),
  'one-mib': bytes(1024 * 1024),
  large: bytes(1024 * 1024 + 5),
};

/** A name of each form, and the name that a wrong reading would give. */
export const NAMES: Readonly<Record<string, readonly [name: string, similar: string]>> = {
  spaces: ['with a space', 'with+a+space'],
  'non-ascii': ['wiß-世', 'wi-'],
  plus: ['one+one', 'one one'],
  percent: ['per%41cent', 'perAcent'],
  boundaries: ['one;two?', 'one'],
  'mixed-case': ['Report-V1.Final.TXT', 'report-v1.final.txt'],
};
