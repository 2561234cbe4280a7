/** Safe reads per service and credential: is this the service, is the credential accepted, and do the clocks agree? */

import { isDeepStrictEqual } from 'node:util';
import { laneTitle } from '../../contract/lanes.ts';
import type { Contract, Operation } from '../../contract/types.ts';
import { clockOf, SYNCHRONISE } from '../../engine/account/notices.ts';
import { isSameAnswer } from '../../engine/judge/accepted-credential.ts';
import { probeOf } from '../../engine/judge/judge.ts';
import { otherServices } from '../../engine/judge/other-service.ts';
import { showsRecord } from '../../engine/judge/shown-record.ts';
import { lackingIn } from '../../engine/send/not-offered.ts';
import type { Ready } from '../../engine/send/run.ts';
import { statusOf, succeeded } from '../../engine/words/answer.ts';
import { classify } from '../../engine/words/classify/classify.ts';
import { theOperation } from '../../engine/words/open-places.ts';
import type { Lane, OtherService, RequestOptions, Suite } from '../../engine/words/types.ts';
import { openSender, type Sender } from '../../run/session.ts';
import type { Target } from '../../settings/types.ts';
import { ABSENT } from '../../wire/http.ts';
import type { Exchange } from '../../wire/types.ts';
import { type Diagnostic, ok, problem, servicesOnTheNet, warning } from './connections.ts';
import { handshakeDiagnostics, paramsOf } from './offered.ts';

/** Smaller differences are harmless; differences of minutes make services reject tokens and proxies. */
const SKEW_PROBLEM_MS = 300_000;

/** If one response does not identify the service, a second distinguishes it from a page that every path returns. */
const MOST_READS = 2;

/** A documented GET, with the parameters that the settings name. */
interface Read {
  readonly operation: Operation;
  readonly params: NonNullable<RequestOptions['params']>;
}

/** The reads of one service with one credential. */
interface Asked {
  readonly service: string;
  readonly lane: Lane;
  readonly reads: readonly Read[];
  readonly exchanges: readonly Exchange[];
  /** The first read without a credential, if it succeeded with one. */
  readonly anonymous?: Exchange;
}

/** Sends documented GETs that need only the credential and the settings. Creates no object. */
export async function answerDiagnostics(one: Ready, target: Target) {
  const { contract, prepared, suite } = one;
  const usable = prepared.lanes.filter((lane) => lane.problems === undefined && lane.credentials.has('good'));
  const sender = openSender([one], target, 'doctor', ['GET']);
  const send = sending(one, sender);
  const all: Asked[] = [];
  const sent = () => all.flatMap(({ exchanges }) => exchanges);
  let others: readonly OtherService[] = [];
  let handshakes: Diagnostic[] = [];
  try {
    // Sent in sequence: some services create an account row at the first request of a credential.
    for (const [service] of servicesOnTheNet(prepared.services)) {
      for (const lane of usable) {
        const reads = safeReads(contract, service, suite, lane).filter(
          ({ operation }) => lackingIn(target.notOffered, operation.name, lane.name) === undefined,
        );
        const exchanges: Exchange[] = [];
        for (const read of reads) {
          const exchange = await send(read.operation.name, read.params, lane);
          exchanges.push(exchange);
          if (showsRecord(exchange, contract)) break;
        }
        const [read] = reads;
        const anonymous =
          read && exchanges[0] && succeeded(exchanges[0])
            ? await send(read.operation.name, read.params, lane, 'none')
            : undefined;
        all.push({ service, lane, reads, exchanges, anonymous });
      }
    }
    others = otherServices(sent(), contract);
    if (others.length === 0 && sent().some(succeeded))
      handshakes = await handshakeDiagnostics(one, target, async (lane, name, params) => {
        const isSame = (before: Exchange) =>
          before.lane === lane.name && before.operation === name && isDeepStrictEqual(before.params, params);
        return sent().find(isSame) ?? (await send(name, params, lane));
      });
  } finally {
    await sender.close();
  }
  const elsewhere = new Set(others.map(({ service }) => service));
  return {
    strangers: others.map((other) => stranger(other, one)),
    diagnostics: [
      ...all
        .filter(({ service }) => !elsewhere.has(service))
        .flatMap((request) => answerDiagnostic(request, one, sent())),
      ...handshakes,
    ],
  };
}

