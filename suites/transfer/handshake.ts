/**
 * The delegation of a credential, which some deployments need before the first submission. The document shows no
 * requests for it.
 */
import { headerOf, jsonOf, statusOf, succeeded } from '../../src/engine/words/answer.ts';
import { from, made, open, type Value } from '../../src/engine/words/origins.ts';
import { type Handshake, NO_REMOVAL, type ProbeContext, type RequestOptions } from '../../src/engine/words/types.ts';
import { memberOf, textIn } from '../../src/files/json-value.ts';
import { NOT_FOUND } from '../../src/wire/http.ts';
import type { Exchange } from '../../src/wire/types.ts';

/** Names of the lane's secret values that sign the certificate request. */
export const SIGNS_WITH = { cert: 'credential-chain', key: 'credential-key' } as const;

/**
 * Returns why the response to the reading of the delegation shows no usable delegation, as a clause, or undefined if it
 * shows one.
 */
export function whyNotDelegated(reading: Exchange): string | undefined {
  const status = statusOf(reading);
  if (NOT_FOUND.has(status)) return `no credential is delegated (${status})`;
  if (!succeeded(reading)) return undefined;
  if (jsonOf(reading).json === null) return 'no credential is delegated (null)';
  const end = endOfDelegation(reading);
  const now = Date.parse(headerOf(reading, 'date') ?? '');
  return end !== undefined && end.ms <= now ? `the delegation ended on ${end.text}` : undefined;
}

/**
 * Returns the end of the delegation in a reading: the service's text, and milliseconds since 1970 (NaN if invalid).
 * Undefined if absent.
 */
function endOfDelegation(reading: Exchange): { readonly text: string; readonly ms: number } | undefined {
  const text = memberOf(jsonOf(reading).json, 'termination_time');
  return typeof text === 'string' ? { text, ms: Date.parse(`${text}Z`) } : undefined;
}

/** Maximum difference between the end of a delegation and that of the proxy that was delegated. */
const SAME_END_MS = 60_000;

/** Returns why a delegation must not be removed: only its end, `until`, shows that this run made it. */
function whyKept(reading: Exchange, until: Date) {
  const end = succeeded(reading) ? endOfDelegation(reading) : undefined;
  // Without a delegation, the removal confirms it.
  if (end === undefined && whyNotDelegated(reading) !== undefined) return undefined;
  if (!succeeded(reading)) return 'it was not removed, because it could not be read before';
  if (end === undefined) return 'it was not removed, because the service does not report when it ends';
  if (Math.abs(end.ms - until.getTime()) <= SAME_END_MS) return undefined;
  return `it was not removed: the delegation now ends on ${end.text}, so another client may have made it`;
}

/** Sends a step of the handshake. */
export function sendStep(
  context: ProbeContext,
  paths: ReadonlyMap<string, string>,
  id: Value,
  step: 'request' | 'deliver' | 'remove',
  options: RequestOptions = {},
): Promise<Exchange> {
  return context.send(delegationHandshake.operation, {
    params: { delegation_id: id },
    purpose: 'other',
    undocumented: 'delegation-handshake',
    method: delegationHandshake.steps[step]?.method ?? 'GET',
    path: open(delegationHandshake.id, paths.get(step) ?? ''),
    redirects: 'stop',
    ...options,
  });
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
    request: {
      method: 'GET',
      does: 'returns a certificate request (PEM), which is signed as a proxy certificate (RFC 3820) of two hours',
    },
    deliver: { method: 'PUT', does: 'takes the proxy certificate and its chain (PEM)' },
    remove: { method: 'DELETE', does: 'removes the delegation at the end of the run', optional: true },
  },
  async undo(context, name, paths) {
    const [, found, until = ''] = /^(.+), until (\S+)$/.exec(name) ?? [];
    const id = found === undefined ? undefined : made(found);
    if (id === undefined) return 'identifier unknown: the ledger line has none';
    if (!paths.has('remove')) return NO_REMOVAL;
    const reading = await context.send('delegation', { params: { delegation_id: id }, purpose: 'cleanup' });
    const kept = whyKept(reading, new Date(until));
    if (kept !== undefined) return kept;
    const removal = await sendStep(context, paths, id, 'remove', { purpose: 'cleanup' });
    return succeeded(removal) || statusOf(removal) === 404;
  },
  async needed(send) {
    const identity = await send('identity');
    const id = textIn(jsonOf(identity).json, 'delegation_id');
    return id !== undefined
      ? whyNotDelegated(await send('delegation', { delegation_id: from(identity, '/delegation_id', id) }))
      : undefined;
  },
};
