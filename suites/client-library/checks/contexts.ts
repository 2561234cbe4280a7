/** Judges contexts: which requests arrived, at which server, with which credential. */
import { arrives, check, configured, type Exchange, type Reason, type Reporter, restsOn, sent } from '../../words.ts';
import { FORMS, type Form, WAY_NAMES, WAYS } from '../calls.ts';
import type { CredentialName, ServerName } from '../endpoint.ts';
import { settingsOf } from '../known-settings.ts';
import { madeIn, madeOf, namedIn, subjectsOf } from '../made.ts';
import {
  contextNeeds,
  forms,
  fromEnvironment,
  reached,
  usableVerify,
  usableWay,
  verifying,
  ways,
} from '../probes/contexts.ts';
import {
  brokeHandshake,
  ENVIRONMENTS,
  failureOf,
  hung,
  lackedCall,
  PRESENTED,
  presentedIn,
  reportOf,
  requestsOf,
  type Step,
  stepOf,
} from '../scenario.ts';
import { gapOf, VARIABLES } from '../settings.ts';
import { failed, isUsable } from './due.ts';
import { state } from './offering.ts';

/**
 * Returns whether a GET /whoami arrived at a server, with the named credential if any, the actual outcome, and why
 * its absence proves nothing.
 */
function arrived(
  exchange: Exchange | undefined,
  steps: readonly Step[],
  server: ServerName,
  credential?: CredentialName,
) {
  if (reportOf(exchange) === undefined)
    return {
      yes: false,
      instead: 'no recorded call',
      obstacles: [arrives(false, 'the calls of the library were not recorded')],
    };
  const all = requestsOf(steps);
  const requests = all.filter((request) => request.server === server);
  const instead =
    [...new Set(requests.map(presentedIn))].join(', ') || steps.map(failureOf).find(Boolean) || 'no request';
  const others = madeIn(exchange).map(({ context }) => context.credential);
  return {
    yes: requests.some((each) => credential === undefined || (each.credential === credential && each.chained)),
    instead,
    obstacles: [
      restsOn(!hung(exchange) && lackedCall(exchange) === undefined, instead),
      // The requirements on endpoints and on credentials of contexts report it.
      restsOn(
        requests.length > 0 || all.length === 0,
        'the request of whoami went to an endpoint other than that of its context',
      ),
      restsOn(
        !requests.some((each) => each.credential !== credential && each.chained && others.includes(each.credential)),
        'the request of whoami came with the credential of another context',
      ),
    ],
  };
}

/** Some GET /whoami arrived with a credential, so contexts work at all. */
const works = ({ exchanges }: Reporter) =>
  exchanges.some(
    (exchange) =>
      exchange.operation === 'Context' &&
      madeIn(exchange).some(
        ({ step }) =>
          ['Context', 'whoami'].includes(step.call) && requestsOf(step).some(({ credential }) => credential !== 'none'),
      ),
  );

/**
 * States for each context whether its request arrived at the server, with the named credential if any. If no context
 * works at all, a missing request is inconclusive.
 */
function judgeArrived(
  report: Reporter,
  requirement: string,
  exchange: Exchange | undefined,
  server: ServerName,
  credential?: CredentialName,
  expected = credential === undefined
    ? 'a request that arrives at the service'
    : `a request with ${PRESENTED[credential]}`,
  first?: Reason,
  last = (_: readonly Step[], instead: string) =>
    restsOn(works(report), `no request of whoami arrived with any form of context: ${instead}`),
) {
  for (const steps of subjectsOf(exchange)) {
    const { yes, instead, obstacles } = arrived(exchange, steps, server, credential);
    const unless = yes ? undefined : [first, ...obstacles, last(steps, instead)];
    state(report, requirement, exchange, { unless, ok: yes, expected, got: instead });
  }
}

const takes = (form: Form) => `client-library/Context/takes-${form}` as const;

