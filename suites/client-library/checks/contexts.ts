/** Judges contexts: which requests arrived, at which server, with which credential. */
import { isDeepStrictEqual } from 'node:util';
import { arrives, configured, decidable, restsOn } from '../../../src/engine/words/deciding.ts';
import { asked, check, every } from '../../../src/engine/words/suite.ts';
import type { Reason, Reporter } from '../../../src/engine/words/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import type { Loaded } from '../driver/protocol.ts';
import type { CredentialName, ServerName } from '../endpoint.ts';
import { given } from '../given.ts';
import {
  endpoints,
  forms,
  fromEnvironment,
  loading,
  usableVerify,
  usableWay,
  verifying,
  WAY_NAMES,
  WAYS,
  ways,
} from '../probes/contexts.ts';
import {
  brokeHandshake,
  failureOf,
  hung,
  lacksCall,
  raisedOverTls,
  reportOf,
  requestsOf,
  stepOf,
} from '../scenario.ts';

const OPERATIONS = ['Context', 'whoami', 'new_transfer', 'new_job', 'submit', 'get_job_status'] as const;

/** The module has every documented call. */
export const offering = check({
  needs: [asked(loading)],
  decides: OPERATIONS.map((name) => `client-library/${name}/is-offered`),
  judge({ loading: { imported: exchange } }, report) {
    const loaded = reportOf(exchange)?.loaded;
    const names = given(report.settings).names ?? {};
    for (const name of OPERATIONS) {
      const row = `client-library/${name}/is-offered`;
      if (!decidable(report, row, exchange, whyNotLoaded(loaded)) || loaded === undefined) continue;
      const member = names[name] ?? name;
      if ('imported' in loaded)
        report.holds(
          row,
          loaded.offers.includes(member),
          `a callable member ${member} of ${String(given(report.settings).module)}`,
          'no such member',
          exchange,
        );
      else {
        const got =
          'raised' in loaded
            ? `the import raised ${loaded.raised.type}: ${loaded.raised.message}`
            : `the import ended the process ${loaded.ended.detail}`;
        report.holds(row, false, 'a module that can be imported', got, exchange);
      }
    }
  },
});

/** The reason why an import is inconclusive. A missing module may be due to the installation of the library. */
function whyNotLoaded(loaded: Loaded | undefined): Reason | undefined {
  if (loaded === undefined) return configured(loaded, 'the interpreter could not be started (CLIENT_LIBRARY_PYTHON)');
  if ('ended' in loaded) return restsOn(loaded.ended.how !== 'hung', `the import did not end: ${loaded.ended.detail}`);
  if ('imported' in loaded) return undefined;
  const { bases, message } = loaded.raised;
  return configured(
    !bases.includes('ImportError'),
    `the module could not be imported (${message}); see CLIENT_LIBRARY_PATH and CLIENT_LIBRARY_MODULE`,
  );
}

/** Observation of an identity check: whether it arrived at a server, with the named credential if any, and the actual outcome. */
interface Arrived {
  readonly yes: boolean;
  readonly instead: string;
  /** Why nothing is to be concluded from its absence. */
  readonly obstacle?: Reason | undefined;
}

function arrived(exchange: Exchange | undefined, server: ServerName, credential?: CredentialName): Arrived {
  const recorded = reportOf(exchange);
  if (recorded === undefined)
    return { yes: false, instead: 'nothing', obstacle: arrives(recorded, 'what the library did was not recorded') };
  const all = requestsOf(recorded);
  const requests = all.filter((request) => request.server === server);
  const seen = [
    ...new Set(requests.map((request) => `a request with ${credentialWords(request.credential, request.chained)}`)),
  ].join(', ');
  const instead = seen || recorded.steps.map(failureOf).find(Boolean) || 'no request';
  if (requests.some((request) => credential === undefined || (request.credential === credential && request.chained)))
    return { yes: true, instead };
  const ended = restsOn(!hung(recorded) && !lacksCall(recorded), instead);
  // The row on endpoints tells of it.
  const here = restsOn(
    requests.length > 0 || all.length === 0,
    'the identity check went to another endpoint than that of its context',
  );
  return { yes: false, instead, obstacle: ended ?? here };
}

function credentialWords(name: string, chained: boolean): string {
  return name === 'none' ? 'no certificate' : `the ${name}${chained ? '' : ' without the certificate that issued it'}`;
}

/** Some identity check arrived with a credential, so contexts work at all. */
function works(report: Reporter): boolean {
  const checks = report.exchanges.filter(({ operation }) => operation === 'Context');
  return checks.some((exchange) => requestsOf(reportOf(exchange)).some(({ credential }) => credential !== 'none'));
}

