/** The interfaces that Assay tests, in the order of reports. A new one is one more folder beside these, and one more line here. */
import type { InterfaceDescriptor } from '../src/engine/words/descriptor.ts';
import { clientLibrary } from './client-library/index.ts';
import { dataHub } from './data-hub/index.ts';
import { ticketBridge } from './ticket-bridge/index.ts';
import { transfer } from './transfer/index.ts';

export const INTERFACES: readonly InterfaceDescriptor[] = [ticketBridge, transfer, clientLibrary, dataHub];

/** Words of the services under test, for `assay explain`. */
export const SERVICE_WORDS: readonly (readonly [word: string, meaning: string])[] = [
  ['proxy', "A short-lived certificate, signed with the user's own, with which a client identifies itself (RFC 3820)."],
  ['voms', 'Virtual Organization Membership Service: its attributes in a proxy name the groups of the user.'],
  ['vo', 'Virtual organisation: the group of users on whose behalf a job is submitted.'],
  [
    'handshake',
    'Requests that a deployment needs before documented ones, such as the delegation of a certificate (assay explain profiles).',
  ],
  ['handle', 'A persistent identifier of a share, registered with a handle service of the zone.'],
  [
    'token',
    'The text with which a client identifies itself: an access token of the identity provider, or a named token of the zone.',
  ],
  [
    'invalid credential',
    'One that a service has to reject: none, or one that is expired, changed, or from another issuer.',
  ],
];
