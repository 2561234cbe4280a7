/** Names of run directories. */
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The usual place of run directories. */
export const REPORTS = 'reports';
/** The link to the last run that sent something. */
export const LATEST = 'latest';

/** Creates a directory in `reports`, named after the time (UTC). */
export function runDirectory(reports: string, now = new Date()): string {
  const name = `run-${now.toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15)}-${process.pid}`;
  mkdirSync(join(reports, name), { recursive: true });
  return join(reports, name);
}

/** Lets `latest` beside a run's directory point to it, where links can be made. Only a run that sent something may become it. */
export function linkLatest(directory: string): void {
  const link = join(dirname(directory), LATEST);
  try {
    rmSync(link, { force: true });
    symlinkSync(basename(directory), link, 'dir');
  } catch {
    // A file system without links. The report names the directory.
  }
}
