/** The memory that a process of Assay has used. */
import { existsSync, readFileSync } from 'node:fs';

const STATUS = '/proc/self/status';

/**
 * Returns the peak of this process' resident memory, in bytes. maxRSS may include the parent's memory at the fork;
 * VmHWM (proc(5)) does not.
 */
export function peakMemory(): number {
  const own = existsSync(STATUS) ? /VmHWM:\s+(\d+)/.exec(readFileSync(STATUS, 'utf8'))?.[1] : undefined;
  return Number(own ?? process.resourceUsage().maxRSS) * 1024;
}
