/**
 * Limits of one response, and of all responses of a run. A response beyond a limit is not judged, and is not read
 * further: the exchange is recorded as a failure of the phase `limit` that names it, with the beginning of the body. No
 * response therefore takes long to read or much memory.
 */
import { endOfString } from '../../files/bounded-json.ts';
import { WireError } from '../connect/wire-error.ts';

const MIB = 1024 * 1024;

/**
 * The limits in the table of docs/security.md. Documented responses stay far below; a listing of 100,000 records of 30
 * members is within.
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
const FAILURES: Readonly<Record<Exclude<keyof typeof ANSWER_BUDGET, 'depth'>, readonly [code: string, found: string]>> =
  {
    bytes: ['BODY_TOO_LARGE', 'the body has too many bytes'],
    textBytes: ['TEXT_TOO_LARGE', 'the response is not JSON and has too many bytes'],
    runBytes: ['RUN_TOO_LARGE', 'the responses of this run have too many bytes together'],
    entries: ['TOO_MANY_ENTRIES', 'an array has too many entries'],
    members: ['TOO_MANY_MEMBERS', 'an object has too many members'],
    containers: ['TOO_MANY_CONTAINERS', 'the response has too many objects and arrays'],
    values: ['TOO_MANY_VALUES', 'the response has too many values'],
    lexeme: ['LEXEME_TOO_LONG', 'a string, a number or a run of white space has too many bytes'],
  };

/** Returns the failure of a response beyond a limit. */
export function beyond(limit: keyof typeof FAILURES): WireError {
  const [code, found] = FAILURES[limit];
  return new WireError('limit', code, `${found}; at most ${ANSWER_BUDGET[limit]} are judged`);
}

const kinds = (characters: string, kind: number, into: Uint8Array): void => {
  for (const byte of Buffer.from(characters)) into[byte] = kind;
};
const [OTHER, BLANK, NUMERIC, QUOTE, OPEN, CLOSE, COMMA] = [0, 1, 2, 3, 4, 5, 6];
const KIND = new Uint8Array(256);
kinds(' \t\r\n', BLANK, KIND);
kinds('0123456789+-.', NUMERIC, KIND);
kinds('"', QUOTE, KIND);
kinds('[{', OPEN, KIND);
kinds(']}', CLOSE, KIND);
kinds(',', COMMA, KIND);
const BRACE = 0x7b;
const BRACKET = 0x5b;
/** First byte and length of a byte order mark in UTF-8. */
const MARK = { byte: 0xef, length: 3 };

/**
 * Measures a response while it is received, in pieces of any length, so that reading can end at the first limit. The
 * parser judges whether the text is JSON.
 */
export class AnswerScan {
  #size = 0;
  /** Undefined as long as there were only blanks. */
  #json: boolean | undefined;
  /** Bytes at the beginning of the next piece that are already accounted for. */
  #skip = 0;
  /** Kind of the token that the last byte is part of: a string (`QUOTE`), blanks, a number; else `OTHER`. */
  #token = OTHER;
  /** Bytes of this token. */
  #length = 0;
  #depth = 0;
  #containers = 0;
  #values = 0;
  /** Commas seen in the container of each level, and the limit that applies to them. */
  readonly #commas: number[] = [];
  readonly #limits: ('members' | 'entries')[] = [];

  /** Takes in the next bytes; returns the limit that the response exceeds with them. Linear. */
  add(bytes: Uint8Array): WireError | undefined {
    if (this.#size === 0 && bytes[0] === MARK.byte) this.#skip = MARK.length;
    this.#size += bytes.length;
    if (this.#json === false) return this.#sizeOfText();
    for (let at = this.#skip; ; ) {
      if (at >= bytes.length) {
        this.#skip = at - bytes.length;
        return undefined;
      }
      if (this.#token !== OTHER) {
        const end = this.#token === QUOTE ? endOfString(bytes, at) : endOfKind(bytes, at, this.#token);
        this.#length += end - at;
        if (this.#length > ANSWER_BUDGET.lexeme) return beyond('lexeme');
        // The quote that closes a string is part of it.
        at = this.#token === QUOTE && end < bytes.length ? end + 1 : end;
        if (end < bytes.length) this.#token = OTHER;
        continue;
      }
      const byte = bytes[at] as number;
      const kind = KIND[byte] as number;
      if (this.#json === undefined && kind !== BLANK) {
        this.#json = byte === BRACE || byte === BRACKET;
        if (!this.#json) return this.#sizeOfText();
      }
      const beyondIt = this.#begin(kind, byte);
      if (beyondIt) return beyondIt;
      at += 1;
    }
  }

  #sizeOfText(): WireError | undefined {
    return this.#size > ANSWER_BUDGET.textBytes ? beyond('textBytes') : undefined;
  }

  /** Counts a byte outside of strings, blanks and numbers, or the first byte of one of these. */
  #begin(kind: number, byte: number): WireError | undefined {
    if (kind === QUOTE || kind === BLANK || kind === NUMERIC) {
      this.#token = kind;
      this.#length = kind === QUOTE ? 0 : 1;
    } else if (kind === COMMA) return this.#comma();
    else if (kind === OPEN) {
      this.#depth += 1;
      this.#containers += 1;
      if (this.#containers > ANSWER_BUDGET.containers) return beyond('containers');
      if (this.#depth > ANSWER_BUDGET.depth) return undefined;
      this.#commas[this.#depth - 1] = 0;
      this.#limits[this.#depth - 1] = byte === BRACE ? 'members' : 'entries';
    } else if (kind === CLOSE) this.#depth = Math.max(0, this.#depth - 1);
    return undefined;
  }

  #comma(): WireError | undefined {
    this.#values += 1;
    if (this.#values > ANSWER_BUDGET.values) return beyond('values');
    const level = this.#depth - 1;
    if (level < 0 || level >= ANSWER_BUDGET.depth) return undefined;
    const count = (this.#commas[level] as number) + 1;
    this.#commas[level] = count;
    const limit = this.#limits[level] as 'members' | 'entries';
    return count < ANSWER_BUDGET[limit] ? undefined : beyond(limit);
  }
}

function endOfKind(bytes: Uint8Array, begin: number, kind: number): number {
  let at = begin;
  while (at < bytes.length && KIND[bytes[at] as number] === kind) at += 1;
  return at;
}
