/** The grant, the named token, and where a token is valid. */

import {
  arrives,
  check,
  count,
  decidable,
  type Exchange,
  endedUnanswered,
  headerOf,
  isAuthorised,
  isHtml,
  jsonOf,
  judgeAnswer,
  mediaTypeOf,
  memberOf,
  objectIn,
  openPlaces,
  PASSING,
  placesIn,
  preview,
  type Reporter,
  reportUndecided,
  sent,
  statusAndWords,
  statusOf,
  succeeded,
} from '../../words.ts';
import { leavesOf } from '../leaves.ts';
import { signIn } from '../probes/sign-in.ts';
import { createNamedToken, isOfTokenEndpoint, refuseGrants, type TwoForms, tokenGrant } from '../probes/tokens.ts';
import { isRefusedCredential, tokenStateOf } from '../token-state.ts';

const of = (statement: string) => `data-hub/token-grant/${statement}` as const;
const REFUSALS = ['wrong-refresh-token', 'no-refresh-token', 'unknown-client', 'unknown-grant-type'] as const;

/** Judges whether the operation and its documented part were accepted; returns the exchange to continue with. */
function judgeWithPart(report: Reporter, operation: string, part: string, what: string, forms: TwoForms) {
  const [answers, accepts] = [`data-hub/${operation}/answers`, `data-hub/${operation}/${part}`];
  const { asDocumented, withoutPart }: Partial<TwoForms> = forms;
  if (asDocumented === undefined) return undefined;
  if (withoutPart !== undefined && succeeded(withoutPart)) {
    const got = `${statusAndWords(asDocumented)}, while the same request without ${what} got ${statusOf(withoutPart)}`;
    for (const requirement of [answers, accepts])
      report.assert(requirement, false, `a 2xx response to a request with ${what}`, got, asDocumented);
    report.explains(accepts, [asDocumented]);
    return withoutPart;
  }
  judgeAnswer(report, answers, asDocumented);
  if (!succeeded(asDocumented)) {
    reportUndecided(report, accepts, asDocumented);
    return undefined;
  }
  report.uphold(accepts, asDocumented);
  return asDocumented;
}

/** The grant returns an access token. */
export const granting = check({
  needs: [sent(tokenGrant)],
  decides: [of('answers'), of('accepts-scope'), of('token-type'), of('access-token-syntax'), of('no-store')],
  judge({ tokenGrant }, report) {
    const good = judgeWithPart(report, 'token-grant', 'accepts-scope', 'scope', tokenGrant);
    if (good === undefined) return;
    const object = objectIn(jsonOf(good).json);
    if (object === undefined) return;
    const directives = (headerOf(good, 'cache-control') ?? '').split(',').map((one) => one.trim().toLowerCase());
    report.assert(
      of('no-store'),
      directives.includes('no-store'),
      'a header Cache-Control with no-store',
      headerOf(good, 'cache-control') === undefined ? 'no Cache-Control' : preview(headerOf(good, 'cache-control')),
      good,
    );
    const type = memberOf(object, 'token_type');
    report.assert(
      of('token-type'),
      typeof type === 'string' && type !== '',
      'a non-empty string in token_type',
      type === undefined ? 'no member token_type' : preview(type),
      good,
      '/token_type',
    );
    for (const name of Object.keys(object).filter((one) => one !== 'access_token'))
      report.observe('data-hub/gap/token-response-fields', name, good);
    const token = report.answered(good).value(0, 'access_token');
    if (typeof token !== 'string') return;
    // The recorded text is a placeholder: whether the real one was well-formed was noted when it came.
    const visible = good.notes?.['visible'] === true;
    const got =
      token === ''
        ? 'an empty string'
        : `a string of ${String(good.notes?.['length'])} characters, not all printable ASCII`;
    report.assert(
      of('access-token-syntax'),
      visible,
      'one or more printable ASCII characters',
      got,
      good,
      '/access_token',
    );
  },
});

