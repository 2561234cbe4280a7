/** Records what a run sends: exchanges, clean-ups, residue, notices. */
import type { Interface } from '../../contract/types.ts';
import type { Redactor } from '../../wire/secrets/redaction.ts';
import { whyLeft } from '../../wire/session/creation.ts';
import type { Ledger } from '../../wire/session/ledger.ts';
import type { Exchange, LedgerEntry, WireCredential } from '../../wire/types.ts';
import { isRefusal } from '../words/answering.ts';
import { valueIn } from '../words/remembered.ts';
import { byRecordedRole, withRoles } from '../words/roles.ts';
import type { Lane, MemorySlot, Notes, ProbeOutcome, RequestOptions, Residue, RunEvent } from '../words/types.ts';

export interface Cleanup {
  readonly entry: LedgerEntry;
  readonly of: Interface;
  /** Removes the object. Resolves with true if it is removed, or with the reason why it was left. */
  run(): Promise<boolean | string>;
}

/** Credentials, secrets and other memory that a lane gains during a run. */
export interface LaneMemory {
  readonly credentials: Map<string, WireCredential>;
  readonly secretValues: Map<string, string>;
  readonly foreign: Set<string>;
  readonly slots: Map<MemorySlot<unknown>, unknown>;
  /** The options of the requests that change nothing, by exchange: they can be sent again. */
  readonly sent: Map<string, RequestOptions>;
}

/** Returns an empty record. @param runId the id in the ledger lines of this run */
export function createRunRecord(
  runId: string,
  redactor: Redactor,
  ledger: Ledger,
  earlier: readonly string[],
  listener: ((event: RunEvent) => void) | undefined,
) {
  const residue: Residue[] = [];
  const notices = [...earlier];
  const recorded = new Map<Interface, Exchange[]>();
  const memories = new Map<Lane, LaneMemory>();
  const cleanups: Cleanup[] = [];
  /** The request that may have created the object of a ledger entry; without a ledger line, it was not sent. */
  const creations = new Map<LedgerEntry, Exchange>();

  /** Calls the listener. An exception in it does not stop the run or its clean-up, but becomes a notice. */
  function emit(event: RunEvent) {
    try {
      listener?.(event);
    } catch (error) {
      const notice = `A listener of the run failed: ${redactor.text((error as Error).message)}`;
      if (!notices.includes(notice)) notices.push(notice);
    }
  }

  /** Records residue, unless the ledger shows that the creating request cannot have reached the service. */
  function leave(entry: LedgerEntry, of: Interface, why: string) {
    const line = creations.get(entry)?.ledger;
    const open = ledger.pending().find(({ id }) => id === line);
    if (creations.has(entry) && open === undefined) return;
    if (line !== undefined) ledger.residue(line, why);
    residue.push({
      interface: of,
      kind: entry.kind,
      name: redactor.text(entry.name),
      ...(open?.identifier !== undefined && { identifier: redactor.text(open.identifier) }),
      why: redactor.text(why),
    });
  }

  return {
    residue,
    notices,
    emit,
    leave,

    add(of: Interface, exchange: Exchange, entry: LedgerEntry | undefined): void {
      valueIn(recorded, of, () => []).push(exchange);
      if (entry) creations.set(entry, exchange);
      if (entry && exchange.ledger !== undefined && exchange.purpose === 'refusal' && isRefusal(exchange.outcome))
        ledger.close(exchange.ledger);
      emit({ type: 'answered', exchange });
    },

    /** Keeps facts with a recorded exchange, and with the same exchange under the document's names. */
    note(of: Interface, exchange: Exchange, facts: Notes): void {
      const own = recorded.get(of)?.findLast(({ id }) => id === exchange.id);
      for (const one of new Set([own, exchange])) if (one) Object.assign(one, { notes: { ...one.notes, ...facts } });
    },

    /** Stores the roles of recorded exchanges as names for human readers. */
    name(of: Interface, outcomes: readonly ProbeOutcome[]): void {
      const exchanges = new Map(recorded.get(of)?.map((exchange) => [exchange.id, exchange]));
      for (const { roles = {} } of outcomes)
        for (const [exchange, role] of withRoles(byRecordedRole(roles, exchanges)))
          Object.assign(exchange, { label: role });
    },

    /** Returns exchanges of one interface in the order in which they began. */
    exchanges(of: Interface): Exchange[] {
      return (recorded.get(of) ?? []).toSorted((a, b) => a.startedAt - b.startedAt);
    },

    memory(lane: Lane): LaneMemory {
      return valueIn(memories, lane, () => ({
        credentials: new Map(),
        secretValues: new Map(),
        foreign: new Set(),
        slots: new Map(),
        sent: new Map(),
      }));
    },

    addCleanup(cleanup: Cleanup): void {
      cleanups.push(cleanup);
    },

    /**
     * Removes what was created, newest first. Objects that cannot be removed, and those that may have been created,
     * become residue.
     */
    async cleanUp(): Promise<void> {
      await Promise.all(
        cleanups.toReversed().map(async ({ entry, of, run }) => {
          const line = creations.get(entry)?.ledger;
          if (creations.has(entry) && line === undefined) return;
          const done = await run().catch(() => false);
          if (done !== true) leave(entry, of, done === false ? 'the removal was not confirmed' : done);
          else if (line !== undefined) ledger.close(line);
        }),
      );
      for (const { id, run, interface: of = '', kind, name } of ledger.pending()) {
        if (run !== runId) continue;
        const why = whyLeft([...creations.values()].find((one) => one.ledger === id)?.outcome);
        ledger.residue(id, why);
        residue.push({ interface: of, kind, name, why });
      }
    },
  };
}
