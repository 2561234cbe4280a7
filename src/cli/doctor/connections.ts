/** Checks the connection to each service: name, TCP, TLS, certificates. */

import { tokenExpiry } from '../../auth/tokens.ts';
import { laneTitle } from '../../contract/lanes.ts';
import { readValidity } from '../../engine/send/credential-expiry.ts';
import type { Ready } from '../../engine/send/run.ts';
import type { Lane } from '../../engine/words/types.ts';
import { utc } from '../../records/preview.ts';
import { descriptorOf } from '../../run/installed/suites.ts';
import type { Target } from '../../settings/types.ts';
import { reachabilityOf, SILENT_TLS, type Step } from '../../wire/connect/reachability.ts';
import { explainTlsFailure, SPEAKS_NO_TLS, SPEAKS_TLS } from '../../wire/connect/tls-failure.ts';
import { isAboutTheService } from '../../wire/connect/wire-error.ts';
import type { WireCredential } from '../../wire/types.ts';

const TIMEOUT_MS = 10_000;
const SERVER_SOON_MS = 14 * 24 * 3_600_000;

/** Name and remedy of each step; `address` is the setting with the service's address, or with the proxy's. */
const STEPS: Readonly<Record<Step['step'], readonly [name: string, remedy?: (address: string) => string]>> = {
  dns: ['DNS', (address) => `check the host in ${address}, and the name server of this machine`],
  connect: [
    'TCP',
    (address) => `check the port in ${address}, that the service is running, and that no firewall is in the way`,
  ],
  tls: ['TLS'],
};

const NO_TLS: ReadonlySet<string> = new Set([SPEAKS_TLS, SPEAKS_NO_TLS, SILENT_TLS]);

/**
 * Looks at each address of an interface; services at one origin are looked at once. `connected`: every address accepts
 * connections and has a trusted certificate; a TLS failure for another reason, such as the client's certificate, does
 * not count.
 */
export async function connectionDiagnostics(ready: Ready, target: Target) {
  const { contract, prepared, authorities, connection } = ready;
  const byOrigin = new Map(
    servicesOnTheNet(prepared.services).map(([service, url]) => [new URL(url).origin, { service, url }]),
  );
  const credential = prepared.lanes
    .flatMap((lane) => (lane.problems ? [] : [lane.credentials.get('good')]))
    .find((one) => one?.tls);
  const all = await Promise.all(
    [...byOrigin.values()].map(async ({ service, url }) => {
      const about = service === contract.interface ? service : `${contract.interface}, ${service}`;
      const way = await reachabilityOf(new URL(url), {
        authorities,
        credential,
        proxy: target.proxy,
        timeoutMs: Math.min(TIMEOUT_MS, target.requestTimeoutMs),
      });
      const to = way.proxy === undefined ? '' : ` (to the proxy ${way.proxy})`;
      const settings = servicesOnTheNet(prepared.services).flatMap(([name, other]) =>
        new URL(other).origin === new URL(url).origin ? (connection?.addresses[name] ?? []) : [],
      );
      const setting = [...new Set(settings)].join(' and ') || 'the address';
      const address = way.proxy === undefined ? setting : `${url.startsWith('https:') ? 'HTTPS' : 'HTTP'}_PROXY`;
      const tlsHint = (code: string) => explainTlsFailure({ code, message: '' }, service, connection).hint;
      const steps = way.steps.map((step) => stepDiagnostic(about, step, to, address, tlsHint));
      const what = "the service's certificate";
      const hint = 'inform the operator of the service';
      if (way.validTo) steps.push(validUntil(about, what, new Date(way.validTo), hint, SERVER_SOON_MS));
      return {
        diagnostics: steps,
        connected: way.steps.every(
          ({ step, code }) => code === undefined || (step === 'tls' && !NO_TLS.has(code) && !isAboutTheService(code)),
        ),
      };
    }),
  );
  const local = Object.keys(prepared.services).length > 0 && byOrigin.size === 0;
  const what = local ? await prepared.problemHere?.() : undefined;
  const here: Diagnostic = {
    ...ok(contract.interface, 'runs on this machine, and can be started'),
    ...(what && { state: 'problem', what }),
  };
  return {
    diagnostics: [...(local ? [here] : []), ...all.flatMap(({ diagnostics }) => diagnostics)],
    connected: all.every(({ connected }) => connected),
  };
}

