/** Names of run directories. */
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Creates a directory in `reports`, named after the time (UTC), and links `reports/latest` to it if the file system supports links. */
export function runDirectory(reports: string, now = new Date()): string {
  const name = `run-${now.toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15)}-${process.pid}`;
  mkdirSync(join(reports, name), { recursive: true });
  try {
    rmSync(join(reports, 'latest'), { force: true });
    symlinkSync(name, join(reports, 'latest'), 'dir');
  } catch {
    // A file system without links. The report names the directory.
  }
  return join(reports, name);
}
