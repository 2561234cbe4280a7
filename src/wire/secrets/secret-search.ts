/**
 * Searches bytes for parts of many texts in one pass. Eight bytes at a time are looked up in a table, and the
 * bytes around a match are compared.
 */
import type { Stretch } from './decoded-view.ts';
import { FOLDED, type SecretText } from './secret-texts.ts';

const GRAM = 8;
/** Bytes of a block. Each block shows how far the search can advance without missing a run (Wu and Manber, 1994). */
const BLOCK = 4;
const FARTHEST = GRAM - BLOCK + 1;
/** Size of the hash table for four bytes: it fits into the caches of processors. */
const SHIFT_BITS = 17;
const SPREAD = 0x9e3779b1;
/**
 * Maximum number of eight-byte sequences of one text in the table. Of longer texts, not every sequence is looked for.
 */
const MOST_GRAMS_OF_TEXT = 1 << 13;
/** Maximum number of remembered runs that were too short. */
const MOST_TOO_SHORT = 1 << 14;
/** White space between two bytes of a text: a line break and an indentation. */
const LONGEST_FOLD = 16;
/** Minimum length of the beginning of a secret at the end of a cut text that counts as the whole. */
const SHORTEST_BEGINNING = 8;

const BLANK = new Uint8Array(256);
for (const blank of ' \t\r\n') BLANK[blank.charCodeAt(0)] = 1;

/** A stretch that gives a secret away. */
export interface Found extends Stretch {
  readonly name: string;
}

interface NamedText extends SecretText {
  readonly name: string;
}

/** The number of a text, and a position in it. */
interface Place {
  readonly number: number;
  readonly at: number;
}

export class SecretSearch {
  readonly #texts: NamedText[] = [];
  /**
   * How far the search may advance, by the next four bytes: none of the eight-byte sequences that are looked for ends
   * earlier.
   */
  readonly #shifts = new Uint8Array(1 << SHIFT_BITS).fill(FARTHEST);
  /** Places of eight bytes in the texts, by their hash. */
  readonly #places = new Map<number, Place[]>();
  /** Ends of runs that were too short, by text and offset, so that the same run is not found again from within. */
  readonly #tooShort = new Map<number, number>();

  /** From now on, runs of the text are found too. */
  add(text: SecretText, name: string): void {
    const folded = { name, ...text };
    this.#texts.push(folded);
    const last = text.to - GRAM;
    // Every run of the minimum length contains one of them.
    const step = Math.max(text.least - GRAM + 1, Math.ceil((last - text.from) / MOST_GRAMS_OF_TEXT));
    for (let at = text.from; at < last; at += step) this.#insert(folded.bytes, at);
    // The end of the secret part is always looked for. If a public part precedes the secret one, so is its beginning,
    // because a run may begin there.
    for (const at of text.from > 0 ? [0, last] : [last]) this.#insert(folded.bytes, at);
  }

  /**
   * Calls `found` with the runs in `bytes`, from left to right, each as long as possible.
   * @param cut whether the bytes are only the beginning of a longer text
   */
  each(bytes: Uint8Array, cut: boolean, found: (run: Found) => void): void {
    const shifts = this.#shifts;
    const length = bytes.length;
    let free = 0;
    this.#tooShort.clear();
    for (let end = GRAM; end <= length; ) {
      const shift = shifts[spread(bytes, end - BLOCK)] as number;
      if (shift > 0) {
        end += shift;
        continue;
      }
      const begin = end - GRAM;
      end += 1;
      if (begin < free) continue;
      const run = this.#runAt(bytes, begin, cut);
      if (run === undefined) continue;
      found(run);
      free = run.end;
    }
  }

  #insert(bytes: Uint8Array, at: number) {
    for (let shift = 0; shift < FARTHEST; shift += 1) {
      const block = spread(bytes, at + GRAM - BLOCK - shift);
      this.#shifts[block] = Math.min(this.#shifts[block] as number, shift);
    }
    const hash = hashOf(bytes, at);
    const place = { number: this.#texts.length - 1, at };
    const others = this.#places.get(hash);
    if (others) others.push(place);
    else this.#places.set(hash, [place]);
  }

