/** Judges traffic of other programs. Sends no request; unseen or uncertain data are not judged. */

import { expressionOf } from '../contract/rest-clients.ts';
import type { ClientContract, Contract, Interface, Operation, Parameter, ReceivedRequest } from '../contract/types.ts';
import { byFrequency } from '../engine/account/grouping.ts';
import { buildResults, type Judgeable } from '../engine/account/results.ts';
import { checksAlone, judgeAlone, probeOf } from '../engine/judge/judge.ts';
import { jsonOf } from '../engine/words/answer.ts';
import { stated } from '../engine/words/reasons.ts';
import type { Fact, Suite, Traffic } from '../engine/words/types.ts';
import { loadKnownProfile } from '../run/installed/known-profile.ts';
import { loadContract, loadSuite } from '../run/installed/suites.ts';
import { contextOf } from '../run/results-without-run.ts';
import type { Environment } from '../settings/types.ts';
import { createRedactor } from '../wire/secrets/redaction.ts';
import type { Exchange } from '../wire/types.ts';
import { loadClientContract, SERVED_INTERFACES, servedDescriptor } from './client-side.ts';
import { UNSEEN, type Understood, understand } from './passive-har.ts';
import { receivedOf } from './received.ts';

/** The interface of each service whose traffic can be judged, and the setting with the service's address. */
export const SERVICES: ReadonlyMap<string, { readonly setting: string; readonly of: Interface }> = new Map(
  SERVED_INTERFACES.flatMap(({ name: of, services }) =>
    services.map(({ name, address }) => [name, { setting: address, of }] as const),
  ),
);

/** Request headers that make a response differ from the documented one. */
const OTHER_ANSWER = [
  'range',
  'if-none-match',
  'if-modified-since',
  'if-match',
  'x-http-method-override',
  'x-http-method',
  'prefer',
];
interface PassiveOptions {
  /** Base address of each service whose traffic is looked for. */
  readonly bases: Readonly<Record<string, string>>;
  /** Settings, such as a namespace and the profile. */
  readonly env: Environment;
}

/** The part of the traffic that belongs to one interface and can be judged. */
interface Side {
  readonly contract: Contract;
  readonly suite: Suite;
  readonly traffic: Traffic;
  readonly clients: ClientContract;
  readonly exchanges: Exchange[];
  readonly facts: Fact[];
}
function basesOf(name: Interface, bases: PassiveOptions['bases']): Record<string, string> {
  return Object.fromEntries(Object.entries(bases).filter(([service]) => SERVICES.get(service)?.of === name));
}

const NOT_SEEN = 'the recorded traffic contains no evidence of it';

/** Judges the entries of a HAR file, each by itself. */
export async function judgePassively(entries: readonly unknown[], { bases, env }: PassiveOptions) {
  const redactor = createRedactor();
  const profile = env['ASSAY_PROFILE'] ? loadKnownProfile(env['ASSAY_PROFILE']) : undefined;
  const first = entries.map((entry, index) => understand(entry, index, redactor));
  const began = Math.min(...first.map((one) => ('why' in one ? Number.POSITIVE_INFINITY : one.exchange.startedAt)));
  // Read the entries twice: the second pass redacts a credential also in entries before the one in which it was
  // recognised.
  const understood = entries.map((entry, index) => understand(entry, index, redactor, began));
  const sides = new Map<Interface, Side>();
  for (const { name, services, served } of SERVED_INTERFACES) {
    const own = services.flatMap((service) => bases[service.name] ?? []);
    if (own.length === 0) continue;
    const [suite, traffic] = await Promise.all([loadSuite(name), served.traffic()]);
    const namespace =
      (served.namespace === undefined ? undefined : env[served.namespace]) ?? namespaceIn(understood, own, traffic);
    sides.set(name, {
      contract: loadContract(name, profile),
      suite,
      traffic,
      clients: loadClientContract(name, { namespace }),
      exchanges: [],
      facts: [],
    });
  }
  const left = byFrequency(understood.flatMap((one) => place(one, bases, sides, env) ?? []));
  const all = [...sides.values()];
  const exchanges = all.flatMap((side) => side.exchanges);
  const startedAt = new Date(Number.isFinite(began) ? began : 0).toISOString();
  const context = contextOf(all.map(({ contract }) => contract));
  const results = buildResults(all.map(judgeableOf), {
    ...context,
    run: { ...context.run, startedAt, endedAt: startedAt },
    target: {
      ...context.target,
      interfaces: Object.fromEntries([...sides.keys()].map((name) => [name, basesOf(name, bases)])),
    },
    notices: [
      `${exchanges.length} of ${entries.length} recorded exchanges were judged. No request was sent.`,
      ...left.map((same) => `Not judged: ${same.length}, because ${same[0]}.`),
    ],
  });
  return { results, exchanges };
}