/** The identity provider rejects each invalid grant. */
export const refusingGrants = check({
  needs: [sent(refuseGrants)],
  decides: REFUSALS.map((what) => of(`refuses-${what}`)),
  judge({ refuseGrants }, report) {
    const granted = report.exchanges.filter(
      (one) => one.operation === 'token-grant' && isAuthorised(one) && succeeded(one) && !isHtml(one),
    );
    for (const [kind, attempt] of Object.entries(refuseGrants)) {
      const requirement = of(`refuses-${kind}`);
      const [outcome, status] = [attempt.outcome, statusOf(attempt)];
      // Otherwise only a valid grant afterwards shows that the endpoint is up.
      const isOwn = isOfTokenEndpoint(attempt);
      const refuses = outcome.kind === 'answer' ? outcome.status <= 501 : endedUnanswered(outcome);
      const came = arrives(
        refuses && (isOwn || granted.some(({ startedAt }) => startedAt >= attempt.endedAt)),
        `the token request with invalid values ${
          outcome.kind === 'failure'
            ? `got no response (${outcome.code})`
            : `returned ${status}${isHtml(attempt) ? ' and a page' : ''}`
        }${refuses ? ', and no valid token request succeeded after it' : ', which is not a rejection'}`,
      );
      if (!decidable(report, requirement, attempt, came)) continue;
      const { json } = jsonOf(attempt);
      const letIn = succeeded(attempt) && memberOf(json, 'access_token') !== undefined;
      report.assert(
        requirement,
        !letIn,
        'no access_token in the response to an invalid token request',
        `${status} with an access_token`,
        attempt,
      );
      if (!succeeded(attempt))
        report.observe(
          'data-hub/gap/error-codes',
          `${kind}: ${status ?? 'connection ended'} ${shownError(memberOf(json, 'error'))}`,
          attempt,
        );
    }
  },
});

const shownError = (error: unknown) => (typeof error === 'string' ? error : 'no error that is a string');

/** A named token can be created with the caveat. */
export const naming = check({
  needs: [sent(createNamedToken)],
  decides: ['data-hub/create-named-token/answers', 'data-hub/create-named-token/accepts-interface-caveat'],
  judge({ createNamedToken }, report) {
    const good = judgeWithPart(
      report,
      'create-named-token',
      'accepts-interface-caveat',
      'the interface caveat',
      createNamedToken,
    );
    if (good !== undefined)
      report.observe(
        'data-hub/gap/create-named-token-body',
        `${mediaTypeOf(good) || 'no media type'}; texts that can be the token: ${String(good.notes?.['candidates'])}`,
        good,
      );
  },
});

/** The named token is accepted. */
export const usingNamedToken = check({
  needs: [createNamedToken, sent(signIn)],
  decides: ['data-hub/create-named-token/usable-token'],
  judge({ createNamedToken, signIn: { madeUp, tries } }, report, [requirement]) {
    const own = tries.filter(({ request }) => request.credential.startsWith('named-token'));
    const accepted = own.find((tried) => tokenStateOf([tried], madeUp) === 'taken');
    if (accepted) return report.uphold(requirement, accepted);
    const other = tries.find((exchange) => succeeded(exchange) && !own.includes(exchange));
    const candidates = createNamedToken.exchange.notes?.['candidates'];
    const { json, problem } = jsonOf(createNamedToken.exchange);
    const isCalled = problem !== undefined || leavesOf(json)?.some(({ name }) => /^$|token$/i.test(name));
    const [first] = own;
    if (candidates === 1 && isCalled && first !== undefined && other !== undefined && own.every(isRefusedCredential)) {
      report.assert(
        requirement,
        false,
        'a named token that at least one service accepts',
        `${statusAndWords(first)} from every service, although another credential is accepted (exchange ${other.id})`,
        first,
      );
      return;
    }
    const unreached = [...own, ...madeUp].find(isUnreached);
    if (unreached) return reportUndecided(report, requirement, unreached);
    const outcome = own.some(succeeded) ? 'was accepted where an invalid token was not' : 'was accepted';
    const isNone = candidates === 1 && ![...madeUp, ...tries].some(succeeded);
    const why = isNone
      ? 'no service accepted any token of this run'
      : `${count(Number(candidates), 'string')} in the response can be the token, and none ${outcome}`;
    report.undecided(requirement, isNone ? 'credential' : 'document', why, createNamedToken.exchange);
  },
});

