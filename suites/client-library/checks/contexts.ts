/** What contexts have to say: which requests arrived, where, with which credential. */
import { check, every } from '../../../src/engine/suite.ts';
import type { Blame, Reporter } from '../../../src/engine/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import type { CredentialName, ServerName } from '../endpoint.ts';
import { endpoints, forms, fromEnvironment, loading, usableVerify, usableWay, verifying, WAYS, ways } from '../probes/contexts.ts';
import { brokeHandshake, failureOf, hung, lacksCall, reportOf, requestsOf, stepOf } from '../scenario.ts';

const OPERATIONS = ['Context', 'whoami', 'new_transfer', 'new_job', 'submit', 'get_job_status'] as const;

/** The module has every documented call. */
export const offering = check({
  needs: [every(loading)],
  decides: OPERATIONS.map((name) => `client-library/${name}/is-offered`),
  judge({ loading: [exchange] }, report) {
    const loaded = reportOf(exchange)?.loaded;
    const names = (report.settings['names'] ?? {}) as Record<string, string>;
    for (const name of OPERATIONS) {
      const row = `client-library/${name}/is-offered`;
      if (loaded === undefined) report.undecided(row, 'settings', 'the interpreter could not be started (CLIENT_LIBRARY_PYTHON)', exchange);
      else if ('imported' in loaded) {
        const member = names[name] ?? name;
        const has = loaded.offers.includes(member);
        report.holds(row, has, `a callable member ${member} of ${String(report.settings['module'])}`, has ? undefined : 'no such member', exchange);
      } else if ('raised' in loaded && loaded.raised.bases.includes('ImportError')) {
        // That may lie in how the library was installed.
        report.undecided(
          row,
          'settings',
          `the module could not be imported (${loaded.raised.message}); see CLIENT_LIBRARY_PATH and CLIENT_LIBRARY_MODULE`,
          exchange,
        );
      } else if ('ended' in loaded && loaded.ended.how === 'hung') report.undecided(row, 'target', `the import did not end: ${loaded.ended.detail}`, exchange);
      else {
        const got =
          'raised' in loaded ? `the import raised ${loaded.raised.type}: ${loaded.raised.message}` : `the import ended the process ${loaded.ended.detail}`;
        report.holds(row, false, 'a module that can be imported', got, exchange);
      }
    }
  },
});

/** What is seen of an identity check: whether it arrived at a server, with a credential where one is named, and what came instead. */
interface Arrived {
  readonly yes: boolean;
  readonly instead: string;
  /** Nothing is to be concluded from it: who spoke, and why. */
  readonly undecided?: readonly [blame: Blame, why: string];
}

function arrived(exchange: Exchange | undefined, server: ServerName, credential?: CredentialName): Arrived {
  const recorded = reportOf(exchange);
  if (recorded === undefined) return { yes: false, instead: 'nothing', undecided: ['infrastructure', 'what the library did was not recorded'] };
  const all = requestsOf(recorded);
  const requests = all.filter((request) => request.server === server);
  const seen = [...new Set(requests.map((request) => `a request with ${credentialWords(request.credential, request.chained)}`))].join(', ');
  const instead = seen || recorded.steps.map(failureOf).find(Boolean) || 'no request';
  if (requests.some((request) => credential === undefined || (request.credential === credential && request.chained))) return { yes: true, instead };
  if (hung(recorded) || lacksCall(recorded)) return { yes: false, instead, undecided: ['target', instead] };
  // The row on endpoints tells of it.
  const elsewhere = requests.length === 0 && all.length > 0;
  return { yes: false, instead, ...(elsewhere && { undecided: ['target', 'the identity check went to another endpoint than that of its context'] as const }) };
}

function credentialWords(name: string, chained: boolean): string {
  return name === 'none' ? 'no certificate' : `the ${name}${chained ? '' : ' without the certificate that issued it'}`;
}

/** Some identity check arrived with a credential, so contexts work at all. */
function works(report: Reporter): boolean {
  const checks = report.exchanges.filter(({ operation }) => operation === 'Context');
  return checks.some((exchange) => requestsOf(reportOf(exchange)).some(({ credential }) => credential !== 'none'));
}

/** Says of a row whether a request arrived as it should; decided only where contexts work at all. */
function judgeArrived(report: Reporter, row: string, exchange: Exchange | undefined, server: ServerName, credential?: CredentialName): void {
  const { yes, instead, undecided } = arrived(exchange, server, credential);
  const expected = credential === undefined ? 'an identity check that arrives' : `an identity check with the ${credential}`;
  if (yes) report.holds(row, true, expected, undefined, exchange);
  else if (undecided) report.undecided(row, ...undecided, exchange);
  else if (works(report)) report.holds(row, false, expected, instead, exchange);
  else report.undecided(row, 'target', `no identity check arrived with any form of context: ${instead}`, exchange);
}

