/** Settings that probes and judges of the data hub may read. */
import { settingsAs } from '../../src/engine/suite-settings.ts';

/** Null: not set. */
export type Given = {
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

export const given = settingsAs<Given>();
