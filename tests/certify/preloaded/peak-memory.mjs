/** Loaded before a command: prints the peak of its resident memory, in MiB, when it ends. */
import { peakMemory } from '../../../dist/src/run/peak-memory.js';

process.on('exit', () => process.stderr.write(`peak ${Math.round(peakMemory() / 2 ** 20)} MiB\n`));
