/** Sends requests with each invalid credential of the lane, between valid ones, and judges them. */
import type { Contract } from '../../../contract/types.ts';
import { isObject } from '../../../files/json-value.ts';
import type { Exchange } from '../../../wire/types.ts';
import { headerOf, jsonOf, succeeded } from '../answer.ts';
import { judgeRefused, mayBeOutage, type PositiveControls } from '../answering.ts';
import { arrives, decidable, restsOn } from '../deciding.ts';
import { isAuthorised, isBefore } from '../neighbours.ts';
import { type Roles, withRoles } from '../roles.ts';
import { check, ifSent, named, optional, type Probe, probe } from '../suite.ts';
import type { AnyProbe, Check, Evidence, Need, ProbeContext, Reporter, RequestOptions, TryJudging } from '../types.ts';
import { kindOf, triedOf } from './credential-kinds.ts';

/** An attempt with one invalid credential, as the options that a request needs for it. */
export type Try = Required<Pick<RequestOptions, 'credential' | 'purpose'>>;

/** How attempts with an operation are made if it is not enough to send the same request again. */
interface Trying<N extends readonly Need[]> extends Partial<Pick<AnyProbe, 'after' | 'creates' | 'unless'>> {
  readonly needs?: N;
  /** Names of the forms of the request that have separate requirements, by the parameter that distinguishes each. */
  readonly forms?: Readonly<Record<string, string>>;
  /**
   * Sends the attempts. If absent, the valid request is sent again with each invalid credential, then with the valid
   * one.
   */
  send?(good: Exchange, tries: readonly Try[], context: ProbeContext, evidence: Evidence<N>): Promise<Roles>;
  /**
   * Set if the operation creates an object that cannot be removed, so that it is not called again: any later response
   * of the service to the valid credential takes the place of the valid request.
   */
  readonly lasting?: true;
}

/** A probe that sends an operation with invalid credentials. */
export interface TryingProbe extends Probe<string, Roles> {
  readonly trying: Trying<never>;
  /** Probes that show with which input the operation succeeds. */
  readonly sending: readonly AnyProbe[];
}

/** Whether a probe tries invalid credentials. */
export function isTrying(probe: AnyProbe): probe is TryingProbe {
  return 'trying' in probe;
}

/**
 * Declares a probe that sends an operation with invalid credentials after it succeeded.
 * @param probes that show the input with which it succeeds
 */
export function trying<const N extends readonly Need[] = []>(
  operation: string,
  probes: readonly AnyProbe[],
  how: Trying<N> = {},
): TryingProbe {
  const { needs, after = [], creates = [], unless = (...where) => whyNone(probes, where), send = sendAgain } = how;
  const own = probe({
    name: `refuse ${operation}`,
    operation,
    needs: [...probes.map(optional), ...(needs ?? [])],
    after,
    creates,
    unless,
    async run(evidence, context) {
      const shown = probes.flatMap(
        ({ name }) => (evidence as Readonly<Record<string, readonly Exchange[]>>)[name] ?? [],
      );
      const good = shown.find((one) => one.operation === operation && one.purpose === 'documented' && succeeded(one));
      if (good === undefined) return {};
      const { interface: of, requirements } = context.contract;
      const start = `${of}/${operation}/refuses/`;
      const kinds = [...requirements.keys()].filter((id) => id.startsWith(start)).map((id) => id.slice(start.length));
      const credentials = kinds.flatMap((kind) => triedOf(kind, operation, context));
      const tries = credentials.map((credential): Try => ({ credential, purpose: 'refusal' }));
      const made = await send(good, tries, context, evidence as never);
      // Creations are attempted once.
      const doubtful = creates.length > 0 ? [] : doubtfulOf(tries, made);
      if (doubtful.length === 0) return made;
      const closing = [...withRoles(made).keys()].filter(({ purpose }) => purpose === 'closing');
      if (closing.length === 0) closing.push(await context.again(good, { purpose: 'closing' }));
      return closing.some(succeeded)
        ? { ...made, closing, repeated: await send(good, doubtful, context, evidence as never) }
        : { ...made, closing };
    },
  });
  return Object.assign(own, { trying: how as Trying<never>, sending: probes });
}

