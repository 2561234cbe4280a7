/**
 * Runs against a data hub that responds to one operation in a hostile way, and searches all output of the run for
 * secrets.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readRun, writeReports } from '../../src/cli/commands/results/report.ts';
import type { Results } from '../../src/engine/words/types.ts';
import { renderTerminal } from '../../src/report/terminal/terminal.ts';
import { hostRun } from '../../src/run/run-conformance.ts';
import { readEvidence } from '../../src/wire/evidence/evidence.ts';
import { createRedactor, type Redactor } from '../../src/wire/secrets/redaction.ts';
import type { Exchange } from '../../src/wire/types.ts';
import { closing, temporaryFolder } from '../afterwards.ts';
import { serveHostile } from './kinds/serve.ts';
import type { HostileKind, Spoil } from './kinds/types.ts';

interface Looked {
  readonly results: Results;
  readonly exchanges: readonly Exchange[];
  /** Places, each with the secret found there. */
  readonly shown: readonly string[];
  /** A redactor that knows only the secrets. */
  readonly looking: Redactor;
}

/** Runs against a hostile service, and writes every report into the directory `out`, as `written.FORMAT`. */
export async function runReported(of: string, spoil: Spoil, only: readonly string[], operation?: string) {
  const kind: HostileKind = { id: 'text/looked-at', layer: 'text', makes: 'either', spoil };
  const { env } = closing(await serveHostile(of, kind, operation));
  const out = temporaryFolder();
  const { results } = await hostRun({ env, out, only, backoffMs: 5 });
  const formats = ['html', 'markdown', 'junit', 'har', 'openmetrics', 'json', 'github'];
  const { problems } = await writeReports(
    formats.map((format) => ({ format, path: join(out, `written.${format}`) })),
    await readRun(out),
  );
  expect(problems).toEqual([]);
  const terminal = renderTerminal(results, { width: 200, colour: false, verbose: true });
  return { results, terminal, exchanges: (await readEvidence(out)).exchanges, out };
}

/** @param secrets values of which no file, no report and no recorded body may hold any, in any encoding */
export async function runLooking(
  operation: string,
  spoil: Spoil,
  secrets: string[],
  only: string[] = [],
): Promise<Looked> {
  const { results, terminal, exchanges, out } = await runReported('data-hub', spoil, only, operation);
  const looking = createRedactor();
  for (const secret of secrets) looking.add(secret, secret);
  const shown: string[] = [];
  const look = (name: string, content: Uint8Array) =>
    shown.push(...looking.findSecrets(content).map((secret) => `${name}: ${secret}`));
  for (const entry of await readdir(out, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) look(entry.name, await readFile(join(entry.parentPath, entry.name)));
  look('terminal', Buffer.from(terminal));
  for (const { id, attempts } of exchanges)
    for (const { outcome } of attempts) if (outcome.body) look(`body of ${id}`, outcome.body.bytes);
  return { results, exchanges, shown, looking };
}