  #remember(shifted: number, end: number) {
    if (this.#tooShort.size === MOST_TOO_SHORT) this.#tooShort.clear();
    this.#tooShort.set(shifted, end);
  }

  /**
   * Returns the longest run around the eight bytes from `begin` on. Of equally long runs, returns that of the shortest
   * text, because the run covers most of it.
   */
  #runAt(bytes: Uint8Array, begin: number, cut: boolean) {
    let longest: Found | undefined;
    let most = -Infinity;
    for (const { number, at } of this.#places.get(hashOf(bytes, begin)) ?? []) {
      const text = this.#texts[number] as NamedText;
      const shifted = number * 2 ** 32 + (begin - at);
      if (begin < (this.#tooShort.get(shifted) ?? 0)) continue;
      const run = runAround(bytes, begin, text, at, cut);
      if (run === undefined) this.#remember(shifted, begin + extent(bytes, begin, text, at));
      else {
        // No text has 2 ** 24 bytes, so the length of the run decides first.
        const size = (run.end - run.start) * 2 ** 24 - text.bytes.length;
        if (size > most) [longest, most] = [run, size];
      }
    }
    return longest;
  }
}

function blockAt(bytes: Uint8Array, at: number) {
  return (
    ((FOLDED[bytes[at] as number] as number) << 24) |
    ((FOLDED[bytes[at + 1] as number] as number) << 16) |
    ((FOLDED[bytes[at + 2] as number] as number) << 8) |
    (FOLDED[bytes[at + 3] as number] as number)
  );
}

function spread(bytes: Uint8Array, at: number) {
  return Math.imul(blockAt(bytes, at), SPREAD) >>> (32 - SHIFT_BITS);
}

function hashOf(bytes: Uint8Array, at: number) {
  const mixed = Math.imul(blockAt(bytes, at), SPREAD) ^ Math.imul(blockAt(bytes, at + BLOCK), 0x85ebca77);
  return Math.imul(mixed ^ (mixed >>> 16), 0xc2b2ae35);
}

/**
 * Returns the part of `text` found around `begin`, the position of its byte `at`, or undefined if the part is too
 * short.
 */
function runAround(bytes: Uint8Array, begin: number, text: NamedText, at: number, cut: boolean) {
  const before = extended(bytes, begin, text, at, -1);
  const after = extended(bytes, begin, text, at, 1);
  const secret = Math.min(after.index, text.to) - Math.max(before.index, text.from);
  const ends = cut && after.position === bytes.length && secret >= SHORTEST_BEGINNING;
  return secret >= text.least || ends ? { name: text.name, start: before.position, end: after.position } : undefined;
}

/** Returns how many bytes agree with a text from a place on, without a fold. */
function extent(bytes: Uint8Array, begin: number, text: NamedText, at: number) {
  const most = Math.min(bytes.length - begin, text.bytes.length - at);
  let count = 0;
  while (count < most && FOLDED[bytes[begin + count] as number] === text.bytes[at + count]) count += 1;
  return count;
}

/**
 * Returns how far bytes and text agree from a position in one direction. Skips blanks and line breaks in the bytes,
 * because lines may be folded anywhere.
 */
function extended(bytes: Uint8Array, begin: number, text: NamedText, at: number, direction: 1 | -1) {
  let position = begin;
  let index = at;
  const offset = direction === 1 ? 0 : -1;
  const agrees = (where: number) => FOLDED[bytes[where + offset] as number] === text.bytes[index + offset];
  while (direction === 1 ? index < text.bytes.length : index > 0) {
    if (agrees(position)) position += direction;
    else {
      let beyond = position;
      while (Math.abs(beyond - position) < LONGEST_FOLD && BLANK[bytes[beyond + offset] as number] === 1)
        beyond += direction;
      if (beyond === position || !agrees(beyond)) break;
      position = beyond + direction;
    }
    index += direction;
  }
  return { position, index };
}
