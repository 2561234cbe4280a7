/** Contexts in all their forms, each tried by an identity check. */
import { every, probe } from '../../../src/engine/suite.ts';
import type { ProbeContext, SuiteSettings } from '../../../src/engine/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { type ContextParameters, contextCall, type Form, whoamiCall } from '../calls.ts';
import type { Command } from '../driver/protocol.ts';
import type { CredentialName } from '../endpoint.ts';
import { given } from '../given.ts';
import { type EnvironmentName, reportOf, requestsOf, type Scenario } from '../scenario.ts';

/** Milliseconds after which an exchange is given up; calls have separate limits. */
const LIMIT_MS = 600_000;

/** Why nothing can be called here, if so. */
export function withoutPython(settings: SuiteSettings): string | undefined {
  return given(settings).pythonProblem ?? undefined;
}

/** Has the library make calls; the exchange is reported under `operation`. */
export function have(
  context: ProbeContext,
  operation: string,
  label: string,
  calls: readonly Command[],
  environment: EnvironmentName = 'no-credentials',
  turnsBefore?: number,
): Promise<Exchange> {
  const scenario: Scenario = { environment, calls, ...(turnsBefore !== undefined && { turnsBefore }) };
  // Nothing is called where one of the calls is not offered: the exchange says which.
  const lacking = calls.map(({ call }) => call).find((call) => call !== undefined && context.contract.operations.has(call) && !context.offers(call));
  return context.send(lacking ?? operation, { json: scenario, method: 'POST', label, timeoutMs: LIMIT_MS });
}

/** An identity check with a new context. */
function check(context: ProbeContext, label: string, form: Form, parameters: ContextParameters, environment?: EnvironmentName): Promise<Exchange> {
  return have(context, 'Context', label, [contextCall(form, parameters), whoamiCall()], environment);
}

/** Whether a request of an exchange arrived with a credential, complete. */
function presented(exchange: Exchange | undefined, credential: CredentialName): boolean {
  return requestsOf(reportOf(exchange)).some((request) => request.credential === credential && request.chained);
}

/** Parameters of each documented way to give credentials, and the credential that the service is to see. */
export const WAYS = {
  'certificate-and-key': { parameters: { ucert: '{certificate}', ukey: '{key}' }, credential: 'certificate' },
  'proxy-as-ucert': { parameters: { ucert: '{proxy}' }, credential: 'proxy' },
  'proxy-in-both': { parameters: { ucert: '{proxy}', ukey: '{proxy}' }, credential: 'proxy' },
} as const satisfies Readonly<Record<string, { parameters: Omit<ContextParameters, 'endpoint'>; credential: CredentialName }>>;
export type Way = keyof typeof WAYS;

/** The import alone. */
export const loading = probe({
  name: 'loading',
  operation: 'Context',
  unless: withoutPython,
  run: async (_, context) => [await have(context, 'Context', 'loading', [])],
});

const checked = { ...WAYS['certificate-and-key'].parameters, endpoint: '{trusted}', verify: false };

/** By position and by name. The server's certificate is not verified: trust is tested separately. */
export const forms = probe({
  name: 'forms',
  operation: 'Context',
  needs: [every(loading)],
  unless: withoutPython,
  run: async (_, context) => [await check(context, 'positional', 'positional', checked), await check(context, 'keywords', 'keywords', checked)],
});

/** The form that led to an identity check; where none or both did, by position. */
export function usableForm(exchanges: readonly Exchange[]): Form {
  const reached = (form: Form) => requestsOf(reportOf(exchanges.find(({ label }) => label === form))).length > 0;
  return !reached('positional') && reached('keywords') ? 'keywords' : 'positional';
}

export const ways = probe({
  name: 'ways',
  operation: 'Context',
  needs: [every(forms)],
  unless: withoutPython,
  async run({ forms }, context) {
    const form = usableForm(forms);
    const exchanges: Exchange[] = [];
    for (const [way, { parameters, credential }] of Object.entries(WAYS)) {
      const plain = await check(context, way, form, { ...parameters, endpoint: '{trusted}' });
      exchanges.push(plain);
      // Trust is tested separately: if it would interfere, the server's certificate is not verified.
      if (!presented(plain, credential)) exchanges.push(await check(context, way, form, { ...parameters, endpoint: '{trusted}', verify: false }));
    }
    return exchanges;
  },
});

/** A way that works, else the first. */
export function usableWay(exchanges: readonly Exchange[]): Way {
  const names = Object.keys(WAYS) as Way[];
  return names.find((way) => exchanges.some((exchange) => exchange.label === way && presented(exchange, WAYS[way].credential))) ?? 'certificate-and-key';
}

/** `verify` against servers that are trusted and that are not. */
export const verifying = probe({
  name: 'verifying',
  operation: 'Context',
  needs: [every(forms), every(ways)],
  unless: withoutPython,
  async run({ forms, ways }, context) {
    const form = usableForm(forms);
    const { parameters } = WAYS[usableWay(ways)];
    return [
      await check(context, 'true-trusted', form, { ...parameters, endpoint: '{trusted}', verify: true }),
      await check(context, 'true-untrusted', form, { ...parameters, endpoint: '{untrusted}', verify: true }),
      await check(context, 'default-untrusted', form, { ...parameters, endpoint: '{untrusted}' }),
      await check(context, 'false-untrusted', form, { ...parameters, endpoint: '{untrusted}', verify: false }),
      await check(context, 'true-other-host', form, { ...parameters, endpoint: '{other-host}', verify: true }),
      await check(context, 'true-expired', form, { ...parameters, endpoint: '{expired}', verify: true }),
    ];
  },
});

/** Whether verification stands in the way of everything else: then it is turned off. */
export function usableVerify(exchanges: readonly Exchange[]): boolean {
  return requestsOf(reportOf(exchanges.find(({ label }) => label === 'true-trusted'))).length > 0;
}

/** Credentials that the environment names. */
export const fromEnvironment = probe({
  name: 'fromEnvironment',
  operation: 'Context',
  needs: [every(forms), every(ways), every(verifying)],
  unless: withoutPython,
  async run({ forms, ways, verifying }, context) {
    const form = usableForm(forms);
    const base = { endpoint: '{trusted}', ...(!usableVerify(verifying) && { verify: false }) };
    return [
      await check(context, 'proxy-from-environment', form, base, 'proxy'),
      await check(context, 'parameters-over-environment', form, { ...base, ...WAYS[usableWay(ways)].parameters }, 'proxy'),
      await check(context, 'certificate-from-environment', form, base, 'certificate'),
    ];
  },
});

/** The parameters with which everything else is called. */
export function usableContext(
  forms: readonly Exchange[],
  ways: readonly Exchange[],
  verifying: readonly Exchange[],
  endpoint = '{trusted}',
  keep?: string,
): Command {
  const parameters = { ...WAYS[usableWay(ways)].parameters, endpoint, ...(!usableVerify(verifying) && { verify: false }) };
  return contextCall(usableForm(forms), parameters, keep);
}

export const contextNeeds = [every(forms), every(ways), every(verifying)] as const;

/** Two contexts, of two services, used crosswise. */
export const endpoints = probe({
  name: 'endpoints',
  operation: 'Context',
  needs: contextNeeds,
  after: [fromEnvironment],
  unless: withoutPython,
  async run({ forms, ways, verifying }, context) {
    const contexts = [usableContext(forms, ways, verifying, '{trusted}', 'first'), usableContext(forms, ways, verifying, '{second}', 'second')];
    return [await have(context, 'Context', 'two-endpoints', [...contexts, whoamiCall('first'), whoamiCall('second')])];
  },
});