/** Returns the XML namespace of requests to these addresses, if the interface has one. */
function namespaceIn(understood: readonly Understood[], addresses: readonly string[], { namespaceOf }: Traffic) {
  for (const { exchange } of understood) {
    const isOwn = addresses.some((address) => exchange?.request.url.startsWith(address));
    const namespace = exchange && isOwn ? namespaceOf?.(exchange) : undefined;
    if (namespace !== undefined) return namespace;
  }
  return undefined;
}

/** Returns one side, ready to be judged: requirements without a fact are reported as not seen. */
function judgeableOf({ suite, contract, exchanges, facts }: Side): Judgeable {
  const lanes = [...new Set(exchanges.map(({ lane }) => lane))];
  const spoken = new Set(facts.map(({ requirement }) => requirement));
  const open = [...contract.requirements.values()]
    .filter(({ id, basis }) => basis !== 'gap' && !spoken.has(id))
    .map(
      ({ id }): Fact => ({
        requirement: id,
        lane: lanes[0] ?? UNSEEN,
        exchanges: [],
        kind: 'undecided',
        reason: stated('settings', NOT_SEEN),
      }),
    );
  return {
    contract,
    suite: { ...suite, notPlanned: () => new Map() },
    recording: {
      interface: contract.interface,
      lanes: (lanes.length > 0 ? lanes : [UNSEEN]).map((name) => ({ name, given: {}, credentials: [] })),
      probes: [],
      exchanges,
    },
    facts: [...facts, ...open],
  };
}

/** Files an entry under its operation and judges it by itself. Returns why an entry is not judged. */
function place(
  one: Understood,
  bases: PassiveOptions['bases'],
  sides: ReadonlyMap<Interface, Side>,
  env: PassiveOptions['env'],
): string | undefined {
  if ('why' in one) return one.why;
  const { request, outcome } = one.exchange;
  const url = new URL(request.url);
  const service = serviceOf(url, bases);
  const side = service && sides.get(SERVICES.get(service.name)?.of ?? '');
  if (service === undefined || side === undefined) return 'they were sent to other addresses';
  const nowhere = { interface: '', lane: '', probe: '', operation: '', service: service.name };
  const received: ReceivedRequest = { ...receivedOf({ ...one.exchange, ...nowhere }), target: service.below };
  const name = side.clients.operationOf(received);
  const operation = name === undefined ? undefined : side.contract.operations.get(name);
  if (operation === undefined || !isItsPath(operation, service.below, side.traffic.paths, env))
    return 'they do not match a documented operation';
  const exchange: Exchange = {
    ...one.exchange,
    request: { ...request, credential: one.credential(servedDescriptor(side.contract.interface).settings.credentials) },
    ...nowhere,
    interface: side.contract.interface,
    operation: operation.name,
  };
  const status = outcome.status ?? 0;
  if (status < 200 || status > 299 || status === 203 || status === 206)
    return 'their responses do not show that a documented request succeeded';
  const undocumented = notAsDocumented(received, url, operation.parameters, side.clients, operation.name);
  if (undocumented) return undocumented;
  const lane = laneOf(exchange, operation.lanes, side.traffic);
  const filed = { ...exchange, lane, probe: probeOf(operation.name, side.suite)?.name ?? '' };
  side.exchanges.push(filed);
  side.facts.push(...factsOf(side, filed, env));
  return undefined;
}

