/** Delegates the credential before the first submission, if a profile declares how and nothing is delegated. */
import { signProxyRequest } from '../../../src/auth/proxy-certificate.ts';
import { succeeded } from '../../../src/engine/answer.ts';
import { NO_REMOVAL } from '../../../src/engine/descriptor.ts';
import type { Value } from '../../../src/engine/origins.ts';
import { every, probe } from '../../../src/engine/suite.ts';
import type { MemorySlot, Notes, ProbeContext, RequestOptions } from '../../../src/engine/types.ts';
import { mayHaveCreated } from '../../../src/wire/creation.ts';
import type { Exchange, LedgerEntry, WireRecord } from '../../../src/wire/types.ts';
import { given } from '../given.ts';
import { DELEGATED_MS, delegationHandshake, endOfDelegation, HANDSHAKE, nameOfDelegation, SIGNS_WITH, sendStep, whyNotDelegated } from '../handshake.ts';
import { identity, valueIn } from './reading.ts';

/** The content of a certificate in PEM format, without its armour. */
const CERTIFICATE = /-----BEGIN CERTIFICATE-----\s+([\s\S]*?)\s+-----END/g;

/** Why no step of the handshake was sent in this run, with what to do; absent: a step was sent, or none was needed. */
const NOT_BEGUN: MemorySlot<{ why?: string }> = { initial: () => ({}) };

export const delegate = probe({
  name: 'delegate',
  operation: HANDSHAKE,
  needs: [identity],
  creates: ['jobs'],
  lanes: [delegationHandshake.lane],
  unless: (settings) => (given(settings).delegates ? undefined : `no delegation needed: no profile declares ${delegationHandshake.id}`),
  async run({ identity }, context) {
    const paths = context.contract.handshakes?.get(delegationHandshake.id);
    const id = valueIn(identity, 'delegation_id');
    if (paths === undefined || id === undefined) return [];
    const look = await context.send('delegation', { params: { delegation_id: id }, label: 'before-handshake' });
    // A delegation that has not ended belongs to the user: it is neither replaced nor removed. One that has ended is replaced.
    if (whyNotDelegated(look) !== undefined) return [look, ...(await handshake(context, paths, id))];
    context.memory(NOT_BEGUN).why = whyNotBegun(look);
    return [look];
  },
});

/** The outcome of the handshake; probes that need it go on without it. */
export const afterDelegating = { ...every(delegate), optional: true } as const;

export const delegation = probe({
  name: 'delegation',
  operation: 'delegation',
  needs: [identity, afterDelegating],
  async run({ identity }, context) {
    const id = valueIn(identity, 'delegation_id');
    return id === undefined ? [] : [await context.send('delegation', { params: { delegation_id: id } })];
  },
});

/** Remedy for submissions that are refused because no delegation suffices, although a profile declares the handshake. */
export function remedyAfterHandshake(context: ProbeContext): string {
  return (
    context.memory(NOT_BEGUN).why ??
    'delegate first: the handshake of the profile led to no delegation that the service accepts; see transfer/gap/delegation-handshake'
  );
}

function whyNotBegun(look: Exchange): string {
  if (!succeeded(look)) return 'the run did not delegate, because the delegation could not be read; delegate with the client of the service';
  const end = endOfDelegation(look);
  return `the existing delegation ${end === undefined ? 'does not suffice' : `ends on ${end.text}`}; delegate again`;
}

async function handshake(context: ProbeContext, paths: ReadonlyMap<string, string>, id: Value): Promise<Exchange[]> {
  const send = (step: 'request' | 'deliver', options: RequestOptions = {}): Promise<Exchange> => sendStep(context, paths, id, step, options);
  let chain: string | undefined;
  let until = new Date(0);
  const signed = async (answered: WireRecord): Promise<Notes> => {
    if (!succeeded(answered) || answered.outcome.kind !== 'answer') return {};
    const credential = { cert: context.secret(SIGNS_WITH.cert) ?? '', key: context.secret(SIGNS_WITH.key) ?? '' };
    const made = await signProxyRequest(Buffer.from(answered.outcome.body.bytes).toString('utf8'), credential, DELEGATED_MS);
    if ('cannot' in made) return { notSigned: made.cannot };
    chain = made.chain;
    until = made.notAfter;
    return { delegatedUntil: until.toISOString() };
  };
  const request = await send('request', { notes: signed });
  if (chain === undefined) return [request];
  // The user's certificates hold the public part of the private key, so lines of the key's file may stand in them too.
  for (const [, content = ''] of chain.matchAll(CERTIFICATE)) context.addSecret('delegated-proxy', content);
  const entry: LedgerEntry = { kind: delegationHandshake.made, name: nameOfDelegation(id.text, until) };
  const body = Buffer.from(chain);
  const delivery = await send('deliver', { body, headers: { 'Content-Type': 'application/x-pem-file' }, creates: 'jobs', ledger: entry });
  // A delivery that was never sent has no attempts.
  if (delivery.attempts.length === 0 || !mayHaveCreated(delivery.outcome)) return [request, delivery];
  if (paths.has('remove')) context.cleanup(entry, () => delegationHandshake.undo(context, entry.name, paths));
  else context.residue(entry, NO_REMOVAL);
  return [request, delivery];
}
