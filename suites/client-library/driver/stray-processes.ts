/** Processes that a library started and that left its process group: found by a mark in their environment. */
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Ends every process whose environment holds `mark`, by its id. Linux only; elsewhere, without /proc, nothing is done.
 * @param mark a text that no other process has, at least 16 characters
 * @returns ids of what was ended
 */
export function endStrays(mark: string): number[] {
  if (mark.length < 16) throw new RangeError('the mark is too short to tell processes apart');
  const wanted = Buffer.from(mark);
  return processIds().filter((id) => {
    try {
      if (id === process.pid || !readFileSync(`/proc/${id}/environ`).includes(wanted)) return false;
      process.kill(id, 'SIGKILL');
      return true;
    } catch {
      // It has ended meanwhile, or belongs to another user.
      return false;
    }
  });
}

function processIds(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}
