/** Settings that probes and judges of the data hub may read. */
import { open, type Value } from '../../src/engine/words/origins.ts';
import { namedValues, settingsAs } from '../../src/engine/words/suite.ts';
import type { Settings } from '../words.ts';

const CHANGES_BODY = 'DATA_HUB_CHANGES_BODY';

/** Settings whose values are texts and not secret, by the names under which probes and checks read them. */
export const TEXTS = {
  realm: 'DATA_HUB_AUTH_REALM',
  clientId: 'DATA_HUB_AUTH_CLIENT_ID',
  idpPrefix: 'DATA_HUB_IDP_PREFIX',
  spaceId: 'DATA_HUB_SPACE_ID',
  spacePath: 'DATA_HUB_SPACE_PATH',
  shareId: 'DATA_HUB_SHARE_ID',
  handleServiceId: 'DATA_HUB_HANDLE_SERVICE_ID',
  changesBody: CHANGES_BODY,
} as const;

/** Null: not set. */
export type KnownSettings = { readonly [Name in keyof typeof TEXTS]: string | null } & {
  /** The services that have an address. */
  readonly services: readonly string[];
  readonly credential: 'grant' | 'token';
  readonly hasRefreshToken: boolean;
  readonly changesWaitMs: number;
  readonly objectWaitMs: number;
  readonly uploadBytes: number;
};

export const settingsOf = settingsAs<KnownSettings>();

/** The value of a setting; undefined if it is not set. */
export const set = namedValues(TEXTS);

/** Returns the body of the subscription, which the document does not specify. */
export function changesBody(settings: Settings): Value {
  return set(settings, 'changesBody') ?? usualChangesBody();
}

/** Returns the usual body, if no setting names one. */
export function usualChangesBody(): Value {
  return open('data-hub/gap/subscribe-changes-request', '{}', CHANGES_BODY);
}
