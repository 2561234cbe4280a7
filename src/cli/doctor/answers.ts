/** One safe read per service and credential: is the credential accepted, and do the clocks agree? */

import type { Contract, Operation } from '../../contract/types.ts';
import { headerOf, statusOf, succeeded } from '../../engine/answer.ts';
import { createProbeContext } from '../../engine/probe-context.ts';
import type { Ready } from '../../engine/run.ts';
import type { Lane } from '../../engine/types.ts';
import { packageVersion } from '../../run/version.ts';
import type { Target } from '../../settings/types.ts';
import { openLedger } from '../../wire/ledger.ts';
import { createRedactor } from '../../wire/redaction.ts';
import { createSession } from '../../wire/session.ts';
import type { Exchange } from '../../wire/types.ts';
import { createUndiciTransport } from '../../wire/undici-transport.ts';
import { servicesOnTheNet } from './connections.ts';
import { type Finding, ok, problem, warning } from './finding.ts';
import { unlike } from './shape.ts';

/** Smaller differences are harmless; differences of minutes make services refuse tokens and proxies. */
const SKEW_WARNING_MS = 30_000;
const SKEW_PROBLEM_MS = 300_000;

/** Sends the first documented GET of each service that needs only the credential. Creates nothing. */
export async function answerFindings(one: Ready, target: Target): Promise<Finding[]> {
  const { contract, prepared } = one;
  const redactor = createRedactor();
  const began = performance.now();
  const origins = new Map(Object.values(prepared.services).map((url) => [new URL(url).origin, prepared.authorities]));
  const session = createSession({
    transport: createUndiciTransport({
      caFor: (origin) => origins.get(origin),
      proxy: target.proxy,
      connectTimeoutMs: Math.min(10_000, target.requestTimeoutMs),
    }),
    redactor,
    ledger: openLedger(),
    runId: 'doctor',
    now: () => performance.now() - began,
    allow: new Set(),
    readMethods: ['GET'],
    requestTimeoutMs: target.requestTimeoutMs,
    defaultHeaders: [
      ['User-Agent', `assay/${packageVersion()}`],
      ['Accept', '*/*'],
    ],
  });
  try {
    const usable = prepared.lanes.filter((lane) => lane.problems === undefined && lane.credentials.has('good'));
    const findings: Finding[] = [];
    for (const [service] of servicesOnTheNet(prepared.services)) {
      const read = safeRead(contract, service);
      for (const lane of usable) {
        const about = `${contract.interface}, ${lane.name}`;
        if (read === undefined) findings.push(ok(about, `${service}: no request sent, because every documented read needs an identifier`));
        else findings.push(...(await asked(about, read, lane)));
      }
    }
    return findings;
  } finally {
    await session.close();
  }

  async function asked(about: string, read: Operation, lane: Lane): Promise<Finding[]> {
    const nothing = () => undefined;
    const context = createProbeContext(
      {
        send: (request) => session.send(request),
        runId: 'doctor',
        seed: 0,
        nextId: () => 'e1',
        redact: (text) => redactor.text(text),
        record: nothing,
        cleanup: nothing,
        residue: nothing,
        wait: async () => undefined,
        now: () => 0,
      },
      contract,
      prepared.services,
      lane,
      'doctor',
      0,
    );
    const exchange = await context.send(read.name);
    return [answered(about, read, exchange, unlike(exchange, read, lane, one)), ...clock(about, exchange)];
  }
}

/** A GET that takes no identifier and needs no query. */
function safeRead(contract: Contract, service: string): Operation | undefined {
  return [...contract.operations.values()].find(
    ({ service: own, method, path, parameters }) =>
      own === service &&
      method === 'GET' &&
      path !== undefined &&
      !path.includes('{') &&
      parameters.every(({ in: where, required }) => where === 'header' || !required),
  );
}

function answered(about: string, read: Operation, exchange: Exchange, stranger: string | undefined): Finding {
  const asked = `${read.method} ${read.path ?? ''}`;
  if (stranger !== undefined)
    return problem(about, `this does not look like the ${read.service} service: ${asked} returned ${stranger}`, 'check the address, its path and its port');
  if (succeeded(exchange)) return ok(about, `${asked} returned ${statusOf(exchange)}: credential accepted`);
  if (exchange.outcome.kind === 'failure')
    return problem(about, `no response to ${asked} (${exchange.outcome.code}: ${exchange.outcome.message})`, 'see the lines on DNS, TCP and TLS');
  const status = exchange.outcome.status;
  if (status === 401 || status === 403)
    return problem(
      about,
      `${asked} returned ${status}: credential refused`,
      'check that the credential is for this service, and that the service trusts its issuer',
    );
  if (status === 404 || status === 405)
    return problem(about, `${asked} returned ${status}`, 'check the address; if the deployment uses other paths, set ASSAY_PROFILE');
  return problem(about, `${asked} returned ${status}`, 'the service may be down or busy; try again later');
}

/** RFC 9110, section 6.6.1: Date is the time at which the response was made, to the second. */
function clock(about: string, exchange: Exchange): Finding[] {
  const date = Date.parse(headerOf(exchange, 'date') ?? '');
  if (Number.isNaN(date)) return [];
  const skew = date - Date.now();
  const seconds = Math.round(Math.abs(skew) / 1000);
  const what = `the clock of the service is ${seconds} s ${skew < 0 ? 'behind' : 'ahead of'} the local clock`;
  if (Math.abs(skew) < SKEW_WARNING_MS) return [ok(about, 'the clock of the service agrees with the local clock')];
  const hint = 'synchronise the clocks: the validity of tokens and proxies depends on them';
  return [Math.abs(skew) < SKEW_PROBLEM_MS ? warning(about, what, hint) : problem(about, what, hint)];
}