const FORM_ROWS = [
  ['positional', 'client-library/Context/takes-positional'],
  ['keywords', 'client-library/Context/takes-keywords'],
] as const;

export const contextForms = check({
  needs: [every(forms)],
  decides: FORM_ROWS.map(([, row]) => row),
  judge({ forms }, report) {
    const of = (label: string) => forms.find((exchange) => exchange.label === label);
    const reached = FORM_ROWS.filter(([label]) => arrived(of(label), 'trusted').yes).length;
    for (const [label, row] of FORM_ROWS) {
      const exchange = of(label);
      const { yes, instead, undecided } = arrived(exchange, 'trusted');
      const made = stepOf(reportOf(exchange), 'Context');
      // What came to a server was no matter of parameters any more.
      const signature = made?.arrivals.length === 0 && 'raised' in made.outcome && made.outcome.raised.bases.includes('TypeError');
      if (yes) report.holds(row, true, 'a context that can be used', undefined, exchange);
      else if (undecided) report.undecided(row, ...undecided, exchange);
      else if (reached > 0 || signature) report.holds(row, false, 'a context that can be used', instead, exchange);
      else report.undecided(row, 'target', `no form of context could be used: ${instead}`, exchange);
    }
  },
});

export const contextCredentials = check({
  needs: [every(ways)],
  decides: Object.keys(WAYS).map((way) => `client-library/Context/${way}`),
  judge({ ways }, report) {
    for (const [way, { credential }] of Object.entries(WAYS)) {
      // It is tried again only where it did not arrive.
      const tried = ways.findLast(({ label }) => label === way);
      judgeArrived(report, `client-library/Context/${way}`, tried, 'trusted', credential);
    }
  },
});

/** Credentials that the environment names. */
const NAMED = { 'proxy-from-environment': 'voms-proxy', 'certificate-from-environment': 'certificate' } as const;

/** The document does not show the variables' names: a library may read others unless the settings or a profile declare them. */
function judgeEnvironment(report: Reporter, label: keyof typeof VARIABLES, exchange: Exchange | undefined): void {
  const row = `client-library/Context/${label}`;
  const { yes, instead, undecided } = arrived(exchange, 'trusted', NAMED[label]);
  const declared = (report.settings['declaredVariables'] ?? []) as string[];
  if (yes || undecided || !works(report) || VARIABLES[label].every((variable) => declared.includes(variable))) {
    judgeArrived(report, row, exchange, 'trusted', NAMED[label]);
    return;
  }
  const names = (report.settings['credentialVariables'] ?? {}) as Record<string, string>;
  const set = VARIABLES[label].map((variable) => names[variable]).join(' and ');
  const settings = label === 'proxy-from-environment' ? 'CLIENT_LIBRARY_PROXY_ENV' : 'CLIENT_LIBRARY_CERT_ENV and CLIENT_LIBRARY_KEY_ENV';
  report.undecided(row, 'settings', `the credential in ${set} was not used; the library may read other variables: set ${settings} (${instead})`, exchange);
}

const VARIABLES = { 'proxy-from-environment': ['proxy'], 'certificate-from-environment': ['certificate', 'key'] } as const;

export const environmentCredentials = check({
  needs: [every(fromEnvironment), every(ways)],
  decides: [
    'client-library/Context/proxy-from-environment',
    'client-library/Context/certificate-from-environment',
    'client-library/Context/parameters-over-environment',
    'client-library/gap/proxy-variable',
    'client-library/gap/certificate-variable',
    'client-library/gap/key-variable',
  ],
  judge({ fromEnvironment, ways }, report) {
    const of = (label: string) => fromEnvironment.find((exchange) => exchange.label === label);
    const names = (report.settings['credentialVariables'] ?? {}) as Record<string, string>;
    judgeEnvironment(report, 'proxy-from-environment', of('proxy-from-environment'));
    judgeEnvironment(report, 'certificate-from-environment', of('certificate-from-environment'));
    judgeArrived(report, 'client-library/Context/parameters-over-environment', of('parameters-over-environment'), 'trusted', WAYS[usableWay(ways)].credential);
    for (const [label, variables] of Object.entries(VARIABLES)) {
      if (!arrived(of(label), 'trusted', NAMED[label as keyof typeof NAMED]).yes) continue;
      for (const variable of variables) report.observe(`client-library/gap/${variable}-variable`, names[variable] ?? '', of(label));
    }
  },
});

const REFUSED = [
  ['true-untrusted', 'client-library/Context/verify-true-refuses-untrusted', 'untrusted', 'nobody trusts'],
  ['default-untrusted', 'client-library/Context/verify-default', 'untrusted', 'nobody trusts'],
  ['true-other-host', 'client-library/Context/verify-true-refuses-other-host', 'other-host', 'is for another host'],
  ['true-expired', 'client-library/Context/verify-true-refuses-expired', 'expired', 'has expired'],
] as const;

