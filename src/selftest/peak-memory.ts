/** How much memory a process took. */
import { existsSync, readFileSync } from 'node:fs';

const STATUS = '/proc/self/status';

/** Peak of this process' resident memory, in octets. maxRSS may also hold what the parent had when it forked; VmHWM (proc(5)) does not. */
export function peakMemory(): number {
  const own = existsSync(STATUS) ? /VmHWM:\s+(\d+)/.exec(readFileSync(STATUS, 'utf8'))?.[1] : undefined;
  return Number(own ?? process.resourceUsage().maxRSS) * 1024;
}
