/** Settings that probes and judges of the transfer service may read. */
import { open, setting, type Value } from '../../src/engine/words/origins.ts';
import { namedValues, settingsAs } from '../../src/engine/words/suite.ts';
import type { Settings } from '../../src/engine/words/types.ts';

/** Null: not set. */
export type KnownSettings = {
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
  /** A profile says it, not a setting. */
  readonly statusPathFilled?: true;
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

export const settingsOf = settingsAs<KnownSettings>();

/** The value of a setting; undefined where it is not set. */
export const set = namedValues({
  vo: 'TRANSFER_VO',
  source: 'TRANSFER_SOURCE',
  destination: 'TRANSFER_DESTINATION',
  source2: 'TRANSFER_SOURCE_2',
  destination2: 'TRANSFER_DESTINATION_2',
  finishedJobId: 'TRANSFER_FINISHED_JOB_ID',
} satisfies { readonly [Name in keyof KnownSettings]?: string });

/** The path of one job's status: of the setting, or of the profile, which fills the gap. */
export function statusPath(settings: Settings): Value {
  const { jobStatusPath, statusPathFilled } = settingsOf(settings);
  return statusPathFilled
    ? open('transfer/gap/job-status-path', String(jobStatusPath), 'TRANSFER_JOB_STATUS_PATH')
    : setting('TRANSFER_JOB_STATUS_PATH', String(jobStatusPath));
}
