/** A transport without a network: responses from a list. */

import { WireError } from '../../src/wire/connect/wire-error.ts';
import type { Transport, TransportAnswer, TransportRequest } from '../../src/wire/types.ts';

export const bodyOf = async function* (text: string): AsyncIterable<Uint8Array> {
  if (text !== '') yield Buffer.from(text);
};

/** Returns a transport with responses from a list; a WireError in it is thrown. */
export function scripted(
  ...script: (WireError | { status: number; headers?: readonly (readonly [string, string])[]; body?: string })[]
): Transport & { seen: TransportRequest[] } {
  const seen: TransportRequest[] = [];
  return {
    seen,
    async send(request): Promise<TransportAnswer> {
      seen.push(request);
      const next = script.shift() ?? { status: 200 };
      if (next instanceof WireError) throw next;
      return { status: next.status, headers: next.headers ?? [], body: bodyOf(next.body ?? '') };
    },
    close: async () => undefined,
  };
}