export const contextForms = check({
  needs: contextNeeds,
  decides: FORMS.map(takes),
  judge({ forms, ways, verifying }, report) {
    const anyReached = FORMS.some((form) => reached(forms[form]));
    for (const form of FORMS) {
      const expected = 'a context that can be used';
      const unusable = (steps: readonly Step[], instead: string) => {
        const made = steps.find(({ call }) => call === 'Context');
        // A request that reached a server had valid parameters.
        const signature =
          made?.arrivals.length === 0 && 'raised' in made.outcome && made.outcome.raised.bases.includes('TypeError');
        return restsOn(anyReached || signature, `no form of context could be used: ${instead}`);
      };
      judgeArrived(report, takes(form), forms[form], 'trusted', undefined, expected, undefined, unusable);
      // Contexts of this form, made after others or with other arguments.
      for (const made of reached(forms[form]) ? madeOf('Context', report.returned) : [])
        if (made.form === form && failed(made) && isUsable(made.context, { forms, ways, verifying }))
          state(report, takes(form), made.exchange, { ok: false, expected, got: failureOf(made.step) });
    }
  },
});

export const contextCredentials = check({
  needs: [sent(ways)],
  decides: WAY_NAMES.map((way) => `client-library/Context/${way}`),
  judge({ ways }, report) {
    // A way is tried again only where its credential did not arrive.
    for (const way of WAY_NAMES)
      judgeArrived(report, `client-library/Context/${way}`, ways[way].at(-1), 'trusted', WAYS[way].credential);
  },
});

/** Whether Python itself rejected the arguments of a call: no code of the library ran. */
const rejectedArguments = (step: Step | undefined): boolean =>
  step !== undefined &&
  'raised' in step.outcome &&
  step.outcome.raised.type === 'TypeError' &&
  step.outcome.raised.places.length === 1;

/**
 * The document does not show the variables' names: a library may read others unless the settings or a profile declare
 * them.
 */
function judgeEnvironment(report: Reporter, role: 'proxy' | 'certificate', exchange: Exchange) {
  const requirement = `client-library/Context/${role}-from-environment`;
  const variables: readonly (keyof typeof VARIABLES)[] = ENVIRONMENTS[role];
  const credential = namedIn(exchange);
  const all = subjectsOf(exchange).map((steps) => arrived(exchange, steps, 'trusted', credential));
  const { instead = '', obstacles = [] } = all[0] ?? {};
  const yes = all.some((each) => each.yes);
  const { credentialVariables: names = {}, declaredVariables: declared = [] } = settingsOf(report.settings);
  if (yes) for (const variable of variables) report.observe(gapOf(variable), names[variable] ?? '', exchange);
  const certain = yes || obstacles.some(Boolean) || !works(report) || rejectedArguments(stepOf(exchange, 'Context'));
  if (certain || variables.every((variable) => declared.includes(variable))) {
    judgeArrived(report, requirement, exchange, 'trusted', credential);
    return;
  }
  const [set, settings] = [names, VARIABLES].map((by) => variables.map((variable) => by[variable]).join(' and '));
  const why = `the credential in ${set} was not used; the library may read other variables: set ${settings} (${instead})`;
  report.undecided(requirement, 'settings', why, exchange);
}

export const environmentCredentials = check({
  needs: [sent(fromEnvironment), sent(ways)],
  decides: [
    'client-library/Context/proxy-from-environment',
    'client-library/Context/certificate-from-environment',
    'client-library/Context/parameters-over-environment',
  ],
  judge({ fromEnvironment: { proxy, certificate, overProxy, overCertificate }, ways }, report) {
    judgeEnvironment(report, 'proxy', proxy);
    judgeEnvironment(report, 'certificate', certificate);
    const requirement = 'client-library/Context/parameters-over-environment';
    const over = (exchange: Exchange, own: CredentialName) =>
      judgeArrived(report, requirement, exchange, 'trusted', own, `a request with ${PRESENTED[own]} in ucert and ukey`);
    over(overProxy, WAYS[usableWay(ways)].credential);
    if (overCertificate) over(overCertificate, 'proxy');
  },
});

