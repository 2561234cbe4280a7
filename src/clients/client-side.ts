/** The client's side of the interfaces: contracts and suites for requests that clients send. */
import { referenceOf } from '../../reference/index.ts';
import { INTERFACES } from '../../suites/index.ts';
import { loadContract } from '../contract/contracts.ts';
import { expressionOf } from '../contract/rest-clients.ts';
import type { ClientContract, Interface, ObservedExtension, ReceivedRequest } from '../contract/types.ts';
import type { InterfaceDescriptor, ServedInterface, Settings } from '../engine/words/types.ts';

/** A descriptor of an interface whose clients can be judged. */
type ServedDescriptor = InterfaceDescriptor & { readonly served: ServedInterface };

/** Interfaces that `assay serve` offers. */
export const SERVED_INTERFACES: readonly ServedDescriptor[] = INTERFACES.filter(
  (one): one is ServedDescriptor => one.served !== undefined,
);

/** Names of the interfaces that `assay serve` offers. */
export const SERVED: readonly Interface[] = SERVED_INTERFACES.map(({ name }) => name);

/** Returns the descriptor of a served interface. Throws if the interface is not served. */
export function servedDescriptor(of: Interface): ServedDescriptor {
  const found = SERVED_INTERFACES.find(({ name }) => name === of);
  if (found === undefined) throw new Error(`no suite for clients of ${of.slice(0, 60)} found`);
  return found;
}

/**
 * Loads the document's rules for an interface's clients. `settings.namespace`: the service namespace, for interfaces
 * whose messages have one.
 */
export function loadClientContract(of: Interface, settings: Settings = {}): ClientContract {
  const namespace = typeof settings['namespace'] === 'string' ? settings['namespace'] : undefined;
  const expected = loadContract(servedDescriptor(of).name, namespace === undefined ? {} : { namespace }).clients?.();
  if (expected === undefined) throw new Error(`the contract of ${of} has no requirements on clients`);
  return { ...expected, extensions: extensionsOf(of) };
}

/** Returns undocumented requests that the reference of an interface declares. */
export function extensionsOf(of: Interface): ObservedExtension[] {
  return (referenceOf(of).extensions ?? []).map(({ name, method, path, title, is }) => {
    // A placeholder of this name spans segments.
    const expression = expressionOf(path, [{ name: 'path', in: 'path', required: true, segments: true }]);
    return {
      name,
      title: `${method} ${path} (${title})`,
      narrower: is !== undefined,
      is: (request) => request.method === method && expression.test(pathOf(request)) && (is?.(request) ?? true),
    };
  });
}

const pathOf = ({ target }: ReceivedRequest) => target.split('?')[0] ?? '';
