/** Finds secrets in bytes: as they are, escaped, and short ones as whole values. */
import { decodedViews } from './decoded-view.ts';
import { widened } from './redaction-boundaries.ts';
import { type Found, SecretSearch } from './secret-search.ts';

/**
 * Escapes are undone in parts of PART bytes. OVERLAP bytes of the previous part are added to each: no escaped secret is
 * longer.
 */
const PART = 2 << 20;
const OVERLAP = 1 << 20;
/** Characters before and after a whole value. */
const QUOTES = ['""', "''", '><'] as const;

export class SecretSpans {
  /** Texts that are found wherever they occur. */
  readonly texts = new SecretSearch();
  /** Secrets that may be ordinary words: the bytes of each, with the characters before and after it. */
  readonly #values: { readonly name: string; readonly bytes: Buffer }[] = [];

  /** Adds a secret that may be an ordinary word, as Latin-1: it is found only between quotes or tags. */
  addValue(content: string, name: string): void {
    for (const [before, after] of QUOTES)
      this.#values.push({ name, bytes: Buffer.from(`${before}${content}${after}`, 'latin1') });
  }

  /**
   * Returns spans in order, without overlaps. `cut`: the bytes are the beginning of something longer, and may end
   * within a secret.
   */
  in(bytes: Uint8Array, cut: boolean): Found[] {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const spans = this.#runsIn(buffer, cut);
    for (let from = 0; from < bytes.length; from += PART) {
      const begin = Math.max(0, from - OVERLAP);
      const end = Math.min(bytes.length, from + PART);
      for (const view of decodedViews(buffer.subarray(begin, end))) {
        for (const run of this.#runsIn(view.bytes, cut && end === bytes.length)) {
          const { start, end: last } = view.source(run);
          spans.push({ name: run.name, start: begin + start, end: begin + last });
        }
      }
    }
    return merged(spans.map((span) => widened(buffer, span)));
  }

  #runsIn(bytes: Buffer, cut: boolean) {
    const runs: Found[] = [];
    this.texts.each(bytes, cut, (run) => runs.push(run));
    for (const { name, bytes: value } of this.#values)
      for (let at = bytes.indexOf(value); at >= 0; at = bytes.indexOf(value, at + value.length - 1))
        runs.push({ name, start: at + 1, end: at + value.length - 1 });
    return runs;
  }
}

/** Returns the spans in order, with overlapping ones joined: parts of one token are one span. */
function merged(spans: readonly Found[]) {
  const result: Found[] = [];
  for (const span of [...spans].sort((one, other) => one.start - other.start || other.end - one.end)) {
    const before = result.at(-1);
    if (before && span.start < before.end)
      result[result.length - 1] = { ...before, end: Math.max(before.end, span.end) };
    else result.push(span);
  }
  return result;
}
