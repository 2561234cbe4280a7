/** Finds secrets by their value, in whatever way they are written, and puts stable placeholders in their place. */
import { type PatternSearch, patternSearch } from './pattern-search.ts';
import { cutTail, jsonNumberAround, looksLikeJson, type Span, utf16Of, widened } from './redaction-boundaries.ts';
import { type Anchor, anchorsOf, type SecretText, SHORTEST_FREE_SECRET, textsOf } from './secret-forms.ts';

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

export interface Redactor {
  /** From now on, `secret` is shown as `[redacted:<name>]`. The first name of a value stays. Shorter than 4 characters: ignored. */
  add(secret: string | Uint8Array, name: string): void;
  text(text: string): string;
  /** A redacted JSON text stays JSON, and a redacted XML text stays well-formed. */
  bytes(octets: Uint8Array, options?: CutOptions): RedactedBytes;
  /** Names of the secrets that `octets` hold, in any encoding. */
  findSecrets(octets: Uint8Array): string[];
}

const SHORTEST_SECRET = 4;
/** Texts of at most so many characters are remembered with what is shown of them, so many at once: most headers come again and again. */
const REMEMBERED_LENGTH = 256;
const MOST_REMEMBERED = 512;
/** One character beyond the BMP, percent-encoded twice, takes 20 octets. */
const MOST_OCTETS = 24;

/** A short secret as a whole value; `inset` octets of quoting on either side. */
interface WholeValue {
  readonly name: string;
  readonly octets: Buffer;
  readonly inset: number;
}

interface Index {
  readonly search: PatternSearch;
  readonly wholes: readonly WholeValue[];
}

/** A redactor that knows no secret yet. */
export function createRedactor(): Redactor {
  const names = new Map<string, string>();
  const texts = new Map<string, SecretText>();
  const anchors: Anchor[] = [];
  const short = new Map<string, string>();
  const remembered = new Map<string, string>();
  let index: Index | undefined;

  const add = (secret: string | Uint8Array, name: string): void => {
    const content = typeof secret === 'string' ? secret : Buffer.from(secret).toString('latin1');
    if (content.trim().length < SHORTEST_SECRET || names.has(content)) return;
    names.set(content, name);
    index = undefined;
    remembered.clear();
    if (content.length < SHORTEST_FREE_SECRET) {
      short.set(content, name);
      return;
    }
    for (const text of textsOf(secret, name)) {
      if (texts.has(text.content)) continue;
      texts.set(text.content, text);
      anchors.push(...anchorsOf(text));
    }
  };

  const spansOf = (octets: Uint8Array): Span[] => {
    if (names.size === 0) return [];
    index ??= indexOf(anchors, short);
    const { search, wholes } = index;
    const buffer = Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength);
    const spans: Span[] = [];
    search.each(buffer, (pattern, at) => {
      const anchor = anchors[pattern];
      if (anchor) {
        const span = spanAt(anchor, buffer, at);
        if (span) spans.push(widened(buffer, span));
        return;
      }
      const whole = wholes[pattern - anchors.length] as WholeValue;
      spans.push({ name: whole.name, start: at + whole.inset, end: at + whole.octets.length - whole.inset });
    });
    return merged(spans);
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
    let spans = spansOf(octets);
    let end = Math.min(octets.length, limit);
    if (cut || end < octets.length) {
      const straddling = spans.find((span) => span.start < end && span.end > end);
      end = straddling?.start ?? end;
      spans = spans.filter((span) => span.end <= end);
      const tail = cutTail(octets.subarray(0, end), texts.values());
      if (tail) spans = merged([...spans, tail]);
      if (straddling) spans = [...spans, { name: straddling.name, start: end, end }];
    }
    if (spans.length === 0) return { bytes: octets.subarray(0, end), redacted: false };
    return { bytes: replaced(octets.subarray(0, end), spans), redacted: true };
  };

  const shownOf = (text: string): string => {
    const whole = short.get(text);
    if (whole !== undefined) return placeholder(whole);
    const [, scheme, word] = /^(\S+ +)(\S+)$/.exec(text) ?? [];
    const credential = word === undefined ? undefined : short.get(word);
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
      return [...new Set(spansOf(wide ? Buffer.from(wide.text, 'utf8') : octets).map(({ name }) => name))];
    },
  };
}

/** No character of it needs escaping in JSON, XML or a header. */
function placeholder(name: string): string {
  return `[redacted:${name.replace(/[^\w.-]+/g, '-')}]`;
}

function indexOf(anchors: readonly Anchor[], short: ReadonlyMap<string, string>): Index {
  const wholes = [...short].flatMap(([secret, name]) => {
    const inner = JSON.stringify(secret).slice(1, -1);
    return [`"${inner}"`, `\\"${inner}\\"`, `>${secret}<`, `'${secret}'`].map((text) => ({
      name,
      octets: Buffer.from(text),
      inset: text.startsWith('\\') ? 2 : 1,
    }));
  });
  return { search: patternSearch([...anchors, ...wholes].map(({ octets }) => octets)), wholes };
}

/** The whole secret around an anchor, or undefined where only the anchor is there. */
function spanAt(anchor: Anchor, buffer: Buffer, at: number): Span | undefined {
  const { text, first, last, octets } = anchor;
  const plainStart = at - anchor.plainBefore;
  if (plainStart >= 0 && buffer.compare(text.plain, 0, text.plain.length, plainStart, Math.min(buffer.length, plainStart + text.plain.length)) === 0) {
    return { name: text.name, start: plainStart, end: plainStart + text.plain.length };
  }
  const from = Math.max(0, at - MOST_OCTETS * (first + 1));
  const window = buffer.toString('latin1', from, Math.min(buffer.length, at + octets.length + MOST_OCTETS * (text.length - last + 1)));
  const starts = text.matcher().backward(window, at - from, 0, first);
  if (starts.length === 0) return undefined;
  const ends = text.matcher().forward(window, at - from + octets.length, last, text.length);
  return ends.length === 0 ? undefined : { name: text.name, start: from + Math.min(...starts), end: from + Math.max(...ends) };
}

/** In order, without overlaps; parts of one token are one. */
function merged(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of [...spans].sort((one, other) => one.start - other.start || other.end - one.end)) {
    const before = result.at(-1);
    if (before && span.start < before.end) result[result.length - 1] = { ...before, end: Math.max(before.end, span.end) };
    else result.push(span);
  }
  return result;
}

function replaced(octets: Uint8Array, spans: readonly Span[]): Uint8Array {
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
