/** Contexts in all their forms, each tried by a call of whoami. */
import { type Evidence, type Exchange, type ProbeContext, probe, type Settings, sent } from '../../words.ts';
import {
  type ContextParameters,
  contextCall,
  FORMS,
  type Form,
  inTurn,
  WAY_NAMES,
  WAYS,
  type Way,
  whoamiCall,
} from '../calls.ts';
import type { Command } from '../driver/protocol.ts';
import type { CredentialName, ServerName } from '../endpoint.ts';
import { settingsOf } from '../known-settings.ts';
import { subjectsOf } from '../made.ts';
import { type EnvironmentName, requestsOf, type Scenario } from '../scenario.ts';

/** Milliseconds after which an exchange is given up; calls have separate limits. */
const LIMIT_MS = 600_000;

/** Members that probes have in common: most test what a context does, and none can run without the interpreter. */
export const onContext = {
  operation: 'Context',
  unless: (settings: Settings) => settingsOf(settings).pythonProblem ?? undefined,
} as const;

/**
 * Makes the library carry out calls, and equivalent ones in turn with them (`inTurn`). The exchange is recorded under
 * `operation`.
 */
export const have = (
  context: ProbeContext,
  operation: string,
  calls: readonly Command[],
  environment?: EnvironmentName,
): Promise<Exchange> => haveOnce(context, operation, inTurn(calls, context.round), environment);

/** Makes the library carry out exactly these calls. */
export function haveOnce(
  context: ProbeContext,
  operation: string,
  calls: readonly Command[],
  environment: EnvironmentName = 'no-credentials',
  turns?: Scenario['turns'],
): Promise<Exchange> {
  const scenario: Scenario = { environment, calls, turns };
  // No call is made if one of them is not offered: the exchange names it.
  const lacking = calls
    .map(({ call }) => call)
    .find((call) => call !== undefined && context.contract.operations.has(call) && !context.offers(call));
  return context.send(lacking ?? operation, { json: scenario, method: 'POST', timeoutMs: LIMIT_MS });
}

/** Calls whoami with a new context. */
function check(context: ProbeContext, form: Form, parameters: ContextParameters, environment?: EnvironmentName) {
  return have(context, 'Context', [contextCall(form, parameters), whoamiCall()], environment);
}

/** Returns the requests that arrived until the first use of the exchange's first context. */
const arrivedFirst = (exchange: Exchange | undefined) => requestsOf(subjectsOf(exchange)[0]);

/** Whether a request arrived until that first use. */
export const reached = (exchange: Exchange | undefined): boolean => arrivedFirst(exchange).length > 0;

/** Whether a request of an exchange arrived with a credential and the certificate that issued it. */
function presented(exchange: Exchange | undefined, credential: CredentialName) {
  return arrivedFirst(exchange).some((request) => request.credential === credential && request.chained);
}

/** Only the import. */
export const loading = probe({
  name: 'loading',
  title: 'import module',
  ...onContext,
  run: async (_, context) => ({ imported: await have(context, 'Context', []) }),
});

const checked = { ...WAYS['certificate-and-key'].parameters, endpoint: '{trusted}', verify: false };

/** Calls by position and by name. The server's certificate is not verified: trust is tested separately. */
export const forms = probe({
  name: 'forms',
  title: 'arguments by position, by name',
  ...onContext,
  needs: [sent(loading)],
  run: async (_, context) => ({
    positional: await check(context, 'positional', checked),
    keywords: await check(context, 'keywords', checked),
  }),
});

/** Returns the form that worked; the positional one if both worked, or neither. */
export function formThat(
  { positional, keywords }: Readonly<Record<Form, Exchange>>,
  worked: (exchange: Exchange) => boolean,
): Form {
  return !worked(positional) && worked(keywords) ? 'keywords' : 'positional';
}

const usableForm = (tried: Readonly<Record<Form, Exchange>>) => formThat(tried, reached);

