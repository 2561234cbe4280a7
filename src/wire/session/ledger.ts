/** The ledger of objects that a run may create: a line is written before the creation, and closed after the removal. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { memberOf } from '../../files/json-value.ts';
import { codeOf, readGivenText, reasonOf } from '../../files/read-file.ts';
import { makeDirectory } from '../../files/write-file.ts';
import type { Redactor } from '../secrets/redaction.ts';
import type { LedgerRequest } from '../types.ts';

/** A line of the file. A later line with the same id replaces it. */
export interface LedgerLine extends Omit<LedgerRequest, 'identifierIn'> {
  readonly id: string;
  readonly run: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly state: 'open' | 'closed' | 'residue';
  /** The identifier as the service returned it. Absent before that, and if it contains a secret. */
  readonly identifier?: string;
  /** Why the object could not be removed, if the state is `residue`. */
  readonly why?: string;
}

export type Ledger = ReturnType<typeof openLedger>;

/** The file's name in a run's directory. */
export const LEDGER_FILE = 'ledger.jsonl';

/**
 * Opens the ledger of a directory, with what earlier runs left in it; in memory only without a directory.
 * @throws Error if the directory cannot be made or the file cannot be read.
 */
export function openLedger(options: { readonly directory?: string; readonly redactor?: Redactor } = {}) {
  const { directory, redactor } = options;
  const at = () => new Date().toISOString();
  const file = directory === undefined ? undefined : join(directory, LEDGER_FILE);
  if (directory !== undefined) makeDirectory(directory);
  const existing = file === undefined ? { lines: [], torn: false } : readLedger(file);
  const lines = new Map<string, LedgerLine>(existing.lines.map((line) => [line.id, line]));
  let torn = existing.torn;
  let count = lines.size;

  const write = (line: LedgerLine, flush = true) => {
    if (file !== undefined) {
      const before = torn ? '\n' : '';
      // A failed write may leave a part of the line.
      torn = true;
      try {
        appendFileSync(file, `${before}${JSON.stringify(line)}\n`, { flush });
      } catch (error) {
        throw new Error(`Cannot write the ledger ${JSON.stringify(file)}: ${reasonOf(error)}`, { cause: error });
      }
      torn = false;
    }
    lines.set(line.id, line);
  };
  const shown = (text: string) => redactor?.text(text) ?? text;
  const turn = (id: string, state: LedgerLine['state'], why?: string) => {
    const line = lines.get(id);
    if (!line || line.state === 'closed') return;
    const turned = { ...line, at: at(), state, ...(why !== undefined && { why: shown(why) }) };
    try {
      // If this line is lost, the file still lists the object: that is safe, so do not wait for the disk.
      write(turned, false);
    } catch {
      // For the same reason, the run continues.
      lines.set(id, turned);
    }
  };
  return {
    /**
     * Writes that `entry` is about to be created; the line is on the disk when this returns.
     * @returns the line's id.
     * @throws Error if it cannot be written.
     */
    open({ kind, name, interface: of, lane }: LedgerRequest, runId: string) {
      let id = `${runId}/${++count}`;
      while (lines.has(id)) id = `${runId}/${++count}`;
      write({ id, run: runId, at: at(), state: 'open', kind, name: shown(name), interface: of, lane });
      return id;
    },
    /**
     * Adds the identifier that the service returned; the line is on the disk when this returns.
     * @throws Error if it cannot be written.
     */
    identify(id: string, identifier: string) {
      const line = lines.get(id);
      if (line && shown(identifier) === identifier) write({ ...line, at: at(), identifier });
    },
    // The object is gone, or was never created. Does not throw: the line may stay open.
    close: (id: string) => turn(id, 'closed'),
    // The object remains. Does not throw.
    residue: (id: string, why: string) => turn(id, 'residue', why),
    // All objects that are neither closed nor known to remain, including those of earlier runs.
    pending: () => [...lines.values()].filter(({ state }) => state === 'open'),
  };
}

/**
 * Reads a ledger back, one line per id, in the order of creation. A run that was killed may have left an incomplete
 * last line: its content is then unknown, but no request was sent after it. `torn` says that the file does not end in a
 * line end.
 * @throws Error if another line is not a line of a ledger.
 */
export function readLedger(file: string) {
  let content: string;
  try {
    content = readGivenText(file, 'ledger');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { lines: [], torn: false };
    throw new Error(`Cannot read the ledger ${JSON.stringify(file)}: ${reasonOf(error)}`, {
      cause: error,
    });
  }
  const rows = content.split('\n');
  const lines = new Map<string, LedgerLine>();
  for (const [index, row] of rows.entries()) {
    const line = parseLine(row);
    if (line) lines.set(line.id, line);
    // An incomplete line stays in the file if the next run appends after it.
    else if (row !== '' && index < rows.length - 1 && !isTorn(row))
      throw new Error(`${JSON.stringify(file)}, line ${index + 1}: not a line of a ledger`);
  }
  return { lines: [...lines.values()], torn: rows.at(-1) !== '' };
}

function parseLine(row: string) {
  try {
    const value: unknown = JSON.parse(row);
    return isLine(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isLine(value: unknown): value is LedgerLine {
  const typesOf = (names: readonly string[]) => names.map((name) => typeof memberOf(value, name));
  return (
    typesOf(['id', 'run', 'at', 'kind', 'name']).every((type) => type === 'string') &&
    typesOf(['interface', 'lane', 'identifier', 'why']).every((type) => type === 'string' || type === 'undefined') &&
    ['open', 'closed', 'residue'].includes(String(memberOf(value, 'state')))
  );
}

function isTorn(row: string) {
  return row.startsWith('{"id":"'.slice(0, row.length)) && !row.endsWith('}');
}
