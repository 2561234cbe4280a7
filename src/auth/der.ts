/**
 * Reads and writes the few DER elements (X.690) of names and ProxyCertInfo for which the certificate library has no
 * function.
 */

const SEQUENCE = 0x30;
const INTEGER = 0x02;

/** Tag and contents bytes of the element at the start of `der`; throws a RangeError where its length does not fit. */
function element(der: Uint8Array): { readonly tag: number; readonly contents: Uint8Array } {
  const [tag, first] = [der[0], der[1]];
  if (tag === undefined || first === undefined) throw new RangeError('DER element ends early');
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  const length =
    lengthBytes === 0 ? first : der.subarray(2, 2 + lengthBytes).reduce((sum, byte) => sum * 256 + byte, 0);
  const start = 2 + lengthBytes;
  if (start + length > der.length) throw new RangeError('DER element ends early');
  return { tag, contents: der.subarray(start, start + length) };
}

function sequence(contents: Uint8Array) {
  const length: number[] = [];
  for (let rest = contents.length; rest > 0; rest = Math.floor(rest / 256)) length.unshift(rest % 256);
  const header = contents.length < 0x80 ? [contents.length] : [0x80 | length.length, ...length];
  return new Uint8Array([SEQUENCE, ...header, ...contents]);
}

/**
 * Returns an encoded name with the relative names of another one appended; what is there already stays byte for byte.
 */
export function appendName(name: Uint8Array, further: Uint8Array): Uint8Array {
  return sequence(new Uint8Array([...element(name).contents, ...element(further).contents]));
}

/** pCPathLenConstraint of an encoded ProxyCertInfo (RFC 3820, section 3.8.1); undefined if absent or unreadable. */
export function proxyPathLength(proxyCertInfo: Uint8Array): number | undefined {
  try {
    const { tag, contents } = element(element(proxyCertInfo).contents);
    return tag === INTEGER ? contents.reduce((sum, byte) => sum * 256 + byte, 0) : undefined;
  } catch {
    return undefined;
  }
}
