/**
 * Delegates the credential before the first submission, if a profile declares how and the service has no delegation
 * yet.
 */

import { signProxyRequest } from '../../../src/auth/proxy-certificate.ts';
import {
  answerOf,
  ifSent,
  type LedgerEntry,
  mayHaveCreated,
  NO_REMOVAL,
  type ProbeContext,
  probe,
  succeeded,
  type Value,
} from '../../words.ts';
import { delegationHandshake, SIGNS_WITH, sendStep, whyNotDelegated } from '../handshake.ts';
import { settingsOf } from '../known-settings.ts';
import { identity, valueIn } from './reading.ts';

/** The content of a certificate in PEM format, without its armour. */
const CERTIFICATE = /-----BEGIN CERTIFICATE-----\s+([\s\S]*?)\s+-----END/g;

/** Under this name the probe notes why it did not sign the certificate request. */
export const NOT_SIGNED = 'notSigned';

const delegate = probe({
  name: 'delegate',
  operation: 'delegation',
  needs: [identity],
  creates: ['jobs'],
  lanes: [delegationHandshake.lane],
  unless: (settings) => (settingsOf(settings).delegates ? undefined : `no profile declares ${delegationHandshake.id}`),
  async run({ identity }, context) {
    const paths = context.contract.handshakes?.get(delegationHandshake.id);
    const id = valueIn(identity, 'delegation_id');
    if (paths === undefined || id === undefined) return {};
    const before = await context.send('delegation', { params: { delegation_id: id } });
    // A delegation that has not ended belongs to the user: it is neither replaced nor removed. One that has ended is
    // replaced.
    return whyNotDelegated(before) === undefined ? { before } : { before, ...(await handshake(context, paths, id)) };
  },
});

/** The outcome of the handshake; probes that need it go on without it. */
export const afterDelegating = ifSent(delegate);

export const delegation = probe({
  name: 'delegation',
  operation: 'delegation',
  needs: [identity, afterDelegating],
  async run({ identity }, context) {
    const id = valueIn(identity, 'delegation_id');
    return id === undefined ? {} : { delegation: await context.send('delegation', { params: { delegation_id: id } }) };
  },
});

/** Remedy for submissions that are rejected because no delegation suffices. */
export const remedy = ({ contract }: ProbeContext): string =>
  contract.handshakes?.has(delegationHandshake.id)
    ? 'this run has no delegation that the service accepts; see transfer/gap/delegation-handshake'
    : delegationHandshake.remedy;

/** Lifetime of a delegated proxy. Services reject submissions if less than an hour is left. */
const DELEGATED_MS = 2 * 3_600_000;

async function handshake(context: ProbeContext, paths: ReadonlyMap<string, string>, id: Value) {
  const request = await sendStep(context, paths, id, 'request');
  if (!succeeded(request)) return { request };
  const credential = { cert: context.secret(SIGNS_WITH.cert) ?? '', key: context.secret(SIGNS_WITH.key) ?? '' };
  const signed = await signProxyRequest(answerOf(request).text, credential, DELEGATED_MS);
  if ('cannot' in signed) {
    context.note(request, { [NOT_SIGNED]: signed.cannot });
    return { request };
  }
  // The user's certificates contain the public part of the private key, so lines of the key's file may be in them too.
  for (const [, content = ''] of signed.chain.matchAll(CERTIFICATE)) context.addSecret('delegated-proxy', content);
  // `undo` reads the name.
  const name = `${id.text}, until ${signed.notAfter.toISOString()}`;
  const entry: LedgerEntry = { kind: delegationHandshake.made, name };
  const body = Buffer.from(signed.chain);
  const deliver = await sendStep(context, paths, id, 'deliver', {
    body,
    headers: { 'Content-Type': 'application/x-pem-file' },
    creates: 'jobs',
    ledger: entry,
  });
  // A delivery that was never sent has no attempts.
  if (deliver.attempts.length > 0 && mayHaveCreated(deliver.outcome)) {
    if (paths.has('remove')) context.cleanup(entry, () => delegationHandshake.undo(context, name, paths));
    else context.residue(entry, NO_REMOVAL);
  }
  return { request, deliver };
}
