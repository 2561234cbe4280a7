/** Settings that probes and judges of the transfer service may read. */
import { settingsAs } from '../../src/engine/suite-settings.ts';

/** Null: not set. */
export type Given = {
  readonly url: string;
  readonly vo: string | null;
  readonly source: string | null;
  readonly destination: string | null;
  readonly source2: string | null;
  readonly destination2: string | null;
  readonly checksum: string | null;
  readonly jobStatusPath: string | null;
  /** The same as a profile writes it, if its placeholder has another name. */
  readonly statusPathShown?: string;
  readonly finishedJobId: string | null;
  readonly cancelWaitMs: number;
  readonly fileTokensGiven: boolean;
  /** A profile says how the credential is delegated. */
  readonly delegates?: true;
  /** Kind of the lane's credential. */
  readonly credential?: string;
  readonly userDn?: string;
  readonly proxyDns?: readonly string[];
};

export const given = settingsAs<Given>();
