/** Which operation a request asks for, as `assay serve` recognises it. */
import type { ReferenceRequest } from '../reference/types.ts';
import { loadClientContract, SERVED } from '../src/clients/client-side.ts';

/** Recognises the documented operation of a request to an interface; undefined: none. */
export function askedOperations(of: string) {
  const clients = SERVED.includes(of) ? loadClientContract(of) : undefined;
  return ({ method, target, headers, body }: ReferenceRequest) =>
    clients?.operationOf({
      ...{ method, target, body, credential: 'none', truncated: false },
      header: (name) => headers[name.toLowerCase()],
    });
}
