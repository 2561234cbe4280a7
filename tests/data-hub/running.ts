/** Runs of the data hub's suite in tests: against handlers in-process, or over TLS. */
import {
  createDataHubReference,
  type DataHubReference,
  type DataHubReferenceOptions,
} from '../../reference/data-hub/index.ts';
import type { Handler, ReferenceRequest, ReferenceResponse } from '../../reference/types.ts';
import { inDeploymentWords } from '../../src/clients/deployment-words.ts';
import type { Result, Results, Verdict } from '../../src/index.ts';
import { loadProfile } from '../../src/profile/profile.ts';
import { type HostOutcome, hostRun } from '../../src/run/run-conformance.ts';
import { inProcessTransport } from '../../src/selftest/in-process.ts';
import { temporaryFile } from '../afterwards.ts';
import { SHORT } from '../short.ts';
import { resultOf as byId, withVerdict } from '../verdicts.ts';

export const URLS = {
  auth: 'https://auth.example.org',
  zone: 'https://zone.example.org',
  provider: 'https://provider.example.org',
} as const;

export interface Ran extends HostOutcome {
  reference: DataHubReference;
  verdict(statement: string): Verdict | undefined;
  result(statement: string): Result | undefined;
}

/** Settings that allow all creation. */
export const ALL = { ASSAY_ALLOW_CREATE: 'all' };

type Around = (handler: Handler, service: 'auth' | 'zone' | 'provider') => Handler;

/** Returns a transport on which requests to URLS reach the reference in this process. */
export function transportTo(reference: DataHubReference, around: Around = (handler) => handler) {
  return inProcessTransport(
    new Map([
      [URLS.auth, around(reference.identityProvider, 'auth')],
      [URLS.zone, around(reference.zone, 'zone')],
      [URLS.provider, around(reference.provider, 'provider')],
    ]),
  );
}

/** Runs against a fresh reference in this process. `around` wraps a service's handler; `only`: as for `result`. */
export async function runInProcess(
  options: DataHubReferenceOptions = {},
  env: Record<string, string> = {},
  around?: Around,
  only: string | string[] = [],
): Promise<Ran> {
  const reference = createDataHubReference(options);
  const settings = { ...reference.settings(URLS), ...SHORT['data-hub'], ...env };
  const selected = [only].flat().map((statement) => `data-hub/${statement}`);
  const outcome = await hostRun({
    env: settings,
    only: selected,
    transport: transportTo(reference, around),
    backoffMs: 1,
  });
  const result = (statement: string) => resultOf(outcome.results, statement);
  return { ...outcome, reference, result, verdict: (statement) => result(statement)?.verdict };
}

const FLOW = ['AUTH_URL', 'AUTH_REALM', 'AUTH_CLIENT_ID', 'AUTH_REFRESH_TOKEN', 'IDP_PREFIX'];

/** Returns settings with a token, in place of those of the flow that grants one. */
export async function withToken({ state }: DataHubReference): Promise<Record<string, string>> {
  const { token } = await state.tokens.name();
  return { ...Object.fromEntries(FLOW.map((name) => [`DATA_HUB_${name}`, ''])), DATA_HUB_TOKEN: token };
}

/** Returns a wrapper that gives a service the names of a deployment. */
export const withNames = (names: Readonly<Record<string, string>>) =>
  inDeploymentWords('data-hub', loadProfile(temporaryFile('names.yaml', { profile: 'names', names })));

/** Returns a wrapper that changes the responses of a service. */
export const changing =
  (
    change: (response: ReferenceResponse, request: ReferenceRequest) => ReferenceResponse | Promise<ReferenceResponse>,
  ) =>
  (handler: Handler): Handler =>
  async (request) =>
    change(await handler(request), request);

/** Returns a wrapper whose responses, if any, replace those of a service. */
export const instead =
  (answer: (request: ReferenceRequest) => ReferenceResponse | undefined) =>
  (handler: Handler): Handler =>
  async (request) =>
    answer(request) ?? handler(request);

export const json = (status: number, text: string): ReferenceResponse => ({
  status,
  headers: [['Content-Type', 'application/json']],
  body: Buffer.from(text),
});

export const resultOf = (results: Results, statement: string) => byId(results, `data-hub/${statement}`);

/** Ids with one of these verdicts, without the interface's name. */
export const idsWith = (results: Results, ...verdicts: Verdict[]) =>
  withVerdict(results, ...verdicts).map(({ id }) => id.replace('data-hub/', ''));

/** Expects that a run accuses nothing, and that these statements hold. */
export function expectPassed(ran: Ran, ...statements: string[]) {
  expect(alarms(ran)).toEqual([]);
  expect(statements.filter((statement) => ran.verdict(statement) !== 'pass')).toEqual([]);
}

/** Returns the ids of requirements that failed, warned or could not be judged. */
export const alarms = ({ results }: { results: Results }) => idsWith(results, 'fail', 'warn', 'error');
