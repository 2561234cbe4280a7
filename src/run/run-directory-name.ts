/** Names of run directories. */
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** A new directory under `reports`, named after the time (UTC); `reports/latest` points at it where links can be made. */
export function runDirectory(reports: string, now = new Date()): string {
  const name = `run-${now.toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15)}-${process.pid}`;
  mkdirSync(join(reports, name), { recursive: true });
  try {
    rmSync(join(reports, 'latest'), { force: true });
    symlinkSync(name, join(reports, 'latest'), 'dir');
  } catch {
    // A file system without links: the report names the directory anyway.
  }
  return join(reports, name);
}
