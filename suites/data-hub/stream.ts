/** What a held-open answer said, read without knowing its form. Pure: the probe uses it to know when to go on, the judge to judge. */

/** A moment in a stream: how many octets had come. */
export interface Mark {
  readonly what: 'quiet' | 'cdmi-write' | 'upload-file' | 'end';
  readonly at: number;
}

/** Lines that say something: not blank, no comment or retry line of an event stream. Digits are made alike, because counters and times run on. */
function saying(octets: Uint8Array): string[] {
  return Buffer.from(octets)
    .toString('latin1')
    .split(/\r\n|\r|\n/)
    .map((line) => line.replaceAll('\u001e', '').trim())
    .filter((line) => line !== '' && !line.startsWith(':') && !/^retry:\s*\d+$/.test(line))
    .map((line) => line.replace(/\d+/g, '#'));
}

/**
 * What came between two moments and is no heartbeat: neither blank lines and comments, nor lines as they also came without a change.
 * @param quiet what came before the first change
 */
export function spokenIn(octets: Uint8Array, quiet: Uint8Array): string[] {
  const usual = new Set(saying(quiet));
  return saying(octets).filter((line) => !usual.has(line));
}
