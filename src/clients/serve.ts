/** Serves the references for developers of clients, and judges every request that arrives. */

import { once } from 'node:events';
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { referenceOf, type StartedReference, type StartOptions } from '../../reference/index.ts';
import type { KeyKind } from '../../reference/types.ts';
import { loadContract } from '../contract/contracts.ts';
import type { Interface } from '../contract/types.ts';
import type { Results } from '../engine/words/types.ts';
import { InputError } from '../files/read-file.ts';
import { refuseUnwritable, removeEarlier, writeRun } from '../run/directory/run-files.ts';
import { deviationsOf } from '../run/installed/deviations.ts';
import { SETTINGS_TABLE } from '../run/installed/settings-table.ts';
import { suggestion } from '../settings/nearest.ts';
import { type ArrivalOptions, Arrivals } from './arrivals.ts';
import { brokenSentence } from './broken-requests.ts';
import { loadClientContract, servedDescriptor } from './client-side.ts';
import { inDeploymentWords, settingsInWords } from './deployment-words.ts';
import { reporting } from './received-exchange.ts';

/** Variables by name. */
type Settings = Readonly<Record<string, string>>;

export interface ServeOptions extends ArrivalOptions {
  readonly interfaces: readonly Interface[];
  /** A fault that one of the references makes, to show how a client reacts. */
  readonly fault?: string;
  readonly variants?: readonly string[];
  /** Kind of the keys of certificates; default RSA, which all software reads. */
  readonly keys?: KeyKind;
  /** Port of the first service; the others have the ports that follow. Absent or 0: free ports. */
  readonly port?: number;
  /** Directory for results and evidence, and during serving also for the settings as a file. */
  readonly out?: string;
  /** Ends serving. */
  readonly signal: AbortSignal;
  /**
   * Called with the settings for a client, and with further files that it may use: credentials, the WSDL. `secret`:
   * names of those that are secret.
   */
  readonly started: (settings: Settings, further: Settings, secret: ReadonlySet<string>) => void;
  /** Called with a sentence about the first of each kind of arrivals that are not requests. */
  readonly broken?: (sentence: string) => void;
}

/**
 * File with the settings for a client, in the directory `out` during serving; it contains credentials that exist only
 * for this purpose.
 */
export const SETTINGS_FILE = 'client.env';

/**
 * Serves until the signal aborts, or until every operation of `once` was requested. Resolves with results about the
 * client.
 * @throws InputError for a fault, variant, operation, port or directory that does not exist or cannot be used
 */
export async function serveReferences(options: ServeOptions): Promise<Results> {
  const { interfaces, once: awaited = [], out, signal, profile } = options;
  const known = interfaces.flatMap((of) => [...loadClientContract(of).operations.keys()]);
  const unknown = awaited.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new InputError(
      `--once ${JSON.stringify(unknown)} is not a served operation${suggestion(unknown, known)} Served operations: ${known.join(', ')}.`,
    );
  const deviations = await deviationsOf(interfaces, options.fault, options.variants);
  const made = out === undefined ? undefined : prepareDirectory(out);
  const folder = out ?? mkdtempSync(join(tmpdir(), 'assay-serve-'));
  const arrivals = new Arrivals(options);
  const settings: Record<string, string> = {};
  const started: StartedReference[] = [];
  try {
    let { port } = options;
    for (const of of interfaces) {
      const one = await startOn(of, port, {
        ...deviations.get(of),
        keys: options.keys ?? 'rsa',
        around: (handler, service) => {
          const judged = reporting(handler, arrivals.now, (arrived) => arrivals.receive(of, service, arrived));
          return profile ? inDeploymentWords(of, profile)(judged) : judged;
        },
        onBroken: (what) => {
          const sentence = `${of}: ${brokenSentence(what)}`;
          if (arrivals.broken.add(sentence)) options.broken?.(sentence);
        },
      });
      started.push(one);
      if (port !== undefined && port > 0) port += servedDescriptor(of).services.length;
      Object.assign(settings, profile ? settingsInWords(one.env, of, profile) : one.env);
      arrivals.expect(of, one.env);
    }
    const wsdl = interfaces.map((of) => writeDescription(of, folder, settings));
    const environment: Settings = Object.assign({}, ...started.map((one) => one.environment));
    if (out !== undefined) writeSettings(out, { ...settings, ...environment });
    const further: Settings = Object.assign({}, environment, ...wsdl, ...started.map((one) => one.credentials));
    const secret = Object.keys(settings).filter((name) => SETTINGS_TABLE.named(name)?.secret);
    options.started(settings, further, new Set([...secret, ...Object.keys(environment)]));
    const ending = AbortSignal.any([signal, arrivals.complete]);
    if (!ending.aborted) await once(ending, 'abort');
  } catch (error) {
    if (made !== undefined) rmSync(made, { recursive: true });
    throw error;
  } finally {
    await Promise.all(started.map((one) => one.close()));
    rmSync(out === undefined ? folder : join(out, SETTINGS_FILE), { recursive: true, force: true });
  }
  const judged = arrivals.judge();
  if (out === undefined) return judged.results;
  removeEarlier(out, false);
  await writeRun(out, judged.results, judged);
  return judged.results;
}

async function startOn(of: Interface, port: number | undefined, options: StartOptions) {
  try {
    return await referenceOf(of).start({ ...options, port });
  } catch (error) {
    const { code, port: taken } = error as NodeJS.ErrnoException & { readonly port?: number };
    if (taken === undefined) throw error;
    throw new InputError(
      `Cannot listen on port ${taken}: ${code === 'EADDRINUSE' ? 'it is in use' : code}. The services listen on --port and the ports after it. Choose another, or leave out --port to use free ones.`,
    );
  }
}

/**
 * Writes the description of an interface, if it has one, with the served namespace and address; returns its path as a
 * further setting.
 */
function writeDescription(of: Interface, folder: string, settings: Settings) {
  const { services, served } = servedDescriptor(of);
  const { description } = loadContract(of, { namespace: settings[served.namespace ?? ''] ?? '' });
  const [service] = services;
  if (description === undefined || service === undefined) return {};
  const path = join(folder, `${of}.${description.format.toLowerCase()}`);
  writeFileSync(path, description.at(settings[service.address] ?? ''));
  return { [description.format]: path };
}

/**
 * Writes the settings as a file. Scripts wait for the file and read it, so it appears as a whole; values are quoted for
 * shells and for settings files.
 */
function writeSettings(directory: string, settings: Settings) {
  const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`);
  const path = join(directory, SETTINGS_FILE);
  writeFileSync(`${path}.part`, lines.join(''), { mode: 0o600 });
  renameSync(`${path}.part`, path);
}

/**
 * Creates the directory, and removes settings that a killed server may have left, because a script would read them.
 * Returns the first directory that was missing.
 */
function prepareDirectory(directory: string) {
  let made = existsSync(directory) ? undefined : resolve(directory);
  while (made !== undefined && !existsSync(dirname(made))) made = dirname(made);
  refuseUnwritable(directory);
  rmSync(join(directory, SETTINGS_FILE), { force: true });
  return made;
}