/** If no context works at all, its form and credential are not the cause. */
const contextsWork = (report: Reporter, instead: string) =>
  restsOn(works(report), `no identity check arrived with any form of context: ${instead}`);

/** Says of a row whether a request arrived as it should; decided only where contexts work at all. */
function judgeArrived(
  report: Reporter,
  row: string,
  exchange: Exchange | undefined,
  server: ServerName,
  credential?: CredentialName,
): void {
  const { yes, instead, obstacle } = arrived(exchange, server, credential);
  const expected =
    credential === undefined ? 'an identity check that arrives' : `an identity check with the ${credential}`;
  if (yes || decidable(report, row, exchange, [obstacle, contextsWork(report, instead)]))
    report.holds(row, yes, expected, instead, exchange);
}

const FORM_ROWS = [
  ['positional', 'client-library/Context/takes-positional'],
  ['keywords', 'client-library/Context/takes-keywords'],
] as const;

export const contextForms = check({
  needs: [asked(forms)],
  decides: FORM_ROWS.map(([, row]) => row),
  judge({ forms }, report) {
    const reached = FORM_ROWS.filter(([form]) => arrived(forms[form], 'trusted').yes).length;
    for (const [form, row] of FORM_ROWS) {
      const exchange = forms[form];
      const { yes, instead, obstacle } = arrived(exchange, 'trusted');
      const made = stepOf(reportOf(exchange), 'Context');
      // A request that reached a server had valid parameters.
      const signature =
        made?.arrivals.length === 0 && 'raised' in made.outcome && made.outcome.raised.bases.includes('TypeError');
      if (
        yes ||
        decidable(report, row, exchange, [
          obstacle,
          restsOn(reached > 0 || signature, `no form of context could be used: ${instead}`),
        ])
      )
        report.holds(row, yes, 'a context that can be used', instead, exchange);
    }
  },
});

export const contextCredentials = check({
  needs: [asked(ways)],
  decides: WAY_NAMES.map((way) => `client-library/Context/${way}`),
  judge({ ways }, report) {
    // A way is tried again only where its credential did not arrive.
    for (const way of WAY_NAMES)
      judgeArrived(report, `client-library/Context/${way}`, ways[way].at(-1), 'trusted', WAYS[way].credential);
  },
});

/** Credentials that the environment names: the variables of each, and the settings that name them. */
const NAMED = {
  proxy: { credential: 'voms-proxy', variables: ['proxy'], settings: 'CLIENT_LIBRARY_PROXY_ENV' },
  certificate: {
    credential: 'certificate',
    variables: ['certificate', 'key'],
    settings: 'CLIENT_LIBRARY_CERT_ENV and CLIENT_LIBRARY_KEY_ENV',
  },
} as const;

/** The document does not show the variables' names: a library may read others unless the settings or a profile declare them. */
function judgeEnvironment(report: Reporter, role: keyof typeof NAMED, exchange: Exchange): void {
  const row = `client-library/Context/${role}-from-environment`;
  const { credential, variables, settings } = NAMED[role];
  const { yes, instead, obstacle } = arrived(exchange, 'trusted', credential);
  const { credentialVariables: names = {}, declaredVariables: declared = [] } = given(report.settings);
  if (yes)
    for (const variable of variables)
      report.observe(`client-library/gap/${variable}-variable`, names[variable] ?? '', exchange);
  if (yes || obstacle || !works(report) || variables.every((variable) => declared.includes(variable))) {
    judgeArrived(report, row, exchange, 'trusted', credential);
    return;
  }
  const set = variables.map((variable) => names[variable]).join(' and ');
  report.undecided(
    row,
    'settings',
    `the credential in ${set} was not used; the library may read other variables: set ${settings} (${instead})`,
    exchange,
  );
}

export const environmentCredentials = check({
  needs: [asked(fromEnvironment), asked(ways)],
  decides: [
    'client-library/Context/proxy-from-environment',
    'client-library/Context/certificate-from-environment',
    'client-library/Context/parameters-over-environment',
    'client-library/gap/proxy-variable',
    'client-library/gap/certificate-variable',
    'client-library/gap/key-variable',
  ],
  judge({ fromEnvironment: { proxy, parameters, certificate }, ways }, report) {
    judgeEnvironment(report, 'proxy', proxy);
    judgeEnvironment(report, 'certificate', certificate);
    judgeArrived(
      report,
      'client-library/Context/parameters-over-environment',
      parameters,
      'trusted',
      WAYS[usableWay(ways)].credential,
    );
  },
});

