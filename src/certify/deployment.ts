/**
 * The deployment that a claim is about: its addresses, as the judged exchanges show them, and the certifier's own run
 * against it.
 */

import { addressesIn } from '../compare/comparable.ts';
import type { Interface } from '../contract/types.ts';
import type { Results } from '../engine/words/types.ts';
import { sameJson } from '../files/json-value.ts';
import { someOf } from '../records/preview.ts';
import type { Exchange } from '../wire/types.ts';
import type { BundledEvidence } from './bundled-evidence.ts';
import type { CertificationPlan } from './types.ts';

/** Returns the interfaces that a plan is about; none without a plan. */
export function interfacesOf(plan: CertificationPlan | undefined): readonly Interface[] {
  return Object.keys(plan?.contracts ?? {});
}

/** Origin of every service of these interfaces that a documented request was sent to, by interface. */
export function judgedAddresses(exchanges: readonly Exchange[], interfaces: readonly Interface[]) {
  const seen = exchanges.flatMap(({ interface: of, purpose, request: { url } }) => {
    if (purpose !== 'documented' || !interfaces.includes(of) || !/^https?:/.test(url) || !URL.canParse(url)) return [];
    const address = new URL(url).origin;
    return [[`${of} ${address}`, { interface: of, address }] as const];
  });
  return [...new Map(seen).values()];
}

/**
 * Loopback, link-local, shared and private addresses (RFC 1122, 1918, 3927, 4193, 6598), and names without meaning
 * elsewhere (RFC 6761, 6762, 8375).
 */
const LOCAL_ADDRESS =
  /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]+$/;
const LOCAL_IPV6 = /^\[(?:::1?|::ffff:.*|f[cd].*|fe[89ab].*)\]$/;
const LOCAL_NAME = /^[^.[]+$|\.(?:localhost|local|internal|home\.arpa|test|invalid)$/;

/** Whether an address has another meaning on another network. */
export function isLocal(address: string): boolean {
  const { hostname } = new URL(address);
  return LOCAL_ADDRESS.test(hostname) || LOCAL_IPV6.test(hostname) || LOCAL_NAME.test(hostname);
}

/** Returns a remark on addresses that the certifier cannot reach from elsewhere; none if clients were judged. */
export function addressNotes({ exchanges, testimony }: BundledEvidence, interfaces: readonly Interface[]): string[] {
  if (testimony.recordings.some(({ side }) => side === 'client')) return [];
  const local = [...new Set(judgedAddresses(exchanges, interfaces).map(({ address }) => address))].filter(isLocal);
  if (local.length === 0) return [];
  return [
    `Limited: loopback or private addresses: ${local.join(', ')}. The claim does not prove which deployment responded there.`,
  ];
}

/** Minimum number of requirements per interface that must pass in the certifier's run. */
const LEAST = 10;

/** Compares the certifier's run with a claim. `own` must be judged by the certifier, not read from results. */
export function sampled(plan: CertificationPlan, claimed: Results, own: Results) {
  const problems: string[] = [];
  const missing: string[] = [];
  if (own.run.id === claimed.run.id) problems.push('The sample is the claimed run itself.');
  else if (own.target.reference) problems.push('The sample was taken from the embedded reference.');
  else if (Date.parse(own.run.startedAt) < Date.parse(claimed.run.startedAt))
    problems.push('The sample is older than the claim.');
  const isUnusable = problems.length > 0;
  const verdicts = new Map(own.requirements.map((result) => [result.id, result.verdict]));
  const planned = new Set(plan.requirements);
  const contradicted = claimed.requirements.filter(
    ({ id, verdict }) => planned.has(id) && verdict === 'pass' && ['fail', 'warn'].includes(verdicts.get(id) ?? ''),
  );
  if (contradicted.length > 0)
    problems.push(
      `The sample contradicts requirements that passed in the claim: ${someOf(
        contradicted.map(({ id }) => id),
        6,
      )}.`,
    );
  for (const name of Object.keys(plan.contracts)) {
    const [theirs, ours] = [claimed, own].map(({ target }) =>
      Object.fromEntries(addressesIn(target.interfaces[name] ?? {})),
    );
    if (!sameJson(theirs, ours)) problems.push(`The sample of ${name} used other addresses than the claim.`);
    const both = claimed.requirements.filter(
      ({ id, interface: of, verdict, basis }) =>
        of === name && planned.has(id) && basis === 'documented' && verdict === 'pass' && verdicts.get(id) === 'pass',
    );
    if (both.length < LEAST)
      missing.push(
        `The sample of ${name} contradicts no requirement, and confirms ${both.length} documented requirements; ${LEAST} are needed. A run that may create objects (ASSAY_ALLOW_CREATE) confirms more.`,
      );
  }
  return { problems, missing, isUnusable };
}
