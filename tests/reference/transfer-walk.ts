/** Valid credentials for the transfer reference, and its responses as a client reads them. */
import type { Pki } from '../../reference/pki/create-pki.ts';
import { derChain } from '../../reference/pki/write-pki.ts';
import type { ReferenceRequest, ReferenceResponse } from '../../reference/types.ts';

/** Returns the members of a request with the valid credential of a lane. */
export function credentialOf(pki: Pki, lane: 'certificate' | 'token'): Pick<ReferenceRequest, 'peer' | 'headers'> {
  return lane === 'token'
    ? { peer: [], headers: { authorization: `Bearer ${pki.token}` } }
    : { peer: derChain(pki.vomsProxy.cert), headers: {} };
}

/** Returns the text of a response that is not a stream, and its JSON if it is an object. */
export function bodyOf({ body }: ReferenceResponse): {
  text: string;
  json: Record<string, string>;
} {
  const text = Buffer.from(body as Uint8Array).toString();
  return { text, json: text.startsWith('{') ? JSON.parse(text) : {} };
}
