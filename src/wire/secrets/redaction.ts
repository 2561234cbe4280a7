/** Finds secrets by their value, in any encoding, and replaces them by stable placeholders. */
import { jsonNumberAround, looksLikeJson, utf16Of } from './redaction-boundaries.ts';
import type { Found } from './secret-search.ts';
import { SecretSpans } from './secret-spans.ts';
import { SHORTEST_FREE_SECRET, textsOf } from './secret-texts.ts';

export interface AddOptions {
  /**
   * The value may not be a secret, such as an identifier: it is redacted only as a whole, because other values may
   * legally share a long part of it.
   */
  readonly presumed?: boolean;
}

export interface LearnOptions extends AddOptions {
  /** Text that the server knows from the request: if it repeats it, that is not secret. */
  readonly sent?: string;
}

/** Bytes of the longest value that is learned from a response, and how many values are learned in a run. */
export const MOST_LEARNED = { bytes: 16 * 1024, values: 1024 } as const;

export type Redactor = ReturnType<typeof createRedactor>;

const SHORTEST_SECRET = 4;
/** Maximum number of texts that are kept as redacted. */
const MOST_TEXTS = 1024;

/**
 * Returns a redactor that knows no secret yet.
 * @param ownText texts of Assay, which are never learned
 */
export function createRedactor(ownText = '') {
  const names = new Map<string, string>();
  /** Values that are only presumed to be secrets. */
  const presumed = new Set<string>();
  const short = new Map<string, string>();
  const spans = new SecretSpans();
  /** Digests of bodies without a secret. */
  const clean = new Set<string>();
  /** Texts as redacted: most headers occur in every message. */
  const texts = new Map<string, string>();

  /**
   * Redacts `secret` as `[redacted:<name>]` from now on. A value that is added again keeps its first name. A secret of
   * fewer than 4 characters is ignored.
   */
  const add = (secret: string | Uint8Array, firstName: string, { presumed: isPresumed = false }: AddOptions = {}) => {
    const content = Buffer.from(secret as string).toString('latin1');
    const known = names.get(content);
    const isKnown = known !== undefined && (isPresumed || !presumed.has(content));
    if (content.trim().length < SHORTEST_SECRET || isKnown) return;
    const name = known ?? firstName;
    names.set(content, name);
    if (isPresumed) presumed.add(content);
    else presumed.delete(content);
    clean.clear();
    texts.clear();
    if (content.length >= SHORTEST_FREE_SECRET)
      for (const text of textsOf(secret))
        spans.texts.add(isPresumed ? { ...text, least: text.to - text.from } : text, name);
    else if (known === undefined) {
      short.set(content, name);
      spans.addValue(content, name);
    }
  };

  let learned = 0;
  /**
   * As `add`, for values that a server sent: texts of Assay itself are left out, because they occur in every result.
   * Returns false if a value is too long, or if more have arrived than can be looked for: the response must then not be
   * recorded.
   */
  const learn = (values: readonly string[], name: string, { sent = '', ...options }: LearnOptions = {}) => {
    const secret: string[] = [];
    for (const value of values) {
      if (names.has(latin1(value)) || ownText.includes(value) || sent.includes(value)) continue;
      // A response may contain millions.
      if (learned + secret.length === MOST_LEARNED.values || value.length > MOST_LEARNED.bytes) return false;
      secret.push(value);
    }
    learned += secret.length;
    for (const value of secret) add(value, name, options);
    return true;
  };

  /**
   * Redacts bytes. A redacted JSON text stays JSON, and a redacted XML text stays well-formed.
   * @param limit the bytes are the beginning of something longer, and at most this many are kept: the beginning of a
   * secret at their end is redacted too
   */
  const redact = (bytes: Uint8Array, limit?: number): { readonly bytes: Uint8Array; readonly redacted: boolean } => {
    const unchanged = { bytes: bytes.subarray(0, limit), redacted: false };
    if (names.size === 0) return unchanged;
    const wide = utf16Of(bytes);
    if (wide) {
      const inner = redact(Buffer.from(wide.text, 'utf8'), limit && Infinity);
      if (!inner.redacted) return unchanged;
      return { bytes: wide.encode(Buffer.from(inner.bytes).toString('utf8')).subarray(0, limit), redacted: true };
    }
    const { found, end } = upTo(Math.min(bytes.length, limit ?? bytes.length), spans.in(bytes, limit !== undefined));
    return found.length === 0 ? unchanged : { bytes: replaced(bytes.subarray(0, end), found), redacted: true };
  };

  const text = (value: string) => {
    const known = texts.get(value);
    const result = known ?? redactedText(value);
    if (texts.size < MOST_TEXTS) texts.set(value, result);
    return result;
  };

  const redactedText = (value: string) => {
    const whole = short.get(latin1(value));
    if (whole !== undefined) return placeholder(whole);
    const [, scheme, word] = /^(\S+ +)(\S+)$/.exec(value) ?? [];
    const credential = word === undefined ? undefined : short.get(latin1(word));
    if (credential !== undefined) return `${scheme}${placeholder(credential)}`;
    const { bytes, redacted } = redact(Buffer.from(value, 'utf8'));
    return redacted ? Buffer.from(bytes).toString('utf8') : value;
  };

  return {
    add,
    learn,
    text,
    bytes: redact,
    // As `bytes`, for a whole body and its digest: equal bodies without a secret are searched once.
    body(bytes: Uint8Array, digest: string) {
      const recorded = clean.has(digest) ? { bytes, redacted: false } : redact(bytes);
      if (!recorded.redacted) clean.add(digest);
      return recorded;
    },
    // Names of the secrets in bytes, in any encoding.
    findSecrets(bytes: Uint8Array) {
      if (names.size === 0) return [];
      const text = utf16Of(bytes)?.text;
      return [...new Set(spans.in(text === undefined ? bytes : Buffer.from(text), false).map(({ name }) => name))];
    },
  };
}

/**
 * Returns the spans up to a limit, and the end of the bytes that are kept. If the limit would cut a span, the bytes end
 * before the span, and its placeholder follows.
 */
function upTo(limit: number, spans: readonly Found[]) {
  const cut = spans.find((span) => span.start < limit && span.end > limit);
  if (cut === undefined) return { found: spans, end: limit };
  const end = cut.start;
  return { found: [...spans.filter((span) => span.end <= end), { name: cut.name, start: end, end }], end };
}

const latin1 = (text: string) => Buffer.from(text).toString('latin1');

/** No character of it needs escaping in JSON, XML or a header. */
function placeholder(name: string) {
  return `[redacted:${name.replace(/[^\w.-]+/g, '-')}]`;
}

function replaced(bytes: Uint8Array, spans: readonly Found[]) {
  const json = looksLikeJson(bytes);
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const span of spans) {
    const number = json ? jsonNumberAround(bytes, span) : undefined;
    const { start, end } = number ?? span;
    if (start < at) continue;
    parts.push(bytes.subarray(at, start), Buffer.from(number ? '0' : placeholder(span.name)));
    at = end;
  }
  parts.push(bytes.subarray(at));
  return Buffer.concat(parts);
}