/** Sends with the valid credential of a lane, or without one. */
function sending(one: Ready, sender: Sender) {
  return (operation: string, params: Read['params'], lane: Lane, credential?: 'none') => {
    const probe = probeOf(operation, one.suite)?.name ?? 'doctor';
    const credentials = new Map([...lane.credentials, ['none', { name: 'none' }] as const]);
    const context = sender.contextOf(one, { ...lane, credentials }, probe);
    return context.send(operation, { params, credential, purpose: credential && 'refusal' });
  };
}

/** GETs that take no identifier and need no query, and those whose parameters the settings name. */
function safeReads(contract: Contract, service: string, suite: Suite, { settings }: Lane): Read[] {
  const reads = gets(contract, service).flatMap((operation) => {
    const params = paramsOf(operation, suite, settings);
    return params === undefined ? [] : [{ operation, params }];
  });
  // Reads with fewer parameters come first, because a name in the settings may be wrong.
  return reads.sort((a, b) => Object.keys(a.params).length - Object.keys(b.params).length).slice(0, MOST_READS);
}

function gets(contract: Contract, service: string) {
  return [...contract.operations.values()].filter(
    ({ service: own, method, path }) => own === service && method === 'GET' && path !== undefined,
  );
}

function stranger({ interface: of, service, address: origin, why }: OtherService, { prepared }: Ready): Diagnostic {
  const address = prepared.services[service] ?? origin;
  const about = service === of ? of : `${of}, ${service}`;
  const name = `the ${service} service${service === of ? '' : ` of ${of}`}`;
  return { state: 'problem', about, what: `the address ${address} does not seem to be that of ${name}: ${why}` };
}

/** @param sent all reads: other responses of the service show what one response means */
function answerDiagnostic(
  { service, lane, reads: [read], exchanges: [exchange], anonymous }: Asked,
  { contract }: Ready,
  sent: readonly Exchange[],
) {
  const about = laneTitle(contract.interface, lane.name);
  if (read !== undefined && exchange !== undefined)
    return [answered(about, read.operation, exchange, sent, anonymous), ...clock(about, exchange)];
  const why =
    gets(contract, service).length > 0 ? 'every documented read needs an identifier' : 'the document specifies no read';
  return [
    warning(
      about,
      `${service === contract.interface ? '' : `${service}: `}only a run shows whether the service behind the port responds, because ${why}`,
    ),
  ];
}

function answered(
  about: string,
  { method, path = '' }: Operation,
  exchange: Exchange,
  sent: readonly Exchange[],
  anonymous?: Exchange,
) {
  const request = `${method} ${path}`;
  if (anonymous && isSameAnswer(exchange, anonymous))
    return warning(
      about,
      `${request} returned the same response without a credential: the service may be unprotected, so this does not show that it accepts the credential`,
    );
  const meaning = classify(exchange, sent);
  if (meaning.kind === 'succeeded') return ok(about, `${request} returned ${statusOf(exchange)}: credential accepted`);
  const hint = ABSENT.has(statusOf(exchange)) ? 'if the deployment uses other paths, set ASSAY_PROFILE' : undefined;
  return problem(about, meaning.why.replace(theOperation(exchange), request), hint);
}

function clock(about: string, exchange: Exchange) {
  const clock = clockOf(exchange, Date.now());
  if (clock === undefined) return [];
  const { ms, said } = clock;
  if (said === undefined) return [ok(about, 'the clock of the service agrees with the local clock')];
  return [Math.abs(ms) < SKEW_PROBLEM_MS ? warning(about, said, SYNCHRONISE) : problem(about, said, SYNCHRONISE)];
}