/** Returns services with an address to connect to: a client library runs on this machine. */
export const servicesOnTheNet = (services: Readonly<Record<string, string>>): [service: string, url: string][] =>
  Object.entries(services).filter(([, url]) => /^https?:/.test(url));

function stepDiagnostic(about: string, step: Step, to: string, address: string, tlsHint: (code: string) => string) {
  const [name, remedy] = STEPS[step.step];
  const what = `${name}${to}: ${step.detail}`;
  if (step.code === undefined) return ok(about, what);
  return problem(
    about,
    // A code of Assay itself repeats the sentence.
    NO_TLS.has(step.code) ? what : `${what} (${step.code})`,
    remedy?.(address) ?? (step.code === SILENT_TLS ? 'see the log of the service' : tlsHint(step.code)),
  );
}

export type State = 'ok' | 'note' | 'warning' | 'problem';

export interface Diagnostic {
  readonly state: State;
  /** The interface or service it is about. */
  readonly about: string;
  readonly what: string;
  /** The way to fix it. */
  readonly hint?: string;
}

const diagnosing =
  (state: State) =>
  (about: string, what: string, hint?: string): Diagnostic => ({ state, about, what, hint });
export const ok = diagnosing('ok');
const note = diagnosing('note');
export const warning = diagnosing('warning');
export const problem = diagnosing('problem');

/** Proxies live for hours; an hour is enough for a run. */
const CREDENTIAL_SOON_MS = 3_600_000;

/** Judges an expiry date: past, within `soonMs`, or later. */
function validUntil(about: string, what: string, end: Date, hint: string, soonMs = CREDENTIAL_SOON_MS) {
  const left = end.getTime() - Date.now();
  if (left <= 0) return problem(about, `${what} expired on ${utc(end)}`, hint);
  if (left <= soonMs) return warning(about, `${what} is valid only until ${utc(end)}`, hint);
  return ok(about, `${what} is valid until ${utc(end)}`);
}

/** Returns diagnostics of a lane's credential, before it is used. */
export function credentialDiagnostics(ready: Ready, lane: Lane): Diagnostic[] {
  const about = ready.contract.interface;
  const name = laneTitle(about, lane.name);
  if (lane.problems && lane.problems.length > 0)
    return lane.problems.map((sentence) =>
      problem(
        name,
        sentence.replace(/\.$/, ''),
        'correct or renew the credential; until then, no request is sent with it',
      ),
    );
  const good = lane.credentials.get('good');
  if (good === undefined) return exchanged(name, lane);
  const setting = descriptorOf(about).settings.credentials[lane.name]?.setting;
  return [...certificates(name, good), ...tokens(name, good, setting)];
}

function certificates(about: string, { tls }: WireCredential) {
  const validity = tls && readValidity(tls.cert);
  if (validity === undefined) return [];
  const { leaf, length, expires } = validity;
  const subject = leaf.subject.split('\n').join(', ');
  return [
    validUntil(
      about,
      `the certificate ${subject} (chain of ${length})`,
      expires,
      'renew the proxy certificate or client certificate before a run',
    ),
  ];
}

/** Returns diagnostics of a token that only a run exchanges, because a provider may accept it only once. */
function exchanged(about: string, { exchanged: token }: Lane) {
  if (token === undefined) return [];
  const { setting } = token;
  return [
    expiryOf(about, setting, token.text() ?? '', `get a new one and set ${setting}`),
    warning(
      about,
      `${setting} was not used, because using it may invalidate it. Not checked: whether the services accept it, and respond as documented`,
      'assay run checks it',
    ),
  ];
}

function tokens(about: string, { headers = [] }: WireCredential, setting?: string) {
  return headers.map(([header, value]) =>
    expiryOf(about, setting ?? header, value.split(' ').at(-1) ?? '', 'get a new token before a run'),
  );
}

/** RFC 7519, section 4.1.4: `exp` in seconds. The expiry of an opaque token is unknown. */
function expiryOf(about: string, place: string, token: string, hint: string) {
  const end = tokenExpiry(token);
  const what = `the token in ${place}`;
  return end === undefined
    ? note(about, `the expiry of ${what} is unknown: it is not a JWT, or lacks exp`)
    : validUntil(about, what, end, hint);
}