export const verification = check({
  needs: [every(verifying), every(forms)],
  decides: [
    'client-library/Context/verify-true-accepts-trusted',
    'client-library/Context/verify-true-refuses-untrusted',
    'client-library/Context/verify-default',
    'client-library/Context/verify-true-refuses-other-host',
    'client-library/Context/verify-true-refuses-expired',
    'client-library/Context/verify-false-accepts-untrusted',
    'client-library/gap/trust',
    'client-library/gap/exceptions',
  ],
  judge({ verifying }, report) {
    const of = (label: string) => verifying.find((exchange) => exchange.label === label);
    const trusted = usableVerify(verifying);
    judgeTrusted(report, of('true-trusted'));
    for (const [label, row, server, what] of REFUSED) {
      const exchange = of(label);
      const { yes, undecided } = arrived(exchange, server);
      const outcome = stepOf(reportOf(exchange), 'whoami')?.outcome;
      const expected = `no request to a server whose certificate ${what}`;
      if (yes) report.holds(row, false, expected, 'a request that arrived', exchange);
      else if (!trusted) report.undecided(row, 'settings', 'a refusal proves nothing: no trusted server was accepted either', exchange);
      else if (undecided) report.undecided(row, ...undecided, exchange);
      else if (outcome && 'returned' in outcome) report.holds(row, false, expected, 'an identity check that returned', exchange);
      else report.holds(row, true, expected, undefined, exchange);
      if (outcome && 'raised' in outcome) report.observe('client-library/gap/exceptions', `server not trusted: ${outcome.raised.type}`, exchange);
    }
    judgeArrived(report, 'client-library/Context/verify-false-accepts-untrusted', of('false-untrusted'), 'untrusted');
  },
});

/** A TLS failure may mean no more than that the library was not told of the authority in its own way. */
function judgeTrusted(report: Reporter, exchange: Exchange | undefined): void {
  const row = 'client-library/Context/verify-true-accepts-trusted';
  const { yes, instead, undecided } = arrived(exchange, 'trusted');
  const handshake = reportOf(exchange)?.steps.some(brokeHandshake);
  const variables = ((report.settings['caVariables'] ?? []) as string[]).join(', ');
  if (yes) {
    report.holds(row, true, 'a trusted server is accepted', undefined, exchange);
    report.observe('client-library/gap/trust', `by one of ${variables}`, exchange);
  } else if (handshake || /ssl|tls|certificate/i.test(instead)) {
    report.undecided(
      row,
      'settings',
      `the library could not be told to trust the authority through ${variables}; CLIENT_LIBRARY_CA_ENV names other variables (${instead})`,
      exchange,
    );
  } else if (undecided) report.undecided(row, ...undecided, exchange);
  else if (!works(report)) report.undecided(row, 'target', `no identity check arrived with any form of context: ${instead}`, exchange);
  else report.holds(row, false, 'a trusted server is accepted', instead, exchange);
}

/** Each context speaks to its own endpoint. */
export const contextEndpoints = check({
  needs: [every(endpoints)],
  decides: ['client-library/Context/endpoint'],
  judge({ endpoints: [exchange] }, report) {
    const row = 'client-library/Context/endpoint';
    const steps = reportOf(exchange)?.steps ?? [];
    const checks = steps.filter(({ call }) => call === 'whoami');
    // A library may have asked when it made the context, and remember.
    const made = steps.filter(({ call }) => call === 'Context');
    const servers = checks.map((step, at) => [...new Set([made[at], step].flatMap(requestsOf).map(({ server }) => server))]);
    const failed = checks.map(failureOf).find(Boolean);
    const expected = 'the first check at the first endpoint, the second at the second';
    const got = servers.map((names) => names.join(' and ') || 'nowhere').join(', then ');
    const whole = checks.every(({ outcome }) => !('notMade' in outcome));
    if (servers.flat().length > 0 && whole) report.holds(row, got === 'trusted, then second', expected, `requests at ${got}`, exchange);
    else report.undecided(row, 'target', `no identity check arrived: ${failed ?? 'no request'}`, exchange);
  },
});

/** Certificates only: nothing that arrived in the whole run carries a token. */
export const tokenless = check({
  needs: [every(endpoints)],
  decides: ['client-library/Context/sends-no-token'],
  judge(_, report) {
    const row = 'client-library/Context/sends-no-token';
    const sent = report.exchanges.flatMap((exchange) => requestsOf(reportOf(exchange)).map((request) => ({ exchange, request })));
    const odd = sent.find(({ request }) => request.headers['authorization'] !== undefined);
    const shown = odd ?? sent[0];
    if (shown === undefined) return;
    report.holds(row, odd === undefined, 'no header Authorization', `Authorization: ${odd?.request.headers['authorization']}`, shown.exchange);
  },
});
