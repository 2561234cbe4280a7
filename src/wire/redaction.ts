/** Finds secrets by their value, in whatever way they are written, and puts stable placeholders in their place. */
import { decodedViews } from './decoded-view.ts';
import { jsonNumberAround, looksLikeJson, utf16Of, widened } from './redaction-boundaries.ts';
import { type Found, SecretSearch } from './secret-search.ts';
import { type SecretText, SHORTEST_FREE_SECRET, textsOf } from './secret-texts.ts';

interface RedactedBytes {
  readonly bytes: Uint8Array;
  readonly redacted: boolean;
}

interface CutOptions {
  /** The octets are the beginning of something longer: the beginning of a secret at their end is redacted too. */
  readonly cut?: boolean;
  /** Keep no more than so many of the given octets; never ends inside a secret. */
  readonly limit?: number;
}

interface AddOptions {
  /** It may be no secret, such as an identifier: only the whole of it is redacted, because others may lawfully share a long part of it. */
  readonly presumed?: boolean;
}

export interface Redactor {
  /** From now on, `secret` is shown as `[redacted:<name>]`. The first name of a value stays. Shorter than 4 characters: ignored. */
  add(secret: string | Uint8Array, name: string, options?: AddOptions): void;
  text(text: string): string;
  /** A redacted JSON text stays JSON, and a redacted XML text stays well-formed. */
  bytes(octets: Uint8Array, options?: CutOptions): RedactedBytes;
  /** Names of the secrets that `octets` hold, in any encoding. */
  findSecrets(octets: Uint8Array): string[];
}

const SHORTEST_SECRET = 4;
/** Texts of at most so many characters are remembered with what is shown of them, so many at once: most headers come again and again. */
const REMEMBERED_LENGTH = 4096;
const MOST_REMEMBERED = 512;
/** Escapes are undone in parts of so many octets, each with so many of the part before: no secret that is escaped is longer. */
const PART = 4 << 20;
const OVERLAP = 1 << 20;
/** What stands on both sides of a value. */
const QUOTES = ['""', "''", '><'] as const;

/** A secret that may be an ordinary word, as a whole value. */
interface QuotedValue {
  readonly name: string;
  /** With one octet before and after it. */
  readonly octets: Buffer;
}

