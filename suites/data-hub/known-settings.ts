/** Settings that probes and judges of the data hub may read. */
import { open, setting, type Value } from '../../src/engine/words/origins.ts';
import { namedValues, settingsAs } from '../../src/engine/words/suite.ts';
import type { Settings } from '../../src/engine/words/types.ts';

/** Null: not set. */
export type KnownSettings = {
  /** The services that have an address. */
  readonly services: readonly string[];
  readonly credential: 'grant' | 'token';
  readonly realm: string | null;
  readonly clientId: string | null;
  readonly hasRefreshToken: boolean;
  readonly idpPrefix: string | null;
  readonly spaceId: string | null;
  readonly spacePath: string | null;
  readonly shareId: string | null;
  readonly handleServiceId: string | null;
  readonly changesBody: string | null;
  readonly changesWaitMs: number;
  readonly uploadBytes: number;
};

export const settingsOf = settingsAs<KnownSettings>();

/** The value of a setting; undefined where it is not set. */
export const set = namedValues({
  realm: 'DATA_HUB_AUTH_REALM',
  clientId: 'DATA_HUB_AUTH_CLIENT_ID',
  spaceId: 'DATA_HUB_SPACE_ID',
  shareId: 'DATA_HUB_SHARE_ID',
  handleServiceId: 'DATA_HUB_HANDLE_SERVICE_ID',
} satisfies { readonly [Name in keyof KnownSettings]?: string });

/** The body of the subscription, which the document does not show. */
export function changesBody(settings: Settings): Value {
  const { changesBody: own } = settingsOf(settings);
  return typeof own === 'string' ? setting(CHANGES_BODY, own) : usualChangesBody();
}

/** The same where no setting names it. */
export function usualChangesBody(): Value {
  return open('data-hub/gap/subscribe-changes-request', '{}', CHANGES_BODY);
}

const CHANGES_BODY = 'DATA_HUB_CHANGES_BODY';
