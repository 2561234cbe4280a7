/** Judges traffic that Assay did not make. Sends nothing; unseen or uncertain data are not judged. */

import { packageVersion } from '../contract/root.ts';
import type { ClientContract, Contract, Interface, Operation, Parameter, ReceivedRequest } from '../contract/types.ts';
import { buildResults, type Judgeable } from '../engine/account/results.ts';
import { checksAlone, judgeAlone, probeOf } from '../engine/judge/judge-alone.ts';
import { jsonOf } from '../engine/words/answer.ts';
import type { Traffic } from '../engine/words/descriptor.ts';
import { stated } from '../engine/words/reasons.ts';
import type { Fact, Results, Suite } from '../engine/words/types.ts';
import { loadKnownProfile } from '../run/installed/known-profile.ts';
import { SUITED } from '../run/installed/suited.ts';
import { loadContract, loadSuite } from '../run/installed/suites.ts';
import { createRedactor } from '../wire/secrets/redaction.ts';
import type { Exchange } from '../wire/types.ts';
import { loadClientContract, SERVED_INTERFACES, servedDescriptor } from './client-side.ts';
import { type ForeignEntry, UNSEEN, type Understood, understand } from './passive-har.ts';
import { receivedOf } from './received.ts';

/** The interface of each service whose traffic can be judged, and the setting that holds the service's address. */
export const SERVICES: ReadonlyMap<string, { readonly setting: string; readonly of: Interface }> = new Map(
  SERVED_INTERFACES.flatMap(({ name: of, services }) =>
    services.map(({ name, address }) => [name, { setting: address, of }] as const),
  ),
);

/** Headers with which an answer is another one than the documented. */
const OTHER_ANSWER = [
  'range',
  'if-none-match',
  'if-modified-since',
  'if-match',
  'x-http-method-override',
  'x-http-method',
  'prefer',
];

const NOT_SEEN = 'the traffic does not show it';

