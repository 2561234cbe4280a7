/** Assembles a target from validated values. */
import { CREATIONS, type Creation, type Interface } from '../contract/types.ts';
import type { SetValues } from './rules.ts';
import { settingNamed } from './settings.ts';
import type { ClientLibraryTarget, DataHubTarget, Target, TicketBridgeTarget, TransferTarget } from './types.ts';

/** Values by setting name, with defaults. A wrong type here is a bug in Assay, since every value was read by its kind. */
class Values {
  readonly #set: SetValues;

  constructor(set: SetValues) {
    this.#set = set;
  }

  text(name: string): string | undefined {
    const value = this.#set.get(name) ?? settingNamed(name)?.default;
    return value === undefined ? undefined : String(value);
  }

  required(name: string): string {
    const value = this.text(name);
    if (value === undefined) throw new Error(`${name} was checked to be set, but is not`);
    return value;
  }

  integer(name: string): number {
    return Number(this.required(name));
  }

  words(name: string): readonly string[] | undefined {
    const value = this.#set.get(name);
    return Array.isArray(value) ? value.map(String) : undefined;
  }

  strings(name: string): Readonly<Record<string, string>> | undefined {
    const value = this.#set.get(name);
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, String(member)])) : undefined;
  }
}

/** Makes the target from settings without problems. */
export function assemble(set: SetValues, configured: readonly Interface[], proxy: Target['proxy']): Target {
  const values = new Values(set);
  const allowed = values.words('ASSAY_ALLOW_CREATE') ?? [];
  return {
    ...(configured.includes('ticket-bridge') ? { 'ticket-bridge': ticketBridge(values) } : {}),
    ...(configured.includes('transfer') ? { transfer: transfer(values) } : {}),
    ...(configured.includes('client-library') ? { 'client-library': clientLibrary(values) } : {}),
    ...(configured.includes('data-hub') ? { 'data-hub': dataHub(values) } : {}),
    configured,
    allowCreate: new Set<Creation>(CREATIONS.filter((creation) => allowed.includes(creation))),
    notOffered: new Set(values.words('ASSAY_NOT_OFFERED') ?? []),
    ...present({ profile: values.text('ASSAY_PROFILE') }),
    concurrency: values.integer('ASSAY_CONCURRENCY'),
    requestTimeoutMs: values.integer('ASSAY_REQUEST_TIMEOUT_MS'),
    runTimeoutMs: values.integer('ASSAY_RUN_TIMEOUT_MS'),
    proxy,
  };
}

function ticketBridge(values: Values): TicketBridgeTarget {
  return {
    url: values.required('TICKET_BRIDGE_URL'),
    namespace: values.required('TICKET_BRIDGE_NAMESPACE'),
    headers: values.strings('TICKET_BRIDGE_HEADERS') ?? {},
    ...present({ values: values.strings('TICKET_BRIDGE_VALUES'), ca: values.text('TICKET_BRIDGE_CA') }),
  };
}

function transfer(values: Values): TransferTarget {
  const cert = values.text('TRANSFER_CERT');
  return {
    url: values.required('TRANSFER_URL'),
    ...(cert === undefined
      ? {}
      : { certificate: { cert, ...present({ key: values.text('TRANSFER_KEY'), passphrase: values.text('TRANSFER_KEY_PASSPHRASE') }) } }),
    ...present({
      token: values.text('TRANSFER_TOKEN'),
      vo: values.text('TRANSFER_VO'),
      source: values.text('TRANSFER_SOURCE'),
      destination: values.text('TRANSFER_DESTINATION'),
      sourceToken: values.text('TRANSFER_SOURCE_TOKEN'),
      destinationToken: values.text('TRANSFER_DESTINATION_TOKEN'),
      checksum: values.text('TRANSFER_CHECKSUM'),
      jobStatusPath: values.text('TRANSFER_JOB_STATUS_PATH'),
      ca: values.text('TRANSFER_CA'),
    }),
    cancelWaitMs: values.integer('TRANSFER_CANCEL_WAIT_MS'),
  };
}

function dataHub(values: Values): DataHubTarget {
  const url = values.text('DATA_HUB_AUTH_URL');
  const bytes = values.text('DATA_HUB_UPLOAD_BYTES');
  return {
    ...(url === undefined
      ? {}
      : {
          auth: {
            url,
            realm: values.required('DATA_HUB_AUTH_REALM'),
            clientId: values.required('DATA_HUB_AUTH_CLIENT_ID'),
            ...present({ refreshToken: values.text('DATA_HUB_AUTH_REFRESH_TOKEN'), refreshTokenFile: values.text('DATA_HUB_AUTH_REFRESH_TOKEN_FILE') }),
          },
        }),
    ...present({
      idpPrefix: values.text('DATA_HUB_IDP_PREFIX'),
      token: values.text('DATA_HUB_TOKEN'),
      zoneUrl: values.text('DATA_HUB_ZONE_URL'),
      providerUrl: values.text('DATA_HUB_PROVIDER_URL'),
      ca: values.text('DATA_HUB_CA'),
      spaceId: values.text('DATA_HUB_SPACE_ID'),
      spacePath: values.text('DATA_HUB_SPACE_PATH'),
      shareId: values.text('DATA_HUB_SHARE_ID'),
      handleServiceId: values.text('DATA_HUB_HANDLE_SERVICE_ID'),
      changesBody: values.text('DATA_HUB_CHANGES_BODY'),
    }),
    changesWaitMs: values.integer('DATA_HUB_CHANGES_WAIT_MS'),
    ...(bytes === undefined ? {} : { uploadBytes: Number(bytes) }),
  };
}

function clientLibrary(values: Values): ClientLibraryTarget {
  return {
    python: values.required('CLIENT_LIBRARY_PYTHON'),
    module: values.required('CLIENT_LIBRARY_MODULE'),
    ...present({ path: values.text('CLIENT_LIBRARY_PATH'), caEnv: values.words('CLIENT_LIBRARY_CA_ENV') }),
  };
}

/** Drops undefined members: an absent setting is an absent member, never `undefined`. */
function present<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