/** Returns the service with the most specific base address for a URL, and the path below this address. */
function serviceOf(url: URL, bases: PassiveOptions['bases']) {
  const fitting = Object.entries(bases).flatMap(([name, base]) => {
    const { origin, pathname } = new URL(base);
    const path = pathname.replace(/\/+$/, '');
    const below =
      url.origin === origin && (url.pathname === path || url.pathname.startsWith(`${path}/`))
        ? url.pathname.slice(path.length)
        : undefined;
    return below === undefined
      ? []
      : [{ name, below: `${below === '' ? '/' : below}${url.search}`, length: path.length }];
  });
  return fitting.sort((a, b) => b.length - a.length)[0];
}

/**
 * Whether a path belongs to an operation. An operation without a path is requested at the base address; a path that the
 * document does not specify is known only from a setting.
 */
function isItsPath(
  { name, path }: Operation,
  below: string,
  paths: Readonly<Record<string, string>>,
  env: PassiveOptions['env'],
) {
  if (path === '') return below === '/';
  if (path !== undefined) return true;
  const set = env[paths[name] ?? '']?.trim();
  return set ? expressionOf(set).test(below) : false;
}

/** Returns why the request was not the documented one: its response then need not be documented either. */
function notAsDocumented(
  received: ReceivedRequest,
  url: URL,
  parameters: readonly Parameter[],
  clients: ClientContract,
  operation: string,
) {
  const other = 'they differ from the request that the document specifies';
  const known = new Set(parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name));
  if ([...url.searchParams.keys()].some((name) => !known.has(name))) return other;
  if (OTHER_ANSWER.some((name) => received.header(name) !== undefined)) return other;
  const accept = received.header('accept');
  if (accept !== undefined && !/\*\/\*|application\/\*|application\/json|text\/xml|text\/\*/.test(accept)) return other;
  for (const rule of clients.rules.get(operation) ?? []) {
    // The recording does not always show how the caller authenticated, and the service accepted the credential.
    if (rule.requirement.endsWith('/credential') || clients.requirements.get(rule.requirement)?.basis !== 'documented')
      continue;
    if (rule.judge(received)?.ok === false) return other;
  }
  return undefined;
}

/**
 * Returns the lane to which a response belongs: by the request, or else by what the service returns about the caller,
 * or else UNSEEN.
 */
function laneOf(exchange: Exchange, lanes: readonly string[], traffic: Traffic) {
  if (lanes.length === 1) return lanes[0] as string;
  const { credential } = exchange.request;
  return lanes.includes(credential) ? credential : (traffic.laneOf?.(jsonOf(exchange).json) ?? UNSEEN);
}

/** Returns the facts of checks that need only this response; other checks do not run. */
function factsOf({ suite, contract, traffic }: Side, exchange: Exchange, env: PassiveOptions['env']) {
  const { lane, operation } = exchange;
  const facts: Fact[] = [];
  const answers = [
    `${contract.interface}/${operation}/answers`,
    `${contract.interface}/${operation}/answers-${lane}`,
  ].find((requirement) => contract.requirements.has(requirement));
  if (answers) facts.push({ requirement: answers, lane, exchanges: [exchange.id], kind: 'upheld', times: 1 });
  const checks = checksAlone(exchange.probe, suite);
  // A record that depends on the credential cannot be judged if the credential is not known.
  if (
    traffic.onPurpose.includes(operation) ||
    (lane === UNSEEN && checks.some((check) => dependsOnLane(check.decides, contract)))
  )
    return facts;
  return [
    ...facts,
    ...judgeAlone(exchange, { name: lane, given: traffic.settings(env, exchange), credentials: [] }, contract, suite),
  ];
}

function dependsOnLane(decides: readonly string[], contract: Contract) {
  return decides.some(
    (requirement) =>
      requirement.startsWith('record:') &&
      contract.records
        .get(requirement.slice('record:'.length))
        ?.requirements.some((one) => contract.requirements.get(one)?.lane !== undefined),
  );
}
