/**
 * Limits of one answer, and of all answers of a run. An answer beyond a limit is not judged: the exchange is recorded as a failure
 * of the phase `limit` that names it, with the beginning of the body. So no answer takes long to read or much memory.
 */
import { looksLikeJson } from './redaction-boundaries.ts';
import { WireError } from './wire-error.ts';

const MIB = 1024 * 1024;

/** The table of docs/reports.md. Documented answers stay far below; a listing of 100,000 records of 30 members is within. */
export const ANSWER_BUDGET = {
  /** Octets of one answer after content decoding. */
  octets: 128 * MIB,
  /** Octets of one answer that is not JSON and not read as a stream. */
  textOctets: 4 * MIB,
  /** Octets of all different answers of a run that are kept. */
  runOctets: 80 * MIB,
  /** Entries of one JSON array. */
  entries: 250_000,
  /** Members of one JSON object. */
  members: 20_000,
  /** Objects and arrays of one answer. */
  containers: 500_000,
  /** Values of one answer, those in objects and arrays included. */
  values: 4_000_000,
  /** Levels of nesting; deeper values are left out, the rest is judged. */
  depth: 256,
  /** Octets of a member name. */
  name: 32 * 1024,
  /** Octets of a string. */
  string: 256 * 1024,
  /** Characters of a number. */
  digits: 1000,
  /** Blanks in a row between two tokens. */
  blanks: 64 * 1024,
} as const;

/** Smaller bodies of a run are kept, however many there are. */
const SMALL = 64 * 1024;

/** The different answers that a run keeps, by digest. */
export class KeptAnswers {
  readonly #digests = new Set<string>();
  #octets = 0;

  /** Takes an answer in; the limit that it is beyond, if so. */
  add(body: { readonly bytes: Uint8Array; readonly digest: string }): WireError | undefined {
    const { length } = body.bytes;
    if (length <= SMALL || this.#digests.has(body.digest)) return undefined;
    if (this.#octets + length > ANSWER_BUDGET.runOctets)
      return beyond('RUN_TOO_LARGE', `the answers of this run have ${this.#octets + length} octets together`, 'runOctets');
    this.#digests.add(body.digest);
    this.#octets += length;
    return undefined;
  }
}

/** Shorter answers are within every limit. */
const SHORT = ANSWER_BUDGET.digits;

const kinds = (characters: string, kind: number, into: Uint8Array): void => {
  for (const octet of Buffer.from(characters)) into[octet] = kind;
};
const [BLANK, NUMERIC, QUOTE, OPEN, CLOSE, COMMA] = [1, 2, 3, 4, 5, 6];
const KIND = new Uint8Array(256);
kinds(' \t\r\n', BLANK, KIND);
kinds('0123456789+-.', NUMERIC, KIND);
kinds('"', QUOTE, KIND);
kinds('[{', OPEN, KIND);
kinds(']}', CLOSE, KIND);
kinds(',', COMMA, KIND);
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const BRACE = 0x7b;

/** The limit that an answer is beyond; undefined where it is within all. Linear, and stops at the first limit. */
export function beyondBudget(octets: Uint8Array): WireError | undefined {
  if (octets.length <= SHORT) return undefined;
  if (looksLikeJson(octets)) return beyondInJson(octets);
  const blanks = endOfKind(octets, 0, BLANK);
  if (blanks > ANSWER_BUDGET.blanks) return beyond('TOO_MANY_BLANKS', `the answer begins with ${blanks} blanks`, 'blanks');
  return octets.length > ANSWER_BUDGET.textOctets
    ? beyond('TEXT_TOO_LARGE', `the answer is not JSON and has ${octets.length} octets`, 'textOctets')
    : undefined;
}

function beyond(code: string, found: string, limit: keyof typeof ANSWER_BUDGET): WireError {
  return new WireError('limit', code, `${found}; at most ${ANSWER_BUDGET[limit]} are judged`);
}

function beyondInJson(octets: Uint8Array): WireError | undefined {
  /** Commas seen in the container of each level. */
  const commas = new Uint32Array(ANSWER_BUDGET.depth);
  const most = new Uint32Array(ANSWER_BUDGET.depth);
  let depth = 0;
  let containers = 0;
  let values = 0;
  for (let at = 0; at < octets.length; at += 1) {
    const kind = KIND[octets[at] as number] as number;
    if (kind === QUOTE) {
      const end = endOfString(octets, at + 1);
      const length = end - at - 1;
      if (length > ANSWER_BUDGET.name && octets[endOfKind(octets, end + 1, BLANK)] === COLON)
        return beyond('NAME_TOO_LONG', `a member name has ${length} octets`, 'name');
      if (length > ANSWER_BUDGET.string) return beyond('STRING_TOO_LONG', `a string has ${length} octets`, 'string');
      at = end;
    } else if (kind === COMMA) {
      values += 1;
      if (values > ANSWER_BUDGET.values) return beyond('TOO_MANY_VALUES', 'the answer has more values', 'values');
      if (depth === 0 || depth > ANSWER_BUDGET.depth) continue;
      const count = (commas[depth - 1] as number) + 1;
      commas[depth - 1] = count;
      if (count < (most[depth - 1] as number)) continue;
      if (most[depth - 1] === ANSWER_BUDGET.members) return beyond('TOO_MANY_MEMBERS', 'an object has more members', 'members');
      return beyond('TOO_MANY_ENTRIES', 'an array has more entries', 'entries');
    } else if (kind === OPEN) {
      depth += 1;
      containers += 1;
      if (containers > ANSWER_BUDGET.containers) return beyond('TOO_MANY_CONTAINERS', 'the answer has more objects and arrays', 'containers');
      if (depth > ANSWER_BUDGET.depth) continue;
      commas[depth - 1] = 0;
      most[depth - 1] = octets[at] === BRACE ? ANSWER_BUDGET.members : ANSWER_BUDGET.entries;
    } else if (kind === CLOSE) depth = Math.max(0, depth - 1);
    else if (kind === BLANK) {
      const end = endOfKind(octets, at, BLANK);
      if (end - at > ANSWER_BUDGET.blanks) return beyond('TOO_MANY_BLANKS', `${end - at} blanks stand in a row`, 'blanks');
      at = end - 1;
    } else if (kind === NUMERIC) {
      const end = endOfKind(octets, at, NUMERIC);
      if (end - at > ANSWER_BUDGET.digits) return beyond('NUMBER_TOO_LONG', `a number has ${end - at} characters`, 'digits');
      at = end - 1;
    }
  }
  return undefined;
}

/** Index of the closing quote, or the length of the text. */
function endOfString(octets: Uint8Array, begin: number): number {
  let at = begin;
  while (at < octets.length && octets[at] !== 0x22) at += octets[at] === BACKSLASH ? 2 : 1;
  return at;
}

function endOfKind(octets: Uint8Array, begin: number, kind: number): number {
  let at = begin;
  while (at < octets.length && KIND[octets[at] as number] === kind) at += 1;
  return at;
}