export interface PassiveOptions {
  /** Base address of each service that is to be looked for. */
  readonly bases: Readonly<Record<string, string>>;
  /** Settings: a namespace, the profile. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Results, and what they rest on. */
export interface Passive {
  readonly results: Results;
  readonly exchanges: readonly Exchange[];
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

/** Judges the entries of a HAR file, each by itself. */
export async function judgePassively(
  entries: readonly ForeignEntry[],
  { bases, env }: PassiveOptions,
): Promise<Passive> {
  const redactor = createRedactor();
  const profile = env['ASSAY_PROFILE'] ? loadKnownProfile(env['ASSAY_PROFILE']) : undefined;
  // Twice: a credential may be seen only after it stood somewhere else.
  for (const [index, entry] of entries.entries()) understand(entry, index, redactor);
  const understood = entries.map((entry, index) => understand(entry, index, redactor));
  const began = Math.min(...understood.map((one) => ('at' in one ? one.at : Number.POSITIVE_INFINITY)));
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
  const left = new Map<string, number>();
  for (const one of understood) {
    const why = place(one, began, bases, sides, env);
    if (why !== undefined) left.set(why, (left.get(why) ?? 0) + 1);
  }
  const judgeables = [...sides.values()].map((side): Judgeable => judgeableOf(side));
  const judged = [...sides.values()].reduce((sum, { exchanges }) => sum + exchanges.length, 0);
  const first = Number.isFinite(began) ? new Date(began).toISOString() : new Date(0).toISOString();
  const results = buildResults(judgeables, {
    run: { id: '', startedAt: first, endedAt: first, seed: 0, only: [], interrupted: false, requests: 0 },
    suite: {
      name: 'assay',
      version: packageVersion(),
      contracts: Object.fromEntries([...sides].map(([name, { contract }]) => [name, contract.digest])),
    },
    target: {
      reference: false,
      interfaces: Object.fromEntries([...sides.keys()].map((name) => [name, basesOf(name, bases)])),
      allowCreate: [],
      notOffered: [],
    },
    residue: [],
    notices: [
      `${judged} of ${entries.length} recorded exchanges were judged. Nothing was sent.`,
      ...[...left].sort(([, a], [, b]) => b - a).map(([why, number]) => `${number} decided nothing: ${why}.`),
    ],
    notConfigured: SUITED.filter((name) => !sides.has(name)),
    requireComplete: false,
  });
  return { results, exchanges: [...sides.values()].flatMap(({ exchanges }) => exchanges) };
}

function basesOf(name: Interface, bases: PassiveOptions['bases']): Record<string, string> {
  return Object.fromEntries(Object.entries(bases).filter(([service]) => SERVICES.get(service)?.of === name));
}

/** Files an entry under its operation and judges it by itself. @returns why it is not judged */
function place(
  one: Understood,
  began: number,
  bases: PassiveOptions['bases'],
  sides: ReadonlyMap<Interface, Side>,
  env: PassiveOptions['env'],
): string | undefined {
  if ('why' in one) return one.why;
  const { request, outcome } = one.exchange;
  const url = new URL(request.url);
  const service = serviceOf(url, bases);
  const side = service && sides.get(SERVICES.get(service.name)?.of ?? '');
  if (service === undefined || side === undefined) return 'they went to other addresses';
  const asked = receivedOf({
    ...one.exchange,
    interface: '',
    lane: '',
    probe: '',
    operation: '',
    service: service.name,
  });
  const received: ReceivedRequest = { ...asked, target: service.below, service: service.name };
  const name = side.clients.operationOf(received);
  const operation = name === undefined ? undefined : side.contract.operations.get(name);
  if (operation === undefined || !isItsPath(operation, service.below, side.traffic.paths, env))
    return 'they are not a documented operation';
  const offset = one.at - began;
  const exchange: Exchange = {
    ...one.exchange,
    request: { ...request, credential: one.credential(servedDescriptor(side.contract.interface).settings.credentials) },
    startedAt: offset,
    endedAt: offset + one.exchange.endedAt,
    attempts: one.exchange.attempts.map((attempt) => ({
      ...attempt,
      startedAt: offset,
      endedAt: offset + attempt.endedAt,
    })),
    interface: side.contract.interface,
    operation: operation.name,
    service: service.name,
    lane: '',
    probe: '',
  };
  const status = outcome.status ?? 0;
  if (status < 200 || status > 299 || status === 203 || status === 206)
    return 'they were not answered with the success of a documented request';
  const undocumented = notAsDocumented(received, url, operation.parameters, side.clients, operation.name);
  if (undocumented) return undocumented;
  const lane = laneOf(exchange, operation.lanes, side.traffic);
  const filed = { ...exchange, lane, probe: probeOf(operation.name, side.suite)?.name ?? '' };
  side.exchanges.push(filed);
  side.facts.push(...factsOf(side, filed, env));
  return undefined;
}

/** The service that an address belongs to, the most specific one, and what stands below its own address. */
function serviceOf(
  url: URL,
  bases: PassiveOptions['bases'],
): { readonly name: string; readonly below: string } | undefined {
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

/** An operation without a path is requested at the address itself; a path that the document does not show is known from a setting only. */
function isItsPath(
  { name, path }: Operation,
  below: string,
  paths: Readonly<Record<string, string>>,
  env: PassiveOptions['env'],
): boolean {
  if (path === '') return below === '/';
  if (path !== undefined) return true;
  const set = env[paths[name] ?? '']?.trim();
  if (!set) return false;
  const source = set.split(/\{\w+\}/).map((part) => part.replace(/[\\^$.|?+()[\]{}*]/g, '\\$&'));
  return new RegExp(`^${source.join('[^/?]+')}$`).test(below);
}

/** Why the request was not the documented one, so that its answer need not be either. */
function notAsDocumented(
  received: ReceivedRequest,
  url: URL,
  parameters: readonly Parameter[],
  clients: ClientContract,
  operation: string,
): string | undefined {
  const other = 'they were asked in another way than the document shows';
  const known = new Set(parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name));
  if ([...url.searchParams.keys()].some((name) => !known.has(name))) return other;
  if (OTHER_ANSWER.some((name) => received.header(name) !== undefined)) return other;
  const accept = received.header('accept');
  if (accept !== undefined && !/\*\/\*|application\/\*|application\/json|text\/xml|text\/\*/.test(accept)) return other;
  for (const rule of clients.rules.get(operation) ?? []) {
    // How the caller authenticated is not always recorded, and the service has accepted it.
    if (rule.requirement.endsWith('/credential') || clients.requirements.get(rule.requirement)?.basis !== 'documented')
      continue;
    if (rule.judge(received)?.held === false) return other;
  }
  return undefined;
}

/** The lane that the answer belongs to: what was sent tells it, else what the service says of the caller; UNSEEN where nothing does. */
function laneOf(exchange: Exchange, lanes: readonly string[], traffic: Traffic): string {
  if (lanes.length === 1) return lanes[0] as string;
  const { credential } = exchange.request;
  return lanes.includes(credential) ? credential : (traffic.laneOf?.(jsonOf(exchange).json) ?? UNSEEN);
}

/** Facts from checks that need this answer only; other checks are left out. */
function factsOf({ suite, contract, traffic }: Side, exchange: Exchange, env: PassiveOptions['env']): Fact[] {
  const { lane, operation } = exchange;
  const facts: Fact[] = [];
  const answers = [
    `${contract.interface}/${operation}/answers`,
    `${contract.interface}/${operation}/answers-${lane}`,
  ].find((requirement) => contract.requirements.has(requirement));
  if (answers) facts.push({ requirement: answers, lane, exchanges: [exchange.id], kind: 'held', times: 1 });
  const checks = checksAlone(exchange.probe, suite);
  // A record that differs from one credential to the other cannot be judged where the credential is not known.
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

function dependsOnLane(decides: readonly string[], contract: Contract): boolean {
  return decides.some(
    (requirement) =>
      requirement.startsWith('record:') &&
      contract.records
        .get(requirement.slice('record:'.length))
        ?.requirements.some((one) => contract.requirements.get(one)?.lane !== undefined),
  );
}

/** The namespace that callers of these addresses asked in, where the interface has one. */
function namespaceIn(
  understood: readonly Understood[],
  addresses: readonly string[],
  { namespaceOf }: Traffic,
): string | undefined {
  for (const one of understood) {
    const asked =
      'exchange' in one && addresses.some((address) => one.exchange.request.url.startsWith(address))
        ? one.exchange
        : undefined;
    const namespace = asked && namespaceOf?.(asked);
    if (namespace !== undefined) return namespace;
  }
  return undefined;
}

/** Requirements without a fact were not seen. */
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
