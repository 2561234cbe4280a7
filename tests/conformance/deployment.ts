/** A transfer service over TLS, and settings for a run against it. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type StartedTransferReference,
  type StartOptions,
  startTransferReference,
} from '../../reference/transfer/start.ts';
import { closing, temporaryFile } from '../afterwards.ts';
import { SHORT as BRIEF } from '../short.ts';

/** Settings that keep a test short: the time for a cancelled job to change. */
export const SHORT = BRIEF.transfer;

/** Returns settings of short runs that may create jobs. */
export const creating = (env: object, more: Record<string, string> = {}) => ({
  ...{ ...env, ...SHORT, ASSAY_ALLOW_CREATE: 'jobs' },
  ...more,
});

/** Starts a transfer service; closed at the end of the test or file. */
export const transferReference = async (options: StartOptions = {}) => closing(await startTransferReference(options));

/** The steps of a delegation that the reference accepts. */
const DELEGATION = {
  request: '/delegation/{delegation_id}/request',
  deliver: '/delegation/{delegation_id}/credential',
  remove: '/delegation/{delegation_id}',
} as const;

const { remove: _, ...kept } = DELEGATION;
/** The steps without a way to remove the delegation. */
export const NEVER_REMOVED = kept;

/** Writes a profile that delegates with these steps. @returns its path */
export const delegatingProfile = (steps: object = DELEGATION) =>
  temporaryFile('profile.yaml', { profile: 'delegating', handshakes: { 'transfer/handshake/delegation': steps } });

/** Returns the settings of runs that delegate. */
export const delegating = (env: object) => creating(env, { TRANSFER_TOKEN: '', ASSAY_PROFILE: delegatingProfile() });

/** The ledger's lines, parsed; empty without a ledger. */
export async function ledgerLines(directory: string) {
  const file = (await readdir(directory)).find((name) => name === 'ledger.jsonl');
  if (file === undefined) return [];
  const text = await readFile(join(directory, file), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** Returns the requests that may have changed something. */
export const writes = (started: StartedTransferReference): { method: string; target: string }[] =>
  started.reference.log.filter(({ method }) => method !== 'GET');
