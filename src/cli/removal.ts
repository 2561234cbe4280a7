/**
 * Removes objects listed in a ledger, if the document or a standard gives a way and the ledger or the evidence has
 * their identifier.
 */
import { INTERFACES } from '../../suites/index.ts';
import type { Ready } from '../engine/send/run.ts';
import { jsonOf, statusOf, succeeded } from '../engine/words/answer.ts';
import { made } from '../engine/words/origins.ts';
import type { Handshake, Removal } from '../engine/words/types.ts';
import { textIn } from '../files/json-value.ts';
import { openSender } from '../run/session.ts';
import { readEvidence } from '../wire/evidence/evidence.ts';
import { NOT_FOUND } from '../wire/http.ts';
import { whyLeft } from '../wire/session/creation.ts';
import type { LedgerLine } from '../wire/session/ledger.ts';
import type { Exchange } from '../wire/types.ts';
import type { MadeReady } from './ready-settings.ts';

/** The way to remove one kind of object: by a request, or by undoing a handshake. */
type Way = { readonly interface: string } & (Removal | { readonly handshake: Handshake });

const WAYS: ReadonlyMap<string, Way> = new Map(
  INTERFACES.flatMap(({ name, removals, handshakes = [] }): [string, Way][] => [
    ...Object.entries(removals).map(([kind, removal]): [string, Way] => [kind, { interface: name, ...removal }]),
    ...handshakes.map((handshake): [string, Way] => [handshake.made, { interface: name, handshake }]),
  ]),
);

/** Whether the document or a standard gives a way to remove objects of a kind. */
export const isRemovable = (kind: string): boolean => WAYS.has(kind);

/** Whether objects of a kind are removed by an identifier that the service gave them. */
export const needsIdentifier = (kind: string): boolean => (WAYS.get(kind) as Partial<Removal>)?.member !== undefined;

/** Tries to remove the object of each line. @returns the outcome by the line's id: `removed`, or the reason why not. */
export async function removeLeft(
  lines: readonly LedgerLine[],
  directory: string,
  { ready, target }: Pick<MadeReady, 'ready' | 'target'>,
) {
  const evidence = await readEvidence(directory).catch(() => undefined);
  const outcomes = new Map<string, string>();
  const sender = openSender(ready, target, 'clean');
  try {
    for (const line of lines) outcomes.set(line.id, await removed(line));
    return outcomes;
  } finally {
    await sender.close();
  }

  async function removed(line: LedgerLine) {
    const way = WAYS.get(line.kind);
    if (way === undefined) return line.why ?? 'the document gives no way to remove it';
    const one = ready.find(({ contract }) => contract.interface === way.interface);
    if (one === undefined) return `${way.interface} is not configured; use the settings of the run`;
    if ('handshake' in way) return undone(one, way.handshake, line.name);
    const creation = evidence?.exchanges.find(({ ledger }) => ledger === line.id);
    const known = way.member === undefined ? line.name : line.identifier;
    const id = known ?? (creation && identifierIn(creation, way.member ?? ''));
    if (id === undefined)
      return creation === undefined
        ? `identifier unknown: ${line.why ?? 'no response to its creation was recorded'}`
        : whyLeft(creation.outcome);
    const mayBeAnother =
      way.member === undefined
        ? !line.name.includes(line.run)
        : known === undefined && creation && shownBefore(id, creation, evidence?.exchanges ?? []);
    if (mayBeAnother || !way.isIdentifier(id))
      return 'the identifier may be that of another object; remove it manually';
    return removedBy(one, line.lane ?? creation?.lane ?? one.prepared.lanes[0]?.name ?? '', way, id);
  }

  /** Undoes a handshake as the profile of the settings says. */
  async function undone(one: Ready, handshake: Handshake, name: string) {
    const paths = one.contract.handshakes?.get(handshake.id);
    if (paths === undefined) return `no profile declares ${handshake.id} (ASSAY_PROFILE)`;
    const context = contextOf(one, handshake.lane);
    if (typeof context === 'string') return context;
    const outcome = await handshake.undo(context, name, paths);
    return outcome === true ? 'removed' : outcome === false ? 'the service did not remove it' : outcome;
  }

  async function removedBy(one: Ready, laneName: string, { operation, method, parameter }: Removal, id: string) {
    const context = contextOf(one, laneName);
    if (typeof context === 'string') return context;
    if (!context.hasCredential('good')) {
      const { setting = 'a credential' } = one.suite.credentials?.[laneName] ?? {};
      return `not tried: the run did not keep the ${laneName} that it obtained; set ${setting} in place of the settings with which it was obtained`;
    }
    const exchange = await context.send(operation, {
      method,
      params: { [parameter]: made(id) },
      purpose: 'cleanup',
    });
    if (succeeded(exchange)) return 'removed';
    const sent = method ?? operation;
    if (exchange.outcome.kind === 'failure') return `no response to ${sent} (${exchange.outcome.code})`;
    const status = statusOf(exchange);
    return `${sent} returned ${status}${NOT_FOUND.has(status) ? ': the object never existed or is already removed, or the service does not support the method' : ''}`;
  }

  /** Returns the context that sends with the credential of a lane, or the reason if no valid one is configured. */
  function contextOf(one: Ready, laneName: string) {
    const lane = one.prepared.lanes.find(({ name, problems }) => name === laneName && problems === undefined);
    const setting = one.suite.credentials?.[laneName]?.setting;
    return lane
      ? sender.contextOf(one, lane, 'clean')
      : `created with a ${laneName}, but no valid one is configured${setting === undefined ? '' : ` (${setting})`}`;
  }
}

/** Whether an earlier response in the same lane contained an identifier: then it may belong to another object. */
function shownBefore(id: string, creation: Exchange, exchanges: readonly Exchange[]) {
  const before = exchanges.filter(({ lane, startedAt }) => lane === creation.lane && startedAt < creation.startedAt);
  return before.some((exchange) =>
    JSON.stringify(jsonOf(exchange).json ?? '')
      .toLowerCase()
      .includes(id.toLowerCase()),
  );
}

function identifierIn(creation: Exchange, member: string) {
  return succeeded(creation) ? textIn(jsonOf(creation).json, member) : undefined;
}
