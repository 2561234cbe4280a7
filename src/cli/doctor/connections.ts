/** Checks the connection to each service: name, TCP, TLS, certificates. */
import type { Ready } from '../../engine/send/run.ts';
import type { Target } from '../../settings/types.ts';
import { reachabilityOf, SPEAKS_NO_TLS, SPEAKS_TLS, type Step } from '../../wire/connect/reachability.ts';
import { explainTlsFailure } from '../../wire/connect/tls-failure.ts';
import { type Diagnostic, ok, problem, validUntil } from './diagnostic.ts';

const TIMEOUT_MS = 10_000;
const SERVER_SOON_MS = 14 * 24 * 3_600_000;

/** Remedies by code; `address` is the setting that holds the address connected to: the service's, or the proxy's. */
const HINTS: Readonly<Record<string, (address: string) => string>> = {
  ENOTFOUND: (address) => `check the spelling of the host in ${address}, and that this machine can resolve it`,
  EAI_AGAIN: () => 'the name server did not respond; try again, or check /etc/resolv.conf',
  ECONNREFUSED: (address) => `no service listens on this port; check the port in ${address}`,
  TIMEOUT: () => 'check for a firewall in between',
  [SPEAKS_TLS]: (address) => `write https:// in ${address}`,
  [SPEAKS_NO_TLS]: (address) => `write http:// in ${address}, or the port that speaks TLS`,
};

const WRONG_SCHEME: ReadonlySet<string> = new Set([SPEAKS_TLS, SPEAKS_NO_TLS]);

/** Diagnostics of the connection to each address of an interface. */
export interface Connections {
  readonly diagnostics: readonly Diagnostic[];
  /** Every address has a host that answers at its port. */
  readonly connected: boolean;
}

/** Looks at each address of an interface; services at one origin are looked at once. */
export async function connectionDiagnostics(
  { contract, prepared, connection }: Ready,
  target: Target,
  now: Date,
): Promise<Connections> {
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
        authorities: prepared.authorities,
        credential,
        proxy: target.proxy,
        timeoutMs: Math.min(TIMEOUT_MS, target.requestTimeoutMs),
      });
      const to = way.proxy === undefined ? '' : ` (to the proxy ${way.proxy})`;
      const setting = connection?.addresses[service] ?? 'the address';
      const address = way.proxy === undefined ? setting : `${url.startsWith('https:') ? 'HTTPS' : 'HTTP'}_PROXY`;
      const tlsHint = (code: string) => explainTlsFailure({ code, message: '' }, service, connection).hint;
      const steps = way.steps.map((step) => stepDiagnostic(about, step, to, address, tlsHint));
      const leaf = way.chain?.[0];
      const valid =
        leaf &&
        validUntil(
          about,
          `the service's certificate`,
          leaf.validTo,
          now,
          'inform the operator of the service',
          SERVER_SOON_MS,
        );
      return {
        diagnostics: valid === undefined ? steps : [...steps, valid],
        connected: way.steps.every((step) => step.ok || (step.step === 'tls' && !WRONG_SCHEME.has(step.code))),
      };
    }),
  );
  const local = Object.keys(prepared.services).length > 0 && byOrigin.size === 0;
  const nothing = local ? [ok(contract.interface, 'runs on this machine: no connection to check')] : [];
  return {
    diagnostics: [...nothing, ...all.flatMap(({ diagnostics }) => diagnostics)],
    connected: all.every(({ connected }) => connected),
  };
}

/** Services with an address to connect to: a client library runs on this machine. */
export const servicesOnTheNet = (services: Readonly<Record<string, string>>): [service: string, url: string][] =>
  Object.entries(services).filter(([, url]) => /^https?:/.test(url));

const NAMES: Readonly<Record<Step['step'], string>> = { dns: 'DNS', connect: 'TCP', tls: 'TLS' };

function stepDiagnostic(
  about: string,
  step: Step,
  to: string,
  address: string,
  tlsHint: (code: string) => string,
): Diagnostic {
  const what = `${NAMES[step.step]}${to}: ${step.detail}`;
  if (step.ok) return ok(about, what);
  return problem(
    about,
    `${what} (${step.code})`,
    HINTS[step.code]?.(address) ?? (step.step === 'tls' ? tlsHint(step.code) : `check ${address}`),
  );
}
