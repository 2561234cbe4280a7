/** Judges recorded traffic of the ticket bridge. */

import { parseXml } from '../../src/soap/xml-tree.ts';
import type { Exchange, Known, Traffic } from '../words.ts';
import type { KnownSettings } from './known-settings.ts';

export const traffic: Traffic = {
  onPurpose: [],
  paths: {},
  settings: (env, exchange) =>
    ({ namespace: env['TICKET_BRIDGE_NAMESPACE'] ?? namespaceOf(exchange) }) satisfies Known<KnownSettings>,
  namespaceOf,
};

/** Returns the namespace of the element in the Body, or undefined if the request is not a SOAP message. */
function namespaceOf({ request }: Pick<Exchange, 'request'>) {
  try {
    const root = parseXml(Buffer.from(request.body?.bytes ?? []).toString('utf8'));
    return root.children.find(({ local }) => local === 'Body')?.children[0]?.namespace || undefined;
  } catch {
    return undefined;
  }
}