/** A token is valid for the zone, for the provider's REST interface and for CDMI. */
export const validEverywhere = check({
  needs: [sent(signIn)],
  also: [createNamedToken],
  decides: ['data-hub/token/valid-everywhere'],
  judge({ signIn }, report, [requirement]) {
    const good = signIn.used?.request.credential;
    // A named token is created with the token of the identity provider, which may be valid only for this.
    const used = report.exchanges.filter(
      ({ request, purpose, operation }) =>
        request.credential === good && purpose !== 'cleanup' && operation !== 'create-named-token',
    );
    const provider = used.filter(({ service }) => service === 'provider');
    const isCdmi = ({ operation }: Exchange) => operation.startsWith('cdmi-');
    const groups = [
      ['the zone service', used.filter(({ service }) => service === 'zone')],
      ['CDMI', provider.filter(isCdmi)],
      ['the REST interface of the provider', provider.filter((one) => !isCdmi(one))],
    ] as const;
    const [accepting, another] = groups.filter(([, all]) => all.some(succeeded));
    const refused = groups.filter(([, all]) => all.length > 0 && all.every(isRefusedCredential));
    // 403 to everything may be a missing permission.
    const isInvalid = (all: readonly Exchange[]) => all.some((one) => statusOf(one) === 401);
    const refusing = refused.find(([, all]) => isInvalid(all)) ?? refused[0];
    if (refusing && accepting) {
      const [name, all] = refusing;
      const since = Math.min(...all.map(({ endedAt }) => endedAt));
      if (!used.some((one) => succeeded(one) && one.startedAt >= since))
        return void report.undecided(
          requirement,
          'credential',
          `${name} rejected the token, and no service accepted it afterwards: it may have expired during the run`,
          all[0],
        );
      // The document specifies the token of the identity provider for creating a named one, and for nothing else.
      const isOther = good === 'prefixed-token';
      if (isOther || !isInvalid(all)) {
        const names = placesIn(all.flatMap((one) => openPlaces(one, report.exchanges).filter(({ gap }) => !gap)));
        const created = report.exchanges.some((one) => one.operation === 'create-named-token' && succeeded(one));
        const why = isOther
          ? `; it is the token of the identity provider, which the document specifies only for creating a named token${created ? ', and no service accepted the named token' : '. To test with a named token, set ASSAY_ALLOW_CREATE=tokens, or DATA_HUB_TOKEN'}`
          : `, none with 401: a permission may be missing${names && `; check ${names}`}`;
        const what = `${name} rejected the token in each of its ${all.length} calls${why}`;
        return void report.undecided(requirement, 'credential', what, all[0]);
      }
      report.assert(
        requirement,
        false,
        'one token that the zone service, the REST interface of the provider and CDMI accept',
        `a token that ${accepting[0]} accepted and ${name} rejected (in ${all.length} of ${all.length} calls)`,
        all[0],
      );
      report.explains(requirement, all);
    } else if (another) report.uphold(requirement);
    else {
      const failed = signIn.creation ?? used.find(isUnreached) ?? used.find((one) => !succeeded(one));
      if (failed) report.depends(requirement, failed);
      else
        report.undecided(
          requirement,
          'settings',
          'fewer than two services returned a success with the token; set the addresses of the services',
        );
    }
  },
});

/** Whether the service did not judge the request. */
const isUnreached = (exchange: Exchange) => exchange.outcome.kind === 'failure' || PASSING.has(statusOf(exchange));
