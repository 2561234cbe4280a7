/** The past of a request at its service: intermittent faults depend on it. */
import type { Exchange, Handler, Past, ReferenceRequest } from './types.ts';

/** Returns a path with its identifiers taken out. */
const shapeOf = ({ method, target }: ReferenceRequest) =>
  `${method} ${target.split('?')[0]?.replace(/[^/]*[0-9a-f-]{16,}[^/]*/gi, '*')}`;

const isOther = (one: ReferenceRequest, other: ReferenceRequest) =>
  one.target !== other.target || !Buffer.from(one.body).equals(other.body);

/** Larger responses are not kept. */
const LARGE_BYTES = 64 * 1024;
/** Accepted requests of one shape that are kept. */
const MOST_KEPT = 4;

/** Wraps a handler, and gives each request its past. */
export function remembering(handler: Handler): Handler {
  const connections = new WeakMap<object, { readonly served: number; readonly before: Exchange }>();
  const accepted = new Map<string, readonly Exchange[]>();
  let [changes, beside] = [0, 0];
  return async (request) => {
    const { connection = {} } = request;
    const { served = 0, before } = connections.get(connection) ?? {};
    const shape = shapeOf(request);
    const like: Past['like'] = (other = false) =>
      accepted.get(shape)?.find((exchange) => !other || isOther(exchange.request, request));
    const past = { served, before, changes, beside, like };
    beside += 1;
    try {
      const response = await handler({ ...request, past });
      connections.set(connection, { served: served + 1, before: { request, response } });
      if (response.status < 300) {
        if (request.method !== 'GET') changes += 1;
        if (response.body instanceof Uint8Array && response.body.length <= LARGE_BYTES)
          accepted.set(shape, [{ request, response }, ...(accepted.get(shape) ?? [])].slice(0, MOST_KEPT));
      }
      return response;
    } finally {
      beside -= 1;
    }
  };
}
