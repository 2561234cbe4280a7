/** Runs in separate processes. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Input {
  readonly env: Readonly<Record<string, string>>;
  /** Directory for the files of the run; if absent, none are written. */
  readonly out?: string;
  /** PEM certificate to trust; if given, the requests of the run are sent once more without Assay. */
  readonly ca?: string;
}

export interface Ended {
  readonly exitCode: number;
  readonly conclusion: string;
  readonly counts: Readonly<Record<string, number>>;
  /** Wall time, and processor time of all threads. */
  readonly ms: number;
  readonly processorMs: number;
  readonly peakMib: number;
  /** The same requests, sent and parsed without Assay. */
  readonly bare?: { readonly requests: number; readonly ms: number; readonly processorMs: number };
}

/** Runs with these settings in a separate process. Rejects if the process fails. */
export function inChild(input: Input): Promise<Ended> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./child.js', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(input));
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (part) => {
      text += String(part);
    });
    child.on('close', (code) =>
      code === 0 ? resolve(JSON.parse(text) as Ended) : reject(new Error(`the run ended with exit code ${code}`)),
    );
  });
}