/** Each way with its documented parameters, and again without verification where its credential did not arrive. */
export const ways = probe({
  name: 'ways',
  title: 'ways to give credentials',
  ...onContext,
  needs: [sent(forms)],
  async run({ forms }, context) {
    const tried = {} as Record<Way, readonly Exchange[]>;
    for (const way of WAY_NAMES) {
      const { parameters, credential } = WAYS[way];
      const call = (more?: Partial<ContextParameters>) =>
        check(context, usableForm(forms), { ...parameters, endpoint: '{trusted}', ...more });
      const plain = await call();
      // Trust is tested separately: if it would interfere, the server's certificate is not verified.
      tried[way] = presented(plain, credential) ? [plain] : [plain, await call({ verify: false })];
    }
    return tried;
  },
});

/** Exchanges by way. */
export type Ways = Readonly<Record<Way, readonly Exchange[]>>;

/** Whether the credential of a way arrived. */
export function works(tried: Ways, way: Way): boolean {
  return tried[way].some((exchange) => presented(exchange, WAYS[way].credential));
}

/** Returns a way that works, else the first. */
export function usableWay(tried: Ways): Way {
  return WAY_NAMES.find((way) => works(tried, way)) ?? 'certificate-and-key';
}

/** `verify` against servers that are trusted and that are not; with each credential, because some libraries differ. */
export const verifying = probe({
  name: 'verifying',
  title: 'verify server certificates',
  ...onContext,
  needs: [sent(forms), sent(ways)],
  async run({ forms, ways }, context) {
    const usable = WAY_NAMES.filter((way) => works(ways, way));
    const call = (server: ServerName, verify?: boolean, at = 0, form = usableForm(forms)) => {
      const way = usable[(at + context.round) % usable.length] ?? usableWay(ways);
      return check(context, form, { ...WAYS[way].parameters, endpoint: `{${server}}`, verify });
    };
    const byName = FORMS.every((form) => reached(forms[form]));
    return {
      trusted: await call('trusted', true),
      untrusted: await call('untrusted', true),
      byDefault: await call('untrusted', undefined, 1),
      unverified: await call('untrusted', false),
      otherHost: await call('other-host', true, 2),
      expired: await call('expired', true),
      unverifiedByName: byName ? await call('untrusted', false, 0, 'keywords') : undefined,
    };
  },
});

/**
 * Whether contexts can verify servers: a request reached the trusted one. Otherwise verification is turned off in later
 * calls.
 */
export const usableVerify = ({ trusted }: { readonly trusted: Exchange }): boolean => reached(trusted);

export const contextNeeds = [sent(forms), sent(ways), sent(verifying)] as const;

export type Tried = Evidence<typeof contextNeeds>;

const withoutCredential = ({ verifying }: Tried) => ({
  endpoint: '{trusted}',
  ...(!usableVerify(verifying) && { verify: false }),
});

/** Returns the call that creates a usable context, with the given parameters in place of the usual ones. */
export function usableContext(
  tried: Tried,
  { way = usableWay(tried.ways), ...given }: Partial<ContextParameters> & { readonly way?: Way } = {},
  keep?: string,
): Command {
  return contextCall(usableForm(tried.forms), { ...WAYS[way].parameters, ...withoutCredential(tried), ...given }, keep);
}

/** Credentials that the environment names. */
export const fromEnvironment = probe({
  name: 'fromEnvironment',
  title: 'credentials from environment',
  ...onContext,
  needs: contextNeeds,
  async run(tried, context) {
    const call = (environment: EnvironmentName, parameters?: Partial<ContextParameters>) =>
      check(context, usableForm(tried.forms), { ...withoutCredential(tried), ...parameters }, environment);
    const proxyWay = WAY_NAMES.find((way) => WAYS[way].credential === 'proxy' && works(tried.ways, way));
    return {
      proxy: await call('proxy'),
      certificate: await call('certificate'),
      overProxy: await call('proxy', WAYS[usableWay(tried.ways)].parameters),
      // Alone: an equivalent call in turn would have the certificate that the environment names as its parameter.
      overCertificate:
        proxyWay &&
        (await haveOnce(context, 'Context', [usableContext(tried, { way: proxyWay }), whoamiCall()], 'certificate')),
    };
  },
});
