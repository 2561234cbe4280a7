/** Parts of a service that the deployment lacks, and the shipped profile that fits, by requests that create nothing. */
import type { Operation } from '../../contract/types.ts';
import { absentParts, rootOf } from '../../engine/account/absent-parts.ts';
import type { Ready } from '../../engine/send/run.ts';
import { succeeded } from '../../engine/words/answer.ts';
import type { RequestOptions, Suite } from '../../engine/words/types.ts';
import { shippedProfiles } from '../../profile/profile.ts';
import { makeReady } from '../../run/ready.ts';
import { openAsker } from '../../run/session.ts';
import type { Target } from '../../settings/types.ts';
import { ABSENT } from '../../wire/status-codes.ts';
import type { Exchange } from '../../wire/types.ts';
import type { Environment } from '../context.ts';
import { type Diagnostic, ok, warning } from './diagnostic.ts';

/** Of one interface, the settings with one profile or none. */
interface Candidate {
  readonly profile: string | undefined;
  readonly ready: Ready;
  readonly target: Target;
}

/**
 * One warning per part that is lacking, or one with the profile, if another fits than the one that is set.
 * @param doubtful answers so far do not show the services
 */
export async function offeredDiagnostics(
  one: Ready,
  target: Target,
  env: Environment,
  doubtful: boolean,
): Promise<Diagnostic[]> {
  const of = one.contract.interface;
  const bare = await withProfile(env, of, '');
  if (bare === undefined) return [];
  const declared = bare.target.notOffered;
  const known = new Map<string, Exchange>();
  const own: Candidate = { profile: target.profile, ready: one, target };
  const found = await answers(
    own,
    declared,
    known,
    doubtful || target.profile !== undefined ? undefined : mayLackParts,
  );
  const lacking = absentParts([...found.values()], one.contract, declared, true);
  const fits = isAsDeclared(found, own, bare);
  if (lacking.length === 0 && (fits || (!doubtful && target.profile === undefined)))
    return fits && target.profile !== undefined ? [ok(of, `the responses are as the profile ${own.profile} says`)] : [];
  const fitting: string[] = [];
  for (const name of shippedProfiles().filter((each) => each !== target.profile)) {
    const candidate = await withProfile(env, of, name);
    if (candidate === undefined || !speaksOf(candidate, bare)) continue;
    if (isAsDeclared(await answers(candidate, declared, known), candidate, bare)) fitting.push(name);
  }
  const name = fitting.at(-1);
  return name === undefined
    ? lacking.map((text) => ({ state: 'warning', about: of, what: text.slice(of.length + 2) }))
    : [warning(of, `the responses fit the profile ${name}`, `set ASSAY_PROFILE=${name}`)];
}

async function withProfile(env: Environment, of: string, profile: string): Promise<Candidate | undefined> {
  const made = await makeReady({ ...env, ASSAY_PROFILE: profile });
  const ready = made.ok ? made.ready.find(({ contract }) => contract.interface === of) : undefined;
  return made.ok && ready ? { profile: made.target.profile, ready, target: made.target } : undefined;
}

/** Whether a profile names paths of the interface, or operations that are not offered. */
function speaksOf(candidate: Candidate, bare: Candidate): boolean {
  return [...candidate.ready.contract.operations.values()].some(
    (operation) => candidate.target.notOffered.has(operation.name) || isRenamed(operation, bare),
  );
}

function isRenamed({ name, path }: Operation, bare: Candidate): boolean {
  return bare.ready.contract.operations.get(name)?.path !== path;
}

/** Of a service with several parts, one of several operations that can be asked. */
function mayLackParts({ service }: Operation, askable: readonly Operation[]): boolean {
  const roots = askable.filter((one) => one.service === service).map(rootOf);
  return new Set(roots).size > 1 && new Set(roots).size < roots.length;
}

/** Asks what creates nothing and needs no more than the settings. Answers under one address are asked for once. */
async function answers(
  { ready, target }: Candidate,
  declared: ReadonlySet<string>,
  known: Map<string, Exchange>,
  chosen: (operation: Operation, askable: readonly Operation[]) => boolean = () => true,
): Promise<ReadonlyMap<string, Exchange>> {
  const found = new Map<string, Exchange>();
  const lane = ready.prepared.lanes.find((each) => each.problems === undefined && each.credentials.has('good'));
  if (lane === undefined) return found;
  const asker = openAsker([ready], { ...target, notOffered: declared }, 'doctor');
  try {
    const context = asker.contextOf(ready, lane, 'doctor');
    const paramsFor = (operation: Operation) =>
      ready.prepared.services[operation.service] && context.offers(operation.name)
        ? paramsOf(operation, ready.suite as Suite, lane.settings)
        : undefined;
    const askable = [...ready.contract.operations.values()].filter((each) => paramsFor(each) !== undefined);
    for (const operation of askable.filter((each) => chosen(each, askable))) {
      const params = paramsFor(operation) ?? {};
      const address = `${operation.service} ${operation.method} ${operation.path}`;
      const exchange = known.get(address) ?? (await context.send(operation.name, { params }));
      known.set(address, exchange);
      found.set(operation.name, exchange);
    }
  } finally {
    await asker.close();
  }
  return found;
}

function paramsOf(
  { name, path, method, creates, parameters }: Operation,
  suite: Pick<Suite, 'claimed'>,
  settings: Parameters<NonNullable<Suite['claimed']>>[1],
): RequestOptions['params'] {
  if (path === undefined || creates !== undefined) return undefined;
  const claimed = suite.claimed?.(name, settings);
  const bare =
    method === 'GET' &&
    !path.includes('{') &&
    parameters.every(({ in: where, required }) => where === 'header' || !required);
  return claimed ?? (bare ? {} : undefined);
}

/** Something that the profile names succeeded, what it says is not offered did not, and nothing else is absent. */
function isAsDeclared(
  found: ReadonlyMap<string, Exchange>,
  { ready: { contract }, target }: Candidate,
  bare: Candidate,
): boolean {
  const all = [...found];
  const renamed = [...contract.operations.values()].filter((one) => isRenamed(one, bare)).map(({ name }) => name);
  return (
    all.some(([name, exchange]) => succeeded(exchange) && (renamed.length === 0 || renamed.includes(name))) &&
    all.every(([name, exchange]) =>
      target.notOffered.has(name) ? !succeeded(exchange) : !ABSENT.has(exchange.outcome.status),
    )
  );
}
