/** Times and figures of measurements. */
import { readFileSync } from 'node:fs';

/** Result of a measurement: a ratio or an amount, and its bounds. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: '×' | 'MiB' | 'ms' | 'per minute';
  /** Upper bound. Without bounds, the figure is only printed. */
  readonly most?: number;
  /** Lower bound. */
  readonly least?: number;
  /** Basis of the figure. */
  readonly detail?: string;
}

/** Returns the least of several durations, in milliseconds of processor time. */
export function leastOf(times: number, run: () => void): number {
  return leastAfter(times, () => undefined, run);
}

/**
 * Returns the processor time of all ended children of this process, in milliseconds: user and system time (proc(5),
 * fields 16 and 17), which count hundredths of a second.
 */
export function processorTimeOfChildren(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

/** Like `leastOf`, with a preparation before each time that is not measured. */
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

/** Returns the processor time of this process so far, in milliseconds, which other processes do not affect. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
