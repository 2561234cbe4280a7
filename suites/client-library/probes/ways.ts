/** The documented ways to give credentials to a context. */
import type { ContextParameters } from '../calls.ts';
import type { CredentialName } from '../endpoint.ts';

/** Parameters of each documented way to give credentials, and the credential that the service is to see. */
export const WAYS = {
  'certificate-and-key': { parameters: { ucert: '{certificate}', ukey: '{key}' }, credential: 'certificate' },
  'proxy-as-ucert': { parameters: { ucert: '{proxy}' }, credential: 'proxy' },
  'proxy-in-both': { parameters: { ucert: '{proxy}', ukey: '{proxy}' }, credential: 'proxy' },
} as const satisfies Readonly<
  Record<string, { parameters: Omit<ContextParameters, 'endpoint'>; credential: CredentialName }>
>;
export type Way = keyof typeof WAYS;
export const WAY_NAMES = Object.keys(WAYS) as Way[];