/** A redactor that knows no secret yet. */
export function createRedactor(): Redactor {
  const names = new Map<string, string>();
  /** Those of them that are only presumed to be secrets. */
  const presumed = new Set<string>();
  const short = new Map<string, string>();
  const remembered = new Map<string, string>();
  const search = new SecretSearch();
  const values: QuotedValue[] = [];

  const add = (secret: string | Uint8Array, firstName: string, { presumed: isPresumed = false }: AddOptions = {}): void => {
    const content = Buffer.from(secret as string).toString('latin1');
    const known = names.get(content);
    const nothingNew = known !== undefined && (isPresumed || !presumed.has(content));
    if (content.trim().length < SHORTEST_SECRET || nothingNew) return;
    const name = known ?? firstName;
    names.set(content, name);
    if (isPresumed) presumed.add(content);
    else presumed.delete(content);
    remembered.clear();
    if (content.length >= SHORTEST_FREE_SECRET) for (const text of textsOf(secret)) search.add(isPresumed ? asAWhole(text) : text, name);
    else if (known === undefined) {
      short.set(content, name);
      for (const [before, after] of QUOTES) values.push({ name, octets: Buffer.from(`${before}${content}${after}`, 'latin1') });
    }
  };

  const runsIn = (octets: Uint8Array, cut: boolean): Found[] => {
    const runs: Found[] = [];
    search.each(octets, cut, (run) => runs.push(run));
    const buffer = Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength);
    for (const value of values) runs.push(...wholeValues(buffer, value));
    return runs;
  };

  const spansOf = (octets: Uint8Array, cut: boolean): Found[] => {
    if (names.size === 0) return [];
    const buffer = Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength);
    const spans = runsIn(octets, cut);
    for (let from = 0; from < octets.length; from += PART) {
      const begin = Math.max(0, from - OVERLAP);
      const end = Math.min(octets.length, from + PART);
      for (const view of decodedViews(octets.subarray(begin, end))) {
        for (const run of runsIn(view.octets, cut && end === octets.length)) {
          const { start, end: last } = view.source(run);
          spans.push({ name: run.name, start: begin + start, end: begin + last });
        }
      }
    }
    return merged(spans.map((span) => widened(buffer, span)));
  };

  const redact = (octets: Uint8Array, { cut = false, limit = Number.POSITIVE_INFINITY }: CutOptions): RedactedBytes => {
    if (names.size === 0) return { bytes: octets.subarray(0, limit), redacted: false };
    const wide = utf16Of(octets);
    if (wide) {
      const inner = redact(Buffer.from(wide.text, 'utf8'), { cut });
      return inner.redacted
        ? { bytes: wide.encode(Buffer.from(inner.bytes).toString('utf8')).subarray(0, limit), redacted: true }
        : { bytes: octets.subarray(0, limit), redacted: false };
    }
    let spans = spansOf(octets, cut);
    let end = Math.min(octets.length, limit);
    const straddling = spans.find((span) => span.start < end && span.end > end);
    if (straddling) {
      end = straddling.start;
      spans = [...spans.filter((span) => span.end <= end), { name: straddling.name, start: end, end }];
    }
    if (spans.length === 0) return { bytes: octets.subarray(0, end), redacted: false };
    return { bytes: replaced(octets.subarray(0, end), spans), redacted: true };
  };

  const shownOf = (text: string): string => {
    const whole = short.get(latin1(text));
    if (whole !== undefined) return placeholder(whole);
    const [, scheme, word] = /^(\S+ +)(\S+)$/.exec(text) ?? [];
    const credential = word === undefined ? undefined : short.get(latin1(word));
    if (credential !== undefined) return `${scheme}${placeholder(credential)}`;
    const { bytes, redacted } = redact(Buffer.from(text, 'utf8'), {});
    return redacted ? Buffer.from(bytes).toString('utf8') : text;
  };

  return {
    add,
    text(text) {
      const known = remembered.get(text);
      if (known !== undefined) return known;
      const shown = shownOf(text);
      if (text.length <= REMEMBERED_LENGTH && remembered.size < MOST_REMEMBERED) remembered.set(text, shown);
      return shown;
    },
    bytes: (octets, options = {}) => redact(octets, options),
    findSecrets(octets) {
      const wide = utf16Of(octets);
      return [...new Set(spansOf(wide ? Buffer.from(wide.text, 'utf8') : octets, false).map(({ name }) => name))];
    },
  };
}

const asAWhole = (text: SecretText): SecretText => ({ ...text, least: text.to - text.from });

const latin1 = (text: string): string => Buffer.from(text).toString('latin1');

/** No character of it needs escaping in JSON, XML or a header. */
function placeholder(name: string): string {
  return `[redacted:${name.replace(/[^\w.-]+/g, '-')}]`;
}

function wholeValues(octets: Buffer, { name, octets: value }: QuotedValue): Found[] {
  const found: Found[] = [];
  for (let at = octets.indexOf(value); at >= 0; at = octets.indexOf(value, at + value.length - 1))
    found.push({ name, start: at + 1, end: at + value.length - 1 });
  return found;
}

/** In order, without overlaps; parts of one token are one. */
function merged(spans: readonly Found[]): Found[] {
  const result: Found[] = [];
  for (const span of [...spans].sort((one, other) => one.start - other.start || other.end - one.end)) {
    const before = result.at(-1);
    if (before && span.start < before.end) result[result.length - 1] = { ...before, end: Math.max(before.end, span.end) };
    else result.push(span);
  }
  return result;
}

function replaced(octets: Uint8Array, spans: readonly Found[]): Uint8Array {
  const json = looksLikeJson(octets);
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (const span of spans) {
    const number = json ? jsonNumberAround(octets, span) : undefined;
    const { start, end } = number ?? span;
    if (start < at) continue;
    pieces.push(octets.subarray(at, start), Buffer.from(number ? '0' : placeholder(span.name)));
    at = end;
  }
  pieces.push(octets.subarray(at));
  return Buffer.concat(pieces);
}
