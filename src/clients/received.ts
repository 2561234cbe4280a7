/** Judges requests that clients sent, from a recording that a server made. */

import { knownOperationRequirement } from '../contract/client-contract.ts';
import type { ClientContract, ClientRule, ReceivedRequest } from '../contract/types.ts';
import { check, every, named, probe } from '../engine/words/suite.ts';
import type { ProbeOutcome, Recording, Reporter, Settings, Suite } from '../engine/words/types.ts';
import { preview } from '../records/preview.ts';
import { joinedHeaderOf } from '../wire/http.ts';
import type { Exchange } from '../wire/types.ts';

/** Name of the operation under which undocumented requests are recorded. */
export const OTHERS = 'other requests';

/** Returns a recorded exchange as the request that arrived. */
export function receivedOf(exchange: Exchange): ReceivedRequest {
  return {
    method: exchange.request.method,
    service: exchange.service,
    target: exchange.request.url.replace(/^https?:\/\/[^/]*/, ''),
    header: (name) => joinedHeaderOf(exchange.request.headers, name),
    body: exchange.request.body?.bytes ?? new Uint8Array(),
    truncated: exchange.request.body?.truncated ?? false,
    credential: exchange.request.credential,
  };
}

/**
 * Returns the suite of an interface's clients: one probe per operation or extension, which never runs: a server records
 * its exchanges.
 */
export function receivingSuite(contract: ClientContract): Suite {
  const operations = [...contract.rules].map(([operation, rules]) => ({ of: received(operation), rules }));
  const others = received(OTHERS);
  const extensions = contract.extensions.map((extension) => ({ of: received(extension.name), extension }));
  const freedoms = `${contract.interface}/gap/client-freedoms`;
  const known = knownOperationRequirement(contract.interface);
  return {
    interface: contract.interface,
    probes: [...operations.map(({ of }) => of), ...extensions.map(({ of }) => of), others],
    checks: [
      ...operations.map(({ of, rules }) =>
        check({
          needs: [named('arrived', every(of))],
          decides: [...rules.map((rule) => rule.requirement), known],
          judge({ arrived }, report) {
            for (const exchange of arrived) report.assert(known, true, 'a documented operation', undefined, exchange);
            for (const rule of rules) judgeRule(report, rule, arrived);
          },
        }),
      ),
      ...extensions.map(({ of, extension }) =>
        check({
          needs: [named('arrived', every(of))],
          decides: [],
          judge({ arrived }, report) {
            for (const exchange of arrived) report.observe(freedoms, extension.title, exchange);
          },
        }),
      ),
      check({
        needs: [named('arrived', every(others))],
        decides: [known],
        judge({ arrived }, report) {
          for (const exchange of report.exchanges) {
            const agent = receivedOf(exchange).header('user-agent');
            if (agent !== undefined) report.observe(freedoms, `User-Agent: ${agent}`, exchange);
          }
          for (const exchange of arrived) {
            report.assert(known, false, 'one of the documented operations', otherRequest(contract, exchange), exchange);
          }
        },
      }),
    ],
  };
}

/** Returns an undocumented request in words: its service if there are several, and what was probably meant. */
function otherRequest(contract: ClientContract, exchange: Exchange) {
  const request = receivedOf(exchange);
  const { method, target, service } = request;
  const services = new Set([...contract.operations.values()].map((operation) => operation.service));
  const sent = `${method} ${preview(target).slice(1, -1)}${services.size > 1 ? ` to the ${service} service` : ''}`;
  if (contract.operationOf(request) !== undefined) return sent;
  const [path = '', ...query] = target.split('?');
  const bare = path.replace(/\/+$/, '');
  const otherPath = [path === bare ? `${bare}/` : bare, ...query].join('?');
  const nearly = contract.operationOf({ ...request, target: otherPath });
  return nearly === undefined
    ? sent
    : `${sent}; ${nearly} has ${path === bare ? 'a' : 'no'} slash at the end of its path`;
}

function judgeRule(report: Reporter, rule: ClientRule, exchanges: readonly Exchange[]) {
  let spoken = false;
  for (const exchange of exchanges) {
    const finding = rule.judge(receivedOf(exchange));
    if (finding === undefined) continue;
    spoken = true;
    report.assert(rule.requirement, finding.ok, finding.expected, finding.got, exchange, finding.at);
  }
  if (spoken) return;
  const long = exchanges.find((exchange) => exchange.request.body?.truncated);
  if (long) report.undecided(rule.requirement, 'target', 'the body of the request was longer than what is kept', long);
  else if (rule.optional) report.notApplicable(rule.requirement, 'optional, and not sent by the client');
}

function received(operation: string) {
  return probe({ name: operation, operation, run: async () => ({}) });
}

/**
 * Returns a recording of the received requests. Operations without a received request have no evidence.
 */
export function receivedRecording(
  contract: ClientContract,
  exchanges: readonly Exchange[],
  settings: Settings = {},
): Recording {
  const outcome = (operation: string): ProbeOutcome => {
    const ids = exchanges.filter((exchange) => exchange.operation === operation).map((exchange) => exchange.id);
    const about = { probe: operation, lane: 'client', exchanges: ids };
    return ids.length > 0 || !contract.rules.has(operation)
      ? { ...about, state: 'done' }
      : { ...about, state: 'not-set', why: `the client did not call the operation ${operation}` };
  };
  return {
    interface: contract.interface,
    side: 'client',
    lanes: [{ name: 'client', given: settings, credentials: [] }],
    probes: [...contract.rules.keys(), ...contract.extensions.map(({ name }) => name), OTHERS].map(outcome),
    exchanges,
  };
}

/** Returns the name of the operation under which an exchange is recorded. */
export function filedUnder(contract: ClientContract, request: ReceivedRequest): string {
  const fitting = contract.extensions.filter((extension) => extension.is(request));
  return fitting.find(({ narrower }) => narrower)?.name ?? contract.operationOf(request) ?? fitting[0]?.name ?? OTHERS;
}
