/** The reference data hub: identity provider, zone and provider as three pure handlers that share one state. */
import { createSeam } from '../change.ts';
import type { Deviations } from '../in-process.ts';
import { remembering } from '../past.ts';
import { changesOf } from '../sometimes.ts';
import type { ReferenceRequest } from '../types.ts';

import { FAULTS, VARIANTS } from './deviations.ts';
import { type Change, type HubSituation, OPERATORS } from './operators.ts';
import { type Acts, createService, type LogLine, type ServiceName } from './service.ts';
import { IDENTITY_PROVIDER } from './services/identity-provider.ts';
import { PROVIDER } from './services/provider.ts';
import { ZONE } from './services/zone.ts';
import { createState } from './state.ts';
import { CLIENT_ID, IDP_PREFIX, REALM } from './tokens.ts';

export interface DataHubReferenceOptions extends Deviations<Change> {
  /** Drawn if it is served to others: tokens depend on it, identifiers do not. Default: none. */
  readonly secret?: string;
}

export type DataHubReference = ReturnType<typeof createDataHubReference>;

/** Creates a data hub with its own state. */
export function createDataHubReference(options: DataHubReferenceOptions = {}) {
  const seam = createSeam<typeof OPERATORS, HubSituation>(OPERATORS, [
    ...changesOf(VARIANTS, options.variants ?? []),
    ...changesOf(FAULTS, options.fault ?? []),
    ...(options.changes ?? []),
  ]);
  const state = createState(seam, options.secret);
  const log: LogLine[] = [];
  let zone: string | undefined;
  const zoneUrl = ({ headers }: ReferenceRequest) => zone ?? `https://${headers.host ?? 'localhost'}`;
  const service = (name: ServiceName, acts: Acts) =>
    remembering(createService({ name, state, seam, acts, log, zoneUrl }));
  return {
    identityProvider: service('identity-provider', IDENTITY_PROVIDER),
    zone: service('zone', ZONE),
    provider: service('provider', PROVIDER),
    /** Every request, in the order it came. */
    log,
    /** The whole state: credentials, spaces, shares, handles, files. */
    state,
    /** Returns the number of open subscriptions. */
    openStreams: state.events.open,
    /** Removes what was kept on disk. */
    close: () => state.store.close(),
    /**
     * Returns the settings with which this instance is tested; `urls` are the addresses of the handlers, without a
     * trailing slash.
     */
    settings(urls: {
      readonly auth: string;
      readonly zone: string;
      readonly provider: string;
    }): Record<string, string> {
      zone = urls.zone;
      const idAt = (entries: ReadonlyMap<string, unknown>, at = 0) => [...entries.keys()][at] ?? '';
      const { names } = state;
      return {
        DATA_HUB_AUTH_URL: urls.auth,
        DATA_HUB_AUTH_REALM: REALM,
        DATA_HUB_AUTH_CLIENT_ID: CLIENT_ID,
        DATA_HUB_AUTH_REFRESH_TOKEN: state.tokens.initialRefreshToken,
        DATA_HUB_IDP_PREFIX: IDP_PREFIX,
        DATA_HUB_ZONE_URL: urls.zone,
        DATA_HUB_PROVIDER_URL: urls.provider,
        DATA_HUB_SPACE_ID: idAt(state.spaces, names.settingsSpace),
        DATA_HUB_SPACE_PATH: `${names.space}/${names.folder}`,
        DATA_HUB_SHARE_ID: idAt(state.shares),
        DATA_HUB_HANDLE_SERVICE_ID: idAt(state.handleServices),
        DATA_HUB_CHANGES_BODY: '{"from":"now"}',
        DATA_HUB_CHANGES_WAIT_MS: '300',
        DATA_HUB_OBJECT_WAIT_MS: '300',
        DATA_HUB_UPLOAD_BYTES: '2097153',
      };
    },
  };
}
