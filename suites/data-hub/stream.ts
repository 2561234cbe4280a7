/**
 * Reads a response that is kept open, without knowing its form. The functions are pure: the probe uses them to know
 * when to continue, and the check to judge.
 */

/** A moment in a stream: how many bytes had come. */
export interface Mark {
  readonly what: 'quiet' | 'cdmi-write' | 'upload-file' | 'end';
  readonly at: number;
  /** The response had not begun: what the service says from now on may not be about what follows. */
  readonly unopened?: true;
}

/** A stretch of a stream, in bytes: `from` belongs to it, `to` does not. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** A line that is at least partly within a stretch; what follows the stretch is cut off. */
interface Line {
  /** The line from its beginning, which may precede the stretch: it shows the kind of line. */
  readonly whole: string;
  /** The part received within the stretch. */
  readonly part: string;
}

function linesOf(bytes: Uint8Array, { from, to }: Stretch, form: (text: string) => string) {
  const lines = Buffer.from(bytes.subarray(0, to))
    .toString('latin1')
    .matchAll(/[^\r\n]+/g);
  return [...lines]
    .filter(({ 0: whole, index }) => index + whole.length > from)
    .map(({ 0: whole, index }) => ({ whole: form(whole), part: form(whole.slice(Math.max(0, from - index))) }));
}

/** Returns a text without the framing of a JSON text sequence. */
const unframed = (text: string) => text.replaceAll('\u001e', '').trim();
/** Returns the text with `#` for each number, because counters and times differ between lines. */
const plain = (text: string) => unframed(text).replace(/\d+/g, '#');

/** Whether a line is neither blank, nor a comment or a retry line of an event stream. */
const says = ({ whole, part }: Line) => part !== '' && !whole.startsWith(':') && !/^retry:\s*(?:#|\d+)$/.test(whole);

/**
 * Returns the text of a stretch without heartbeats: without blank lines, comments, and lines that also came without a
 * change.
 * @param bytes the stream from its beginning, as far as it has come
 * @param quiet before the first change
 * @param exact whether lines that differ only in numbers count as different: numbers may be all that distinguishes an
 * event
 */
export function spokenIn(bytes: Uint8Array, stretch: Stretch, quiet: Stretch, exact = false): string[] {
  const form = exact ? unframed : plain;
  const usual = new Set(linesOf(bytes, quiet, form).flatMap(({ whole, part }) => [whole, part]));
  return linesOf(bytes, stretch, form)
    .filter((line) => says(line) && !usual.has(line.whole) && !usual.has(line.part))
    .map(({ part }) => part);
}
