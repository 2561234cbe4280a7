/** Starts the command `assay` as a child process, as a user has it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../src/contract/root.ts';
import type { Results } from '../../src/index.ts';
import { temporaryFolder } from '../afterwards.ts';
import { type Ended, type Started, start } from '../process.ts';

export const COMMAND = join(packageRoot(), 'dist', 'src', 'cli', 'main.js');

export const wordsOf = (args: string | string[]) => (typeof args === 'string' ? args.split(' ') : args);

/** Returns settings as the text of a settings file. */
export function settingsFile(env: Record<string, string>) {
  return Object.entries(env)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join('');
}

/** An empty working directory, removed as `temporaryFolder` says. */
export class Workplace {
  directory = temporaryFolder();

  /** @param args words, or a text in which spaces stand between them */
  start(args: string | string[], env: Record<string, string> = {}, nodeArgs: string[] = []): Started {
    // Without `--`, Node itself looks for the file that --env-file names, wherever the option stands, and ends with 9
    // if it is not there.
    return start(process.execPath, [...nodeArgs, '--', COMMAND, ...wordsOf(args)], this.directory, env);
  }

  run(args: string | string[], env: Record<string, string> = {}): Promise<Ended> {
    return this.start(args, env).ended;
  }

  /** Runs with `--json`, and parses the output. */
  async results(args: string | string[], env: Record<string, string> = {}): Promise<Ended & { results: Results }> {
    const ended = await this.run([...wordsOf(args), '--json'], env);
    if (ended.stdout === '') throw new Error(`nothing on stdout, exit code ${ended.code}; on stderr: ${ended.stderr}`);
    return { ...ended, results: JSON.parse(ended.stdout) as Results };
  }

  path(name: string) {
    return join(this.directory, name);
  }

  /** Writes a file, and makes its directories. */
  write(name: string, content: string | Uint8Array, mode = 0o644) {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), content, { mode });
  }

  read(name: string) {
    return readFileSync(this.path(name), 'utf8');
  }

  /** Returns the results in a directory. */
  resultsIn(directory = 'out') {
    return JSON.parse(this.read(`${directory}/results.json`)) as Results;
  }

  /** Returns every file below the directory, with its content. */
  async files(): Promise<ReadonlyMap<string, Buffer>> {
    const entries = await readdir(this.directory, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    return new Map(await Promise.all(files.map(async (file) => [file, await readFile(file)] as const)));
  }
}