const REFUSED = [
  ['untrusted', 'client-library/Context/verify-true-refuses-untrusted', 'untrusted', 'is not trusted'],
  ['byDefault', 'client-library/Context/verify-default', 'untrusted', 'is not trusted'],
  ['otherHost', 'client-library/Context/verify-true-refuses-other-host', 'other-host', 'is for another host'],
  ['expired', 'client-library/Context/verify-true-refuses-expired', 'expired', 'has expired'],
] as const;

export const verification = check({
  needs: [asked(verifying), asked(forms)],
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
    const trusted = usableVerify(verifying);
    judgeTrusted(report, verifying.trusted);
    for (const [role, row, server, what] of REFUSED) {
      const exchange = verifying[role];
      const { yes, obstacle } = arrived(exchange, server);
      const outcome = stepOf(reportOf(exchange), 'whoami')?.outcome;
      const expected = `no request to a server whose certificate ${what}`;
      const control = configured(trusted, 'a refusal proves nothing: no trusted server was accepted either');
      const returned = outcome !== undefined && 'returned' in outcome;
      if (yes || decidable(report, row, exchange, [control, obstacle]))
        report.holds(
          row,
          !yes && !returned,
          expected,
          yes ? 'a request that arrived' : 'an identity check that returned',
          exchange,
        );
      // Some libraries ask the service when they make the context.
      const raised = reportOf(exchange)?.steps.flatMap((step) =>
        'raised' in step.outcome ? [step.outcome.raised.type] : [],
      )[0];
      if (raised !== undefined)
        report.observe('client-library/gap/exceptions', `server not trusted: ${raised}`, exchange);
    }
    judgeArrived(report, 'client-library/Context/verify-false-accepts-untrusted', verifying.unverified, 'untrusted');
  },
});

/** A TLS failure may mean no more than that the library was not told of the authority in its own way. */
function judgeTrusted(report: Reporter, exchange: Exchange | undefined): void {
  const row = 'client-library/Context/verify-true-accepts-trusted';
  const { yes, instead, obstacle } = arrived(exchange, 'trusted');
  const handshake = reportOf(exchange)?.steps.some(brokeHandshake);
  const variables = (given(report.settings).caVariables ?? []).join(', ');
  const trusting = configured(
    !handshake && !raisedOverTls(reportOf(exchange)),
    `the library could not be made to trust the authority through ${variables}; CLIENT_LIBRARY_CA_ENV names other variables (${instead})`,
  );
  if (yes || decidable(report, row, exchange, [trusting, obstacle, contextsWork(report, instead)]))
    report.holds(row, yes, 'a trusted server is accepted', instead, exchange);
  if (yes) report.observe('client-library/gap/trust', `by one of ${variables}`, exchange);
}

/** Each context speaks to its own endpoint. */
export const contextEndpoints = check({
  needs: [asked(endpoints)],
  decides: ['client-library/Context/endpoint'],
  judge({ endpoints: { crosswise: exchange } }, report) {
    const row = 'client-library/Context/endpoint';
    const steps = reportOf(exchange)?.steps ?? [];
    const checks = steps.filter(({ call }) => call === 'whoami');
    // A library may have asked when it made the context, and remember.
    const made = steps.filter(({ call }) => call === 'Context');
    const servers = checks.map((step, at) => [
      ...new Set([made[at], step].flatMap(requestsOf).map(({ server }) => server)),
    ]);
    const failed = checks.map(failureOf).find(Boolean);
    const expected = 'the first check at the first endpoint, the second at the second';
    const got = servers.map((names) => names.join(' and ') || 'nowhere').join(', then ');
    const own = isDeepStrictEqual(servers, [['trusted'], ['second']]);
    const whole = checks.every(({ outcome }) => !('notMade' in outcome));
    if (
      decidable(
        report,
        row,
        exchange,
        restsOn(servers.flat().length > 0 && whole, `no identity check arrived: ${failed ?? 'no request'}`),
      )
    )
      report.holds(row, own, expected, `requests at ${got}`, exchange);
  },
});

/** Certificates only: nothing that arrived in the whole run carries a token. */
export const tokenless = check({
  needs: [every(endpoints)],
  decides: ['client-library/Context/sends-no-token'],
  judge(_, report) {
    const row = 'client-library/Context/sends-no-token';
    const sent = report.exchanges.flatMap((exchange) =>
      requestsOf(reportOf(exchange)).map((request) => ({ exchange, request })),
    );
    const odd = sent.find(({ request }) => request.headers['authorization'] !== undefined);
    const shown = odd ?? sent[0];
    if (shown === undefined) return;
    report.holds(
      row,
      odd === undefined,
      'no header Authorization',
      `Authorization: ${odd?.request.headers['authorization']}`,
      shown.exchange,
    );
  },
});