/** Whether the first call that did not return raised an exception of TLS, by the library's own words. */
function raisedOverTls(exchange: Exchange | undefined): boolean {
  const outcome = reportOf(exchange)?.steps.find((step) => failureOf(step) !== undefined)?.outcome;
  return (
    outcome !== undefined &&
    'raised' in outcome &&
    /ssl|tls|certificate/i.test(`${outcome.raised.type}: ${outcome.raised.message}`)
  );
}

/** Whether TLS failed at a server, perhaps only because the library does not know its authority. */
const mayNotTrust = (exchange: Exchange | undefined) =>
  raisedOverTls(exchange) || Boolean(reportOf(exchange)?.steps.some(brokeHandshake));

/** Returns why a rejection is not evidence, or undefined if the library accepted a trusted server. */
export function trustedIsAccepted(tried: { readonly trusted: Exchange }): Reason | undefined {
  const why = 'a rejection is not evidence: the library accepted no trusted server either;';
  return mayNotTrust(tried.trusted)
    ? configured(usableVerify(tried), `${why} check CLIENT_LIBRARY_CA_ENV`)
    : restsOn(usableVerify(tried), `${why} first correct the other findings about the library`);
}

const ACCEPTED = 'client-library/Context/verify-true-accepts-trusted';
const REFUSED = [
  ['untrusted', 'client-library/Context/verify-true-refuses-untrusted', 'untrusted', 'is not trusted'],
  ['byDefault', 'client-library/Context/verify-default', 'untrusted', 'is not trusted'],
  ['otherHost', 'client-library/Context/verify-true-refuses-other-host', 'other-host', 'is for another host'],
  ['expired', 'client-library/Context/verify-true-refuses-expired', 'expired', 'has expired'],
] as const;

export const verification = check({
  needs: [sent(verifying), sent(forms)],
  decides: [
    ACCEPTED,
    ...REFUSED.map(([, requirement]) => requirement),
    'client-library/Context/verify-false-accepts-untrusted',
  ],
  judge({ verifying }, report) {
    const { trusted } = verifying;
    const { yes, instead } = arrived(trusted, subjectsOf(trusted)[0] ?? [], 'trusted');
    const variables = (settingsOf(report.settings).caVariables ?? []).join(', ');
    // A TLS failure is inconclusive: the library may only not know the authority.
    const trusting = configured(
      !mayNotTrust(trusted),
      `the library could not be made to trust the authority through ${variables} (${instead}); if it reads other variables, set CLIENT_LIBRARY_CA_ENV`,
    );
    judgeArrived(report, ACCEPTED, trusted, 'trusted', undefined, 'a trusted server to be accepted', trusting);
    if (yes) report.observe('client-library/gap/trust', `by one of ${variables}`, trusted);
    for (const [role, requirement, server, what] of REFUSED) {
      const exchange = verifying[role];
      for (const steps of subjectsOf(exchange)) {
        const { yes, obstacles } = arrived(exchange, steps, server);
        // The document leaves open how a call reports a failure: another requirement judges what it returns.
        const refused = steps.some((step) => failureOf(step) !== undefined || brokeHandshake(step));
        const unless = [
          trustedIsAccepted(verifying),
          ...obstacles,
          restsOn(refused, 'whoami returned, although no request and no failed TLS handshake arrived at that server'),
        ];
        state(report, requirement, exchange, {
          ...(!yes && { unless }),
          ok: !yes,
          expected: `no request to a server whose certificate ${what}`,
          got: 'a request to that server',
        });
      }
      // Some libraries call the service when they make the context.
      const [raised] = (subjectsOf(exchange)[0] ?? []).flatMap((step) =>
        'raised' in step.outcome ? [step.outcome.raised.type] : [],
      );
      if (raised !== undefined)
        report.observe('client-library/gap/exceptions', `server not trusted: ${raised}`, exchange);
    }
    for (const exchange of [verifying.unverified, verifying.unverifiedByName])
      if (exchange)
        judgeArrived(report, 'client-library/Context/verify-false-accepts-untrusted', exchange, 'untrusted');
  },
});
