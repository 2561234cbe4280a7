/** The delegation of a credential, which some deployments need before the first submission. The document shows no requests for it. */
import { headerOf, jsonOf, statusOf, succeeded } from '../../src/engine/answer.ts';
import type { Handshake } from '../../src/engine/descriptor.ts';
import type { Exchange } from '../../src/wire/types.ts';

/** Names of the lane's secret values that sign the certificate request. */
export const SIGNS_WITH = { cert: 'credential-chain', key: 'credential-key' } as const;

/** How long a delegated proxy lasts. Services refuse submissions if less than an hour is left. */
export const DELEGATED_MS = 2 * 3_600_000;

const ABSENT = new Set([404, 410]);

/** Why the answer to the reading of the delegation shows that nothing usable is delegated, as a clause; undefined where it does not. */
export function whyNotDelegated(reading: Exchange): string | undefined {
  const status = statusOf(reading);
  if (status !== undefined && ABSENT.has(status)) return `nothing is delegated (${status})`;
  if (!succeeded(reading)) return undefined;
  if (jsonOf(reading).json === null) return 'nothing is delegated (null)';
  const end = endOfDelegation(reading);
  const now = Date.parse(headerOf(reading, 'date') ?? '');
  return end !== undefined && end.ms <= now ? `the delegation ended on ${end.text}` : undefined;
}

/** End of the delegation in a reading, as the service words it and in milliseconds since 1970 (NaN if invalid); undefined if it is not shown. */
export function endOfDelegation(reading: Exchange): { readonly text: string; readonly ms: number } | undefined {
  const { json } = jsonOf(reading);
  const text = typeof json === 'object' && json !== null ? (json as { termination_time?: unknown }).termination_time : undefined;
  return typeof text === 'string' ? { text, ms: Date.parse(`${text}Z`) } : undefined;
}

export const delegationHandshake: Handshake = {
  id: 'transfer/handshake/delegation',
  title: 'delegate the certificate',
  remedy:
    'delegate first: with the client of the service, or in the run itself, with a profile that declares transfer/handshake/delegation (ASSAY_PROFILE=fts3 does)',
  operation: 'delegation',
  lane: 'certificate',
  creates: 'jobs',
  made: 'delegations',
  steps: {
    request: { method: 'GET', does: 'returns a certificate request (PEM), which is signed as a proxy certificate (RFC 3820) of two hours' },
    deliver: { method: 'PUT', does: 'takes the proxy certificate and its chain (PEM)' },
    remove: { method: 'DELETE', does: 'removes the delegation at the end of the run', optional: true },
  },
  async needed(ask) {
    const { json } = jsonOf(await ask('identity'));
    const id = typeof json === 'object' && json !== null ? (json as { delegation_id?: unknown }).delegation_id : undefined;
    return typeof id === 'string' && id !== '' ? whyNotDelegated(await ask('delegation', { delegation_id: id })) : undefined;
  },
};
