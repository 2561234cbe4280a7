/** Delegates the credential before the first submission, if a profile declares how and nothing is delegated. */
import { signProxyRequest } from '../../../src/auth/proxy-certificate.ts';
import { statusOf, succeeded } from '../../../src/engine/answer.ts';
import { every, probe } from '../../../src/engine/suite.ts';
import type { Notes, ProbeContext, RequestOptions } from '../../../src/engine/types.ts';
import type { Exchange, LedgerEntry, WireRecord } from '../../../src/wire/types.ts';
import { given } from '../given.ts';
import { DELEGATED_MS, delegationHandshake, SIGNS_WITH, whyNotDelegated } from '../handshake.ts';
import { identity, textMember } from './reading.ts';

/** The content of a certificate in PEM format, without its armour. */
const CERTIFICATE = /-----BEGIN CERTIFICATE-----\s+([\s\S]*?)\s+-----END/g;

/** The operation that the steps of the handshake have in the evidence. */
export const HANDSHAKE = 'delegation-handshake';

export const delegate = probe({
  name: 'delegate',
  operation: 'delegation',
  needs: [identity],
  creates: ['jobs'],
  lanes: [delegationHandshake.lane],
  unless: (settings) => (given(settings).delegates ? undefined : `no profile declares ${delegationHandshake.id}`),
  async run({ identity }, context) {
    const paths = context.contract.handshakes?.get(delegationHandshake.id);
    const id = textMember(identity, 'delegation_id');
    if (paths === undefined || id === undefined) return [];
    const look = await context.send('delegation', { params: { delegation_id: id }, identifiers: 'service', label: 'before-handshake' });
    // Delegated credentials belong to the user; they are neither replaced nor removed.
    return whyNotDelegated(look) === undefined ? [look] : [look, ...(await handshake(context, paths, id))];
  },
});

/** The outcome of the handshake; probes that need it go on without it. */
export const afterDelegating = { ...every(delegate), optional: true } as const;

export const delegation = probe({
  name: 'delegation',
  operation: 'delegation',
  needs: [identity, afterDelegating],
  async run({ identity }, context) {
    const id = textMember(identity, 'delegation_id');
    return id === undefined ? [] : [await context.send('delegation', { params: { delegation_id: id }, identifiers: 'service' })];
  },
});

async function handshake(context: ProbeContext, paths: ReadonlyMap<string, string>, id: string): Promise<Exchange[]> {
  const send = (step: string, options: RequestOptions = {}): Promise<Exchange> =>
    context.send(delegationHandshake.operation, {
      params: { delegation_id: id },
      identifiers: 'service',
      purpose: 'other',
      undocumented: HANDSHAKE,
      label: step,
      method: delegationHandshake.steps[step]?.method ?? 'GET',
      path: paths.get(step) ?? '',
      ...options,
    });
  let chain: string | undefined;
  let until = '';
  const signed = async (answered: WireRecord): Promise<Notes> => {
    if (!succeeded(answered) || answered.outcome.kind !== 'answer') return {};
    const credential = { cert: context.secret(SIGNS_WITH.cert) ?? '', key: context.secret(SIGNS_WITH.key) ?? '' };
    const made = await signProxyRequest(Buffer.from(answered.outcome.body.bytes).toString('utf8'), credential, DELEGATED_MS);
    if ('cannot' in made) return { notSigned: made.cannot };
    chain = made.chain;
    until = made.notAfter.toISOString();
    return { delegatedUntil: until };
  };
  const request = await send('request', { notes: signed });
  if (chain === undefined) return [request];
  // The user's certificates hold the public part of the private key, so lines of the key's file may stand in them too.
  for (const [, content = ''] of chain.matchAll(CERTIFICATE)) context.addSecret('delegated-proxy', content);
  const entry: LedgerEntry = { kind: 'delegations', name: `${id}, until ${until}` };
  const body = Buffer.from(chain);
  const delivery = await send('deliver', { body, headers: { 'Content-Type': 'application/x-pem-file' }, creates: 'jobs', ledger: entry });
  if (!mayHaveDelegated(delivery)) return [request, delivery];
  if (paths.has('remove')) {
    context.cleanup(entry, async () => {
      const removal = await send('remove', { purpose: 'cleanup' });
      return succeeded(removal) || statusOf(removal) === 404;
    });
  } else context.residue(entry, 'the profile shows no way to remove it');
  return [request, delivery];
}

function mayHaveDelegated(delivery: Exchange): boolean {
  return delivery.outcome.kind === 'failure' || succeeded(delivery) || delivery.outcome.status >= 500;
}