/** Returns why none of the probes can run, or undefined if one can. */
function whyNone(probes: readonly AnyProbe[], where: Parameters<AnyProbe['unless']>) {
  const reasons = probes.map((one) => one.unless(...where));
  return reasons.includes(undefined) ? undefined : reasons[0];
}

/** Calls a function with each credential at once; each outcome has the credential's name as its role. */
export async function withEach<T>(
  tries: readonly Try[],
  once: (one: Try) => Promise<T>,
): Promise<Readonly<Record<string, T>>> {
  return Object.fromEntries(await Promise.all(tries.map(async (one) => [one.credential, await once(one)] as const)));
}

/**
 * Repeats the request with each invalid credential. At depth `thorough` they use one connection in turn. Over three
 * rounds, each credential once follows the valid one, once follows another invalid one, and once is the first on a
 * connection.
 */
export async function sendWithEach(
  good: Exchange,
  tries: readonly Try[],
  context: ProbeContext,
  form: Pick<RequestOptions, 'params'> = {},
): Promise<Readonly<Record<string, Exchange>>> {
  const again = (more: RequestOptions) => context.again(good, { ...form, purpose: 'closing', ...more });
  if (context.depth !== 'thorough') return withEach(tries, again);
  const made: Record<string, Exchange> = {};
  const connection = `${good.operation} ${Object.keys(form.params ?? {})} of ${context.runId}`;
  // Each round begins with another credential: a credential that is accepted only late on a connection shows only
  // there.
  const first = Math.floor((tries.length * (context.round % 3)) / 3);
  const all = [...tries.entries()];
  for (const [at, one] of [...all.slice(first), ...all.slice(0, first)]) {
    const turn = (at + 2 * context.round) % 3;
    if (turn === 0) made[`before ${one.credential}`] = await again({ connection });
    const alone = { connection: `${connection}, ${one.credential}`, ends: true };
    made[one.credential] = await again({ ...one, ...(turn === 1 ? alone : { connection }) });
  }
  return made;
}

/** Repeats the request with each invalid credential, then with the valid one. */
async function sendAgain(good: Exchange, tries: readonly Try[], context: ProbeContext): Promise<Roles> {
  return {
    ...(await sendWithEach(good, tries, context)),
    again: await context.again(good, { purpose: 'closing' }),
  };
}

/** Returns the attempts that ended as an outage would have ended them: they are repeated if the service works again. */
function doubtfulOf(tries: readonly Try[], roles: Roles): readonly Try[] {
  const doubtful = [...withRoles(roles).keys()].filter(
    ({ purpose, outcome }) => purpose === 'refusal' && mayBeOutage(outcome),
  );
  return tries.filter(({ credential }) => doubtful.some(({ request }) => request.credential === credential));
}

/**
 * Judges `<operation>/refuses/<kind>`, for every form of the request.
 * @param closing the probe whose valid requests follow the attempts if they do not send any themselves
 */
