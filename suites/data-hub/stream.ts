/** What a held-open answer said, read without knowing its form. Pure: the probe uses it to know when to go on, the judge to judge. */

/** A moment in a stream: how many octets had come. */
export interface Mark {
  readonly what: 'quiet' | 'cdmi-write' | 'upload-file' | 'end';
  readonly at: number;
}

/** A stretch of a stream, in octets: `from` belongs to it, `to` does not. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** A line is known by its beginning, which may have come before the stretch that it reaches into; where the stretch ends, it ends. */
function linesOf(octets: Uint8Array, { from, to }: Stretch): string[] {
  const lines = [
    ...Buffer.from(octets.subarray(0, to))
      .toString('latin1')
      .matchAll(/[^\r\n]+/g),
  ];
  return lines.filter(({ 0: line, index }) => index + line.length > from).map(([line]) => line);
}

/** Lines that say something: not blank, no comment or retry line of an event stream. Digits are made alike, because counters and times run on. */
function saying(lines: readonly string[]): string[] {
  return lines
    .map((line) => line.replaceAll('\u001e', '').trim())
    .filter((line) => line !== '' && !line.startsWith(':') && !/^retry:\s*\d+$/.test(line))
    .map((line) => line.replace(/\d+/g, '#'));
}

/**
 * What came in a stretch and is no heartbeat: neither blank lines and comments, nor lines as they also came without a change.
 * @param octets the stream from its beginning, as far as it has come
 * @param quiet before the first change
 */
export function spokenIn(octets: Uint8Array, stretch: Stretch, quiet: Stretch): string[] {
  const usual = new Set(saying(linesOf(octets, quiet)));
  return saying(linesOf(octets, stretch)).filter((line) => !usual.has(line));
}
