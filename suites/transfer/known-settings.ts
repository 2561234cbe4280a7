/** Settings that probes and checks of the transfer service may read. */
import { open, setting, type Value } from '../../src/engine/words/origins.ts';
import { namedValues, settingsAs } from '../../src/engine/words/suite.ts';
import type { Settings } from '../words.ts';

/** Settings whose values are texts and not secret, by the names under which probes and checks read them. */
export const TEXTS = {
  vo: 'TRANSFER_VO',
  source: 'TRANSFER_SOURCE',
  destination: 'TRANSFER_DESTINATION',
  source2: 'TRANSFER_SOURCE_2',
  destination2: 'TRANSFER_DESTINATION_2',
  checksum: 'TRANSFER_CHECKSUM',
  jobStatusPath: 'TRANSFER_JOB_STATUS_PATH',
  finishedJobId: 'TRANSFER_FINISHED_JOB_ID',
} as const;

/** Null: not set. */
export type KnownSettings = { readonly [Name in keyof typeof TEXTS]: string | null } & {
  /** The status path as a profile writes it, if its placeholder has another name. */
  readonly statusPathShown?: string;
  /** Set if a profile gives the status path, and no setting. */
  readonly statusPathFilled?: true;
  readonly cancelWaitMs: number;
  /** Set if a profile declares how the credential is delegated. */
  readonly delegates?: true;
  readonly proxyDns?: readonly string[];
};

export const settingsOf = settingsAs<KnownSettings>();

/** The value of a setting; undefined if it is not set. */
export const set = namedValues(TEXTS);

/** Returns the path of one job's status: of the setting, or of the profile, which fills the gap. */
export function statusPath(settings: Settings): Value {
  const { jobStatusPath, statusPathFilled } = settingsOf(settings);
  return statusPathFilled
    ? open('transfer/gap/job-status-path', String(jobStatusPath), 'TRANSFER_JOB_STATUS_PATH')
    : setting('TRANSFER_JOB_STATUS_PATH', String(jobStatusPath));
}