export function refusing(
  tries: TryingProbe,
  closing: AnyProbe | undefined,
  how: TryJudging,
  { interface: of, requirements }: Contract,
): Check {
  const {
    operation,
    trying: { lasting = false, forms: byParameter = {} },
  } = tries;
  const forms = Object.entries(byParameter);
  const prefix = ['', ...forms.map(([, form]) => `/${form}`)].map((form) => `${of}/${operation}${form}/refuses`);
  return check({
    // If no credential was tried because no valid request succeeded, the probes that send valid requests give the
    // reason.
    needs: [named('tried', ifSent(tries)), ...[...tries.sending, ...(closing ? [closing] : [])].map(optional)],
    decides: prefix.map((start) => `${start}/*`),
    judge({ tried }, report: Reporter) {
      const requirementOf = (credential: string, params: Exchange['params'] = {}) => {
        const form = forms.findIndex(([parameter]) => params[parameter] !== undefined) + 1;
        return `${prefix[form]}/${kindOf(credential)}`;
      };
      const attempts = report.returned.filter((one) => one.operation === operation && one.purpose === 'refusal');
      how.untried?.(report, requirementOf, tried);
      const good = attempts[0] === undefined ? [] : goodLike(attempts[0], report);
      for (const attempt of attempts) {
        const requirement = requirementOf(attempt.request.credential, attempt.params);
        const controls = controlsOf(attempt, good, lasting);
        const documented = (all: readonly Exchange[]) => all.filter((twin) => isDocumented(twin, report));
        const shown = { before: documented(controls.before), after: documented(controls.after) };
        const odd = (['after', 'before'] as const).find(
          (when) => controls[when].length > 0 && shown[when].length === 0,
        );
        const open = decidable(report, requirement, attempt, [
          how.doubt?.(attempt, report),
          arrives(!isAcceptedInTime(attempt, report), DIFFERENT_CLOCKS),
          restsOn(
            odd === undefined,
            'access control not tested: the response to the valid credential is not as documented',
            odd && controls[odd][0],
          ),
        ]);
        if (!open) continue;
        judgeRefused(report, requirement, attempt, shown, how.effect?.(attempt, report));
        const error = errorIn(attempt);
        if (error !== undefined && requirements.has(`${of}/gap/error-codes`))
          report.observe(`${of}/gap/error-codes`, error, attempt);
      }
    },
  });
}

/** Returns the valid exchanges of the same service in the same lane. */
function goodLike({ lane, service }: Exchange, { exchanges }: Reporter): readonly Exchange[] {
  return exchanges.filter((one) => one.lane === lane && one.service === service && isAuthorised(one));
}

/**
 * Returns the successful valid requests with which an attempt is compared: those of the operation with the same
 * parameters. If no earlier one has them, any earlier one of the operation counts, because a job, for example, can be
 * cancelled only once. If none has them at all, any of the operation counts, before and after the attempt. With
 * `lasting`, any later one to the service counts.
 */
function controlsOf(attempt: Exchange, good: readonly Exchange[], lasting: boolean): PositiveControls {
  const same = good.filter(({ operation }) => operation === attempt.operation);
  const twins = same.filter(({ params }) =>
    Object.entries(attempt.params).every(([name, value]) => params[name] === value),
  );
  const isEarlier = (one: Exchange) => isBefore(one, attempt);
  const earlier = twins.filter(isEarlier);
  const after = lasting ? good : twins.length > 0 ? twins : same;
  return {
    before: (earlier.length > 0 ? earlier : same.filter(isEarlier)).filter(succeeded),
    after: after.filter((one) => succeeded(one) && isBefore(attempt, one)),
  };
}

const DIFFERENT_CLOCKS =
  'access control not tested: according to its Date header, the service received the certificate before it expired; the clock of the service, or that of this machine, is wrong';

/**
 * Whether a certificate that has expired was accepted, and is still valid by the clock of the service (RFC 9110,
 * section 6.6.1: Date).
 */
function isAcceptedInTime(attempt: Exchange, { certificates }: Reporter) {
  const expired = Date.parse(certificates?.expired?.[attempt.request.credential] ?? '');
  return succeeded(attempt) && Date.parse(headerOf(attempt, 'date') ?? '') <= expired;
}

/**
 * Whether a response is JSON of the documented kind, and no object without members; any response, if the document does
 * not specify a body.
 */
function isDocumented(exchange: Exchange, { contract: { requirements } }: Reporter) {
  const states = (what: string) => requirements.has(`${exchange.interface}/${exchange.operation}/returns-json-${what}`);
  const { json } = jsonOf(exchange);
  return states('array') ? Array.isArray(json) : !states('object') || (isObject(json) && Object.keys(json).length > 0);
}

/** Returns the status code and the form of an error response. */
function errorIn(attempt: Exchange) {
  const { outcome } = attempt;
  if (outcome.kind !== 'answer' || outcome.status < 400 || outcome.body.size === 0) return undefined;
  const { json } = jsonOf(attempt);
  const form = isObject(json)
    ? `JSON with ${Object.keys(json).slice(0, 5).join(', ')}`
    : `${outcome.body.size} bytes, not a JSON object`;
  return `${outcome.status}: ${form}`;
}
