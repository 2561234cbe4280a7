/** Loaded before a command: prints the peak of its resident memory, in MiB, when it ends. */
import { existsSync, readFileSync } from 'node:fs';

const STATUS = '/proc/self/status';
// VmHWM (proc(5)) is of this process alone; maxRSS may also hold what the parent had when it forked.
const kib = () =>
  existsSync(STATUS)
    ? Number(/VmHWM:\s+(\d+)/.exec(readFileSync(STATUS, 'utf8'))?.[1])
    : process.resourceUsage().maxRSS;
process.on('exit', () => process.stderr.write(`peak ${Math.round(kib() / 1024)} MiB\n`));
