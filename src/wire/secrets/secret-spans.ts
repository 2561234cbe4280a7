/** Finds where octets hold secrets: as they are, escaped, and short ones as whole values. */
import { decodedViews } from './decoded-view.ts';
import { widened } from './redaction-boundaries.ts';
import { type Found, SecretSearch } from './secret-search.ts';
import type { SecretText } from './secret-texts.ts';

/** Escapes are undone in parts of so many octets, each with so many of the part before: no secret that is escaped is longer. */
const PART = 4 << 20;
const OVERLAP = 1 << 20;
/** Characters before and after a whole value. */
const QUOTES = ['""', "''", '><'] as const;

/** A secret that may be an ordinary word, as a whole value. */
interface QuotedValue {
  readonly name: string;
  /** With one octet before and after it. */
  readonly octets: Buffer;
}

export class SecretSpans {
  readonly #search = new SecretSearch();
  readonly #values: QuotedValue[] = [];

  /** A text that is found wherever it stands. */
  addText(text: SecretText, name: string): void {
    this.#search.add(text, name);
  }

  /** A secret that may be an ordinary word, as Latin-1: found only between quotes or tags. */
  addValue(content: string, name: string): void {
    for (const [before, after] of QUOTES)
      this.#values.push({ name, octets: Buffer.from(`${before}${content}${after}`, 'latin1') });
  }

  /** Spans in order, without overlaps. `cut`: the octets are the beginning of something longer, and may end within a secret. */
  in(octets: Uint8Array, cut: boolean): Found[] {
    const buffer = Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength);
    const spans = this.#runsIn(octets, cut);
    for (let from = 0; from < octets.length; from += PART) {
      const begin = Math.max(0, from - OVERLAP);
      const end = Math.min(octets.length, from + PART);
      for (const view of decodedViews(octets.subarray(begin, end))) {
        for (const run of this.#runsIn(view.octets, cut && end === octets.length)) {
          const { start, end: last } = view.source(run);
          spans.push({ name: run.name, start: begin + start, end: begin + last });
        }
      }
    }
    return merged(spans.map((span) => widened(buffer, span)));
  }

  #runsIn(octets: Uint8Array, cut: boolean): Found[] {
    const runs: Found[] = [];
    this.#search.each(octets, cut, (run) => runs.push(run));
    const buffer = Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength);
    for (const value of this.#values) runs.push(...wholeValues(buffer, value));
    return runs;
  }
}

function wholeValues(octets: Buffer, { name, octets: value }: QuotedValue): Found[] {
  const found: Found[] = [];
  for (let at = octets.indexOf(value); at >= 0; at = octets.indexOf(value, at + value.length - 1))
    found.push({ name, start: at + 1, end: at + value.length - 1 });
  return found;
}

/** Parts of one token are one span. */
function merged(spans: readonly Found[]): Found[] {
  const result: Found[] = [];
  for (const span of [...spans].sort((one, other) => one.start - other.start || other.end - one.end)) {
    const before = result.at(-1);
    if (before && span.start < before.end)
      result[result.length - 1] = { ...before, end: Math.max(before.end, span.end) };
    else result.push(span);
  }
  return result;
}
