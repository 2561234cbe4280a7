/**
 * Limits of one response, and of all responses of a run. A response beyond a limit is not judged, and is not read
 * further: the exchange is recorded as a failure of the phase `limit` that names it, with the beginning of the body. No
 * response therefore takes long to read or much memory.
 */
import { endOfString } from '../../files/bounded-json.ts';
import { WireError } from '../connect/wire-error.ts';

const MIB = 1024 * 1024;

/**
 * The limits in the table of docs/lookup/security.md. Documented responses stay far below; a listing of 100,000 records
 * of 30 members is within.
 */
export const ANSWER_BUDGET = {
  /** Bytes of a response after content decoding. */
  bytes: 128 * MIB,
  /** Bytes of a response that is not JSON and not read as a stream. */
  textBytes: 4 * MIB,
  /** Bytes of all different responses of a run that are kept. */
  runBytes: 80 * MIB,
  /** Entries of one JSON array. */
  entries: 250_000,
  /** Members of one JSON object. */
  members: 20_000,
  /** Objects and arrays in a response. */
  containers: 500_000,
  /** Values in a response, those in objects and arrays included. */
  values: 4_000_000,
  /** Levels of nesting; deeper values are left out, the rest is judged. */
  depth: 256,
  /** Bytes of a string, of a number, and of blanks in a row. */
  lexeme: 256 * 1024,
} as const;

/** Code and words of the failure, by limit. */
const FAILURES: Readonly<Record<Exclude<keyof typeof ANSWER_BUDGET, 'depth'>, readonly [code: string, what: string]>> =
  {
    bytes: ['BODY_TOO_LARGE', 'bytes in the body'],
    textBytes: ['TEXT_TOO_LARGE', 'bytes in a response that is not JSON'],
    runBytes: ['RUN_TOO_LARGE', 'bytes in the responses of this run together'],
    entries: ['TOO_MANY_ENTRIES', 'entries in an array'],
    members: ['TOO_MANY_MEMBERS', 'members in an object'],
    containers: ['TOO_MANY_CONTAINERS', 'objects and arrays in the response'],
    values: ['TOO_MANY_VALUES', 'values in the response'],
    lexeme: ['LEXEME_TOO_LONG', 'bytes in a string, a number or white space'],
  };

/** Returns the failure of a response beyond a limit. */
export function beyond(limit: Limit): WireError {
  const [code, what] = FAILURES[limit];
  return new WireError('limit', code, `more than ${ANSWER_BUDGET[limit]} ${what}`);
}

type Limit = keyof typeof FAILURES;

const [OTHER, BLANK, NUMERIC, QUOTE, OPEN, CLOSE, COMMA] = [0, 1, 2, 3, 4, 5, 6];
/** Kinds of bytes. Those of a byte order mark count as blanks. */
const KIND = new Uint8Array(256);
for (const [characters, kind] of [
  ['\ufeff \t\r\n', BLANK],
  ['0123456789+-.', NUMERIC],
  ['"', QUOTE],
  ['[{', OPEN],
  [']}', CLOSE],
  [',', COMMA],
] as const)
  for (const byte of Buffer.from(characters)) KIND[byte] = kind;
const BRACE = 0x7b;

/**
 * Measures a response while it is received, in pieces of any length, so that reading can end at the first limit. The
 * parser judges whether the text is JSON.
 */
export class AnswerScan {
  #size = 0;
  /** Undefined as long as there were only blanks. */
  #json: boolean | undefined;
  /** Kind of the last byte; `QUOTE` within a string. */
  #kind = OTHER;
  /** Whether the last byte is a backslash in a string. */
  #escaped = false;
  /** Bytes of the string, or of the run of bytes of the same kind, that the last byte is part of. */
  #length = 0;
  #depth = 0;
  #containers = 0;
  #values = 0;
  /** Commas seen in the container of each level, and the limit that applies to them. */
  readonly #commas: number[] = [];
  readonly #limits: ('members' | 'entries')[] = [];

  /** Takes in the next bytes; returns the limit that the response exceeds with them. Linear. */
  add(bytes: Uint8Array): WireError | undefined {
    this.#size += bytes.length;
    for (let at = 0; at < bytes.length && this.#json !== false; at += 1) {
      if (this.#escaped) this.#escaped = false;
      else if (this.#kind === QUOTE) {
        const end = endOfString(bytes, at);
        this.#length += end - at;
        if (this.#length > ANSWER_BUDGET.lexeme) return beyond('lexeme');
        this.#escaped = end > bytes.length;
        if (end < bytes.length) this.#kind = OTHER;
        at = end;
      } else {
        const limit = this.#next(bytes[at] as number);
        if (limit !== undefined) return beyond(limit);
      }
    }
    return this.#json === false && this.#size > ANSWER_BUDGET.textBytes ? beyond('textBytes') : undefined;
  }

  /** Takes in a byte outside of strings. */
  #next(byte: number) {
    const kind = KIND[byte] as number;
    if (kind !== BLANK) this.#json ??= kind === OPEN;
    this.#length = kind === QUOTE ? 0 : kind === this.#kind ? this.#length + 1 : 1;
    this.#kind = kind;
    if (kind === BLANK || kind === NUMERIC) return this.#length > ANSWER_BUDGET.lexeme ? 'lexeme' : undefined;
    if (kind === OPEN) return this.#open(byte === BRACE ? 'members' : 'entries');
    if (kind === CLOSE) this.#depth = Math.max(0, this.#depth - 1);
    return kind === COMMA ? this.#comma() : undefined;
  }

  #open(limit: 'members' | 'entries') {
    if (this.#depth < ANSWER_BUDGET.depth) {
      this.#commas[this.#depth] = 0;
      this.#limits[this.#depth] = limit;
    }
    this.#depth += 1;
    this.#containers += 1;
    return this.#containers > ANSWER_BUDGET.containers ? 'containers' : undefined;
  }

  #comma() {
    this.#values += 1;
    if (this.#values > ANSWER_BUDGET.values) return 'values';
    const limit = this.#limits[this.#depth - 1];
    if (limit === undefined) return undefined;
    const count = (this.#commas[this.#depth - 1] ?? 0) + 1;
    this.#commas[this.#depth - 1] = count;
    return count < ANSWER_BUDGET[limit] ? undefined : limit;
  }
}
