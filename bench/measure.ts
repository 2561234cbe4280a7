/** Times and figures of measurements. */
import { readFileSync } from 'node:fs';

/** Result of a measurement: a ratio or an amount, and its bounds. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: '×' | 'MiB' | 'ms' | 'per minute';
  /** Absent: printed for information. */
  readonly most?: number;
  /** The least that it may be. */
  readonly least?: number;
  /** Basis of the figure. */
  readonly detail?: string;
}

/** The least of several durations, in milliseconds of processor time. */
export function leastOf(times: number, run: () => void): number {
  return leastAfter(times, () => undefined, run);
}

/**
 * Processor time of all ended children of this process, in milliseconds: user and system (proc(5), fields 16 and 17),
 * in hundredths of a second.
 */
export function processorTimeOfChildren(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

/** As `leastOf`, with something made anew before each time, which is not measured. */
export function leastAfter<T>(times: number, prepare: () => T, run: (made: T) => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < times; i += 1) {
    const made = prepare();
    least = Math.min(
      least,
      durationOf(() => run(made)),
    );
  }
  return least;
}

function durationOf(run: () => void): number {
  const began = processorMs();
  run();
  return processorMs() - began;
}

/** Processor time of this process so far, in milliseconds: others on the machine do not count. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
