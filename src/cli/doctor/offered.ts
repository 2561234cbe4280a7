/**
 * The shipped profile that fits the responses, and parts that the deployment lacks, by requests that create no object.
 */
import { laneTitle } from '../../contract/lanes.ts';
import type { Operation } from '../../contract/types.ts';
import { absentParts, rootOf } from '../../engine/account/unanswered.ts';
import type { Ready } from '../../engine/send/run.ts';
import { succeeded } from '../../engine/words/answer.ts';
import type { Lane, RequestOptions, Suite } from '../../engine/words/types.ts';
import { shippedProfiles } from '../../profile/profile.ts';
import { descriptorOf } from '../../run/installed/suites.ts';
import { makeReady } from '../../run/ready.ts';
import { openSender } from '../../run/session.ts';
import type { Environment, Target } from '../../settings/types.ts';
import { ABSENT } from '../../wire/http.ts';
import type { Exchange } from '../../wire/types.ts';
import { type Diagnostic, ok, problem, warning } from './connections.ts';

/** The settings of an interface with the profile of the target, or without a profile. */
interface Candidate {
  readonly ready: Ready;
  readonly target: Target;
}

/**
 * Returns which profile the responses fit, the one that is set or another, and a warning per part that the deployment
 * lacks: if a profile is set, or if there is a problem with the responses (`doubtful`). `fits`: a profile does, so the
 * addresses are right.
 */
export async function offeredDiagnostics(one: Ready, target: Target, env: Environment, doubtful: boolean) {
  const of = one.contract.interface;
  const bare = doubtful || target.profile !== undefined ? await withProfile(env, of, '') : undefined;
  if (bare === undefined) return { diagnostics: [], fits: false };
  const known = new Map<string, Exchange>();
  const declared = bare.target.notOffered;
  const tried = async (candidate: Candidate) => {
    const found = await answers(candidate, declared, known);
    const lacking = absentParts([...found.values()], candidate.ready.contract, declared);
    return {
      fits: isAsDeclared(found, candidate, bare),
      lacking: lacking.map((text) => warning(of, text.slice(of.length + 2))),
    };
  };
  const { fits, lacking } = await tried({ ready: one, target });
  if (fits) {
    const said = target.profile === undefined ? [] : [ok(of, `the responses match the profile ${target.profile}`)];
    return { diagnostics: [...said, ...lacking], fits: target.profile !== undefined };
  }
  for (const name of shippedProfiles().reverse()) {
    const candidate = name === target.profile ? undefined : await withProfile(env, of, name);
    if (candidate === undefined || !speaksOf(candidate, bare)) continue;
    const other = await tried(candidate);
    if (!other.fits) continue;
    const state = doubtful ? problem : warning;
    const fitting = state(of, `the responses fit the profile ${name}`, `set ASSAY_PROFILE=${name}`);
    return { diagnostics: [fitting, ...other.lacking], fits: true };
  }
  return { diagnostics: lacking, fits: false };
}

async function withProfile(env: Environment, of: string, profile: string) {
  const made = await makeReady({ ...env, ASSAY_PROFILE: profile });
  const ready = made.ok ? made.ready.find(({ contract }) => contract.interface === of) : undefined;
  return made.ok && ready ? { ready, target: made.target } : undefined;
}

/** Whether a profile names paths of the interface, or operations that are not offered. */
function speaksOf(candidate: Candidate, bare: Candidate) {
  return [...candidate.ready.contract.operations.values()].some(
    (operation) => candidate.target.notOffered.has(operation.name) || isRenamed(operation, bare),
  );
}

function isRenamed({ name, path }: Operation, bare: Candidate) {
  return bare.ready.contract.operations.get(name)?.path !== path;
}

/** Sends requests that create no object and need no more than the settings, once per address. */
async function answers({ ready, target }: Candidate, declared: ReadonlySet<string>, known: Map<string, Exchange>) {
  const found = new Map<string, Exchange>();
  const lane = ready.prepared.lanes.find((each) => each.problems === undefined && each.credentials.has('good'));
  if (lane === undefined) return found;
  const sender = openSender([ready], { ...target, notOffered: declared }, 'doctor');
  try {
    const context = sender.contextOf(ready, lane, 'doctor');
    for (const operation of ready.contract.operations.values()) {
      const params =
        ready.prepared.services[operation.service] && context.offers(operation.name)
          ? paramsOf(operation, ready.suite, lane.settings)
          : undefined;
      if (params === undefined) continue;
      const address = `${operation.service} ${operation.method} ${operation.path}`;
      const exchange = known.get(address) ?? (await context.send(operation.name, { params }));
      known.set(address, exchange);
      found.set(operation.name, exchange);
    }
  } finally {
    await sender.close();
  }
  return found;
}

/**
 * Returns the parameters of a request that creates no object and needs no more than the settings; undefined of others.
 */
export function paramsOf(
  { name, path, method, creates, parameters }: Operation,
  suite: Suite,
  settings: Lane['settings'],
): RequestOptions['params'] {
  if (path === undefined || creates !== undefined) return undefined;
  const bare =
    method === 'GET' &&
    !path.includes('{') &&
    parameters.every(({ in: where, required }) => where === 'header' || !required);
  return suite.claimed?.(name, settings) ?? (bare ? {} : undefined);
}

/**
 * Whether the responses match the profile: an operation that it renames succeeded, no operation that it declares as not
 * offered succeeded, and no other operation is absent. Only the parts of the service that the profile mentions count.
 */
function isAsDeclared(
  found: ReadonlyMap<string, Exchange>,
  { ready: { contract }, target }: Candidate,
  bare: Candidate,
) {
  const operations = [...contract.operations.values()];
  const renamed = operations.filter((one) => isRenamed(one, bare));
  const concerned = new Set(
    operations.filter((one) => renamed.includes(one) || target.notOffered.has(one.name)).map(rootOf),
  );
  const all = operations.flatMap((operation) => {
    const exchange = concerned.size === 0 || concerned.has(rootOf(operation)) ? found.get(operation.name) : undefined;
    return exchange ? [{ operation, exchange }] : [];
  });
  return (
    all.some(
      ({ operation, exchange }) => succeeded(exchange) && (renamed.length === 0 || renamed.includes(operation)),
    ) &&
    all.every(({ operation, exchange }) =>
      target.notOffered.has(operation.name) ? !succeeded(exchange) : !ABSENT.has(exchange.outcome.status),
    )
  );
}

/** Sends a documented read with a lane's valid credential. */
type Send = (lane: Lane, operation: string, params: NonNullable<RequestOptions['params']>) => Promise<Exchange>;

/** Returns diagnostics, one per handshake that the service needs before what the run is allowed to create. */
export async function handshakeDiagnostics(
  { contract, prepared }: Ready,
  target: Target,
  send: Send,
): Promise<Diagnostic[]> {
  const diagnostics: Diagnostic[] = [];
  for (const handshake of descriptorOf(contract.interface).handshakes ?? []) {
    const lane = prepared.lanes.find(({ name, problems }) => name === handshake.lane && problems === undefined);
    if (lane === undefined || !target.allowCreate.has(handshake.creates)) continue;
    const why = await handshake.needed((operation, params = {}) => send(lane, operation, params));
    if (why === undefined) continue;
    const about = laneTitle(contract.interface, lane.name);
    const { title, remedy, creates } = handshake;
    diagnostics.push(
      contract.handshakes?.has(handshake.id)
        ? ok(about, `${why}; the run will ${title} first, as the profile says`)
        : warning(about, `${why}, so the service may reject the creation of ${creates}`, remedy),
    );
  }
  return diagnostics;
}
