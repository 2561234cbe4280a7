/** The calls of the library in one exchange, and their record. */

import { type Exchange, jsonOf, preview, sentJson, textIn } from '../words.ts';
import type { Called, Command, Loaded, Printed, Raised, Returned } from './driver/protocol.ts';
import type { Arrival, ArrivedRequest } from './endpoint.ts';

/** The files that the variables of each environment of the library name; a proxy there is the one with VOMS. */
export const ENVIRONMENTS = { 'no-credentials': [], proxy: ['proxy'], certificate: ['certificate', 'key'] } as const;

/** Returns the file that a variable names. */
export const fileOf = <T>(what: T) => (what === 'proxy' ? 'voms-proxy' : (what as Exclude<T, 'proxy'>));

export type EnvironmentName = keyof typeof ENVIRONMENTS;

/**
 * Calls in order. In texts, `{trusted}`, `{second}` and so on represent the addresses of services, `{certificate}`,
 * `{key}`, `{proxy}`, `{voms-proxy}` files, and `{job}` the identifier of an existing job.
 */
export interface Scenario {
  readonly environment: EnvironmentName;
  readonly calls: readonly Command[];
  /** Which certificate the service `turning` shows from a call on, by its index. */
  readonly turns?: Readonly<Record<number, 'trusted' | 'untrusted'>>;
}

/** A call that was not made: the module does not offer it, or something before it failed. */
export interface NotMade {
  readonly notMade: string;
  readonly offered: boolean;
}

/** A call as it was made, or why it was not. */
export interface Step {
  readonly call: string;
  readonly outcome: Called | NotMade;
  readonly arrivals: readonly Arrival[];
}

export interface Report {
  readonly loaded: Loaded;
  readonly steps: readonly Step[];
  /** Requests that arrived before the first call. */
  readonly before: readonly Arrival[];
  readonly stdout: Printed;
  readonly stderr: Printed;
}

/** Returns the report in an exchange, or undefined if the interpreter could not be started. */
export function reportOf(exchange: Exchange | undefined): Report | undefined {
  return exchange === undefined || exchange.outcome.kind !== 'answer' ? undefined : (jsonOf(exchange).json as Report);
}

/** Returns the scenario that an exchange requested. */
export const scenarioOf = (exchange: Exchange | undefined): Scenario | undefined =>
  exchange && (sentJson(exchange) as Scenario | undefined);

/** Returns the calls that an exchange requested. */
export const callsOf = (exchange: Exchange | undefined): readonly Command[] => scenarioOf(exchange)?.calls ?? [];

/** Returns the steps of an exchange that made a call. */
export function stepsOf(exchange: Exchange | undefined, call: string): readonly Step[] {
  return (reportOf(exchange)?.steps ?? []).filter((step) => step.call === call);
}

/** Returns the first step that made a call, if there is one. */
export function stepOf(exchange: Exchange | undefined, call: string): Step | undefined {
  return stepsOf(exchange, call)[0];
}

/** Requests that arrived, of steps or of a whole exchange. */
export function requestsOf(from: Step | readonly Step[] | Exchange | undefined): readonly ArrivedRequest[] {
  if (from === undefined) return [];
  if ('length' in from) return from.flatMap(requestsOf);
  if ('arrivals' in from) return from.arrivals.filter((arrival) => arrival.kind === 'request');
  const { before = [], steps = [] } = reportOf(from) ?? {};
  return [...before, ...steps.flatMap(({ arrivals }) => arrivals)].filter((arrival) => arrival.kind === 'request');
}

/** Returns the identifiers of jobs in the responses to the submissions of a step, even if the library changed them. */
export const givenJobIds = (step: Step | undefined): readonly string[] =>
  requestsOf(step).flatMap(({ method, answer }) => (method === 'GET' ? [] : (textIn(parsed(answer), 'job_id') ?? [])));

/** Returns the target of a request with unreserved characters as themselves (RFC 3986, section 6.2.2.2). */
export const targetOf = ({ target }: ArrivedRequest): string =>
  target.replace(/%(2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi, decodeURIComponent);

/** Returns the path of a request without query and doubled slashes: those are observed, not judged. */
export function pathOf(request: ArrivedRequest): string {
  return (targetOf(request).split('?')[0] ?? '').replace(/\/+/g, '/');
}

/** Credentials in words. */
export const PRESENTED: Readonly<Record<string, string>> = {
  certificate: 'the client certificate',
  proxy: 'the proxy certificate',
  'voms-proxy': 'the proxy certificate that the environment names',
  none: 'no certificate',
  unknown: 'an unknown certificate',
};

/** Returns a request with its credential, in words. */
export const presentedIn = ({ credential, chained }: ArrivedRequest): string =>
  `a request with ${PRESENTED[credential]}${chained ? '' : ' without the certificate that issued it'}`;

/** JSON of a recorded text; undefined if it is absent or not JSON: bytes that are not UTF-8 were recorded as U+FFFD. */
export function parsed(text = ''): unknown {
  try {
    return text.includes('\ufffd') ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

/** Returns an exception with its own words in quotes. */
export const raisedWords = ({ type, message }: Pick<Raised, 'type' | 'message'>): string =>
  `${type}${message === '' ? '' : ` (${preview(message)})`}`;

/** Types of Python whose values JSON shows unchanged. */
const JSON_TYPES: ReadonlySet<string> = new Set(['str', 'dict', 'list', 'int', 'float', 'bool']);

/** Returns the result of a call, in words. */
export function returnedWords({ type, value }: Returned): string {
  if (type === 'NoneType') return 'None';
  return JSON_TYPES.has(type) ? preview(value) : `the ${type} ${preview(value)}`;
}

/** Returns the result of a step, or its failure, in words for messages. */
export function cameOf(step: Step | undefined): { readonly returned: Returned } | { readonly failure: string } {
  if (step === undefined) return { failure: 'it was not called' };
  const { outcome } = step;
  if ('returned' in outcome) return outcome;
  if ('notMade' in outcome) return { failure: outcome.notMade };
  if ('raised' in outcome)
    return {
      failure: `an exception from ${step.call}: ${raisedWords(outcome.raised)}`,
    };
  return {
    failure: `a call of ${step.call} that ${outcome.ended.how === 'hung' ? 'did not return' : 'ended the process'} (${outcome.ended.detail})`,
  };
}

/** Returns why a step did not return, or undefined if it did. */
export function failureOf(step: Step | undefined): string | undefined {
  const came = cameOf(step);
  return 'failure' in came ? came.failure : undefined;
}

/** Whether TLS failed in a step: the document does not specify which TLS and which authorities a library supports. */
export function brokeHandshake(step: Step | undefined): boolean {
  return step?.arrivals.some(({ kind }) => kind === 'failed-handshake') ?? false;
}

/**
 * Returns the first call that is missing from the module: then what needs it is undecided, since another requirement
 * reports it.
 */
export const lackedCall = (exchange: Exchange | undefined): string | undefined =>
  reportOf(exchange)?.steps.find(({ outcome }) => 'notMade' in outcome && !outcome.offered)?.call;

/** Whether a call did not end in time: that contradicts no requirement. */
export const hung = (exchange: Exchange | undefined): boolean =>
  reportOf(exchange)?.steps.some(({ outcome }) => 'ended' in outcome && outcome.ended.how === 'hung') ?? false;

/** Whether a call was made, and everything in its exchange ended. */
export const wasMade = (step: Step | undefined, exchange: Exchange | undefined): boolean =>
  step !== undefined && !('notMade' in step.outcome) && !hung(exchange);
