/** Runs in a process of their own. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Ended {
  readonly exitCode: number;
  readonly conclusion: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly ms: number;
  readonly peakMib: number;
}

/** A run with these settings; with `out` it writes its files there. Rejects where the process fails. */
export function inChild(given: { readonly env: Readonly<Record<string, string>>; readonly out?: string }): Promise<Ended> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./child.js', import.meta.url))], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(given));
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (part) => {
      text += String(part);
    });
    child.on('close', (code) => (code === 0 ? resolve(JSON.parse(text) as Ended) : reject(new Error(`the run ended with exit code ${code}`))));
  });
}
