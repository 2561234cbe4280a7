/** Where a run's files go when nobody says where. */
import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'reports';

/** `reports/2026-03-01T04-05-06Z-<run id>`: sorts by time, and no two runs share it. */
export function newRunDirectory(runId: string, now = new Date()): string {
  return join(FOLDER, `${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z-${runId}`);
}

/** Makes `reports/latest` lead to a run, from its beginning: whoever reads it never takes an older run for the newest. */
export function nameLatest(directory: string, runId: string): void {
  try {
    mkdirSync(directory, { recursive: true });
    const link = join(FOLDER, `.latest-${runId}`);
    symlinkSync(directory.slice(FOLDER.length + 1), link, 'dir');
    renameSync(link, join(FOLDER, 'latest'));
  } catch {
    // A convenience: file systems without links, or a folder that cannot be written, which the run itself will tell.
  }
}
