/**
 * Carries scenarios to the library: a transport, so that calls are limited, redacted and recorded like every request.
 */

import { WireError } from '../../src/wire/connect/wire-error.ts';
import { memberOf, type Transport, type TransportAnswer, type TransportRequest } from '../words.ts';
import { type Driver, DriverError, type DriverOptions, startDriver } from './driver/driver.ts';
import type { Command, Loaded } from './driver/protocol.ts';
import type { EndpointSource, RecordingEndpoint } from './endpoint.ts';
import { libraryEnvironment } from './environment.ts';
import { ENVIRONMENTS, type EnvironmentName, type NotMade, type Report, type Scenario, type Step } from './scenario.ts';
import type { CredentialVariables } from './settings.ts';

export interface LibraryOptions extends Pick<DriverOptions, 'python' | 'folder' | 'module' | 'importLimitMs'> {
  /** Maps the document's names of calls to the library's. */
  readonly names: ReadonlyMap<string, string>;
  /** Maps the document's names of parameters (`Context/ucert`) to the library's; absent: the document's name. */
  readonly parameterNames: ReadonlyMap<string, string>;
  readonly caVariables: readonly string[];
  readonly credentialVariables: CredentialVariables;
  readonly endpoints: EndpointSource;
  /** Milliseconds for one call; default 20 s. */
  readonly callLimitMs?: number;
}

const CALL_LIMIT_MS = 20_000;
/**
 * Time in milliseconds to wait after a call that raised or sent nothing: a handshake that the library broke off may
 * still be on its way to the recording service.
 */
const SETTLE_MS = 30;

/**
 * A transport whose requests contain a {@link Scenario} as JSON and whose responses contain a {@link Report}. Can be
 * used again after `close`.
 */
export class LibraryTransport implements Transport {
  readonly #options: LibraryOptions;
  readonly #drivers = new Map<EnvironmentName, Promise<Driver>>();
  #endpoint: Promise<RecordingEndpoint> | undefined;
  /** An import that failed; it is not tried again. */
  #failed: Loaded | undefined;
  #hangs = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: LibraryOptions) {
    this.#options = options;
  }

  send(request: TransportRequest): Promise<TransportAnswer> {
    // In sequence: requests that arrive belong to the call that is being made.
    const done = this.#last.then(() => this.#perform(request));
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #perform({ body, signal }: TransportRequest): Promise<TransportAnswer> {
    const scenario = JSON.parse(new TextDecoder().decode(body as Uint8Array)) as Scenario;
    const endpoint = await this.#open();
    const interrupt = () => void this.#end();
    signal.addEventListener('abort', interrupt, { once: true });
    try {
      const masked = symbolic(JSON.stringify(await this.#report(scenario, endpoint)), endpoint);
      return {
        status: 200,
        headers: [['Content-Type', 'application/json']],
        body: once(new TextEncoder().encode(masked)),
        reported: true,
      };
    } catch (error) {
      throw error instanceof DriverError ? new WireError('connect', 'NO_INTERPRETER', error.message) : error;
    } finally {
      signal.removeEventListener('abort', interrupt);
      if (scenario.turns !== undefined) await endpoint.turn('trusted');
    }
  }

  /** Imports the module. */
  async load(): Promise<Loaded> {
    return (await this.#report({ environment: 'no-credentials', calls: [] }, await this.#open())).loaded;
  }

  #open() {
    this.#endpoint ??= this.#options.endpoints.open();
    return this.#endpoint;
  }

  async close(): Promise<void> {
    await this.#last;
    await this.#end();
    const [opened] = await Promise.allSettled([this.#endpoint]);
    if (opened.status === 'fulfilled') await opened.value?.close();
    this.#endpoint = undefined;
    this.#failed = undefined;
    this.#hangs = 0;
  }

  /** Ends every process. */
  async #end() {
    const starting = [...this.#drivers.values()];
    this.#drivers.clear();
    const started = await Promise.allSettled(starting);
    await Promise.all(started.map((each) => each.status === 'fulfilled' && each.value.close()));
  }

  async #report({ environment, calls, turns = {} }: Scenario, endpoint: RecordingEndpoint) {
    endpoint.take();
    const driver = this.#failed === undefined ? await this.#driver(environment, endpoint) : undefined;
    if (driver === undefined) {
      const nothing = { bytes: 0, text: '' };
      const steps = calls.map(({ call }) => notMade(call, 'the module was not imported'));
      return { loaded: this.#failed as Loaded, steps, before: [], stdout: nothing, stderr: nothing };
    }
    const before = endpoint.take();
    const steps: Step[] = [];
    const missing = new Set<unknown>();
    for (const [index, command] of calls.entries()) {
      const turned = turns[index];
      if (turned !== undefined) await endpoint.turn(turned);
      const { call, keep } = command;
      const step = references(command).some((key) => missing.has(key))
        ? notMade(call, `${call} was not called: an earlier call did not return what it needs`)
        : await this.#step(driver, command, endpoint);
      if (keep !== undefined && !('returned' in step.outcome)) missing.add(keep);
      steps.push(step);
    }
    const printed = driver.takePrinted();
    if (driver.ended) {
      this.#drivers.delete(environment);
      await driver.close();
    }
    return { loaded: driver.loaded, steps, before, ...printed };
  }

  async #step(driver: Driver, command: Command, endpoint: RecordingEndpoint) {
    const { names, callLimitMs = CALL_LIMIT_MS } = this.#options;
    const { call } = command;
    if (driver.ended) return notMade(call, `${call} was not called: the process had ended`);
    if ('imported' in driver.loaded && !driver.loaded.offers.includes(names.get(call) ?? call))
      return notMade(call, `the module has no ${call}`, false);
    // A library that hangs once often hangs always; a run is not to last for hours.
    const limit = this.#hangs === 0 ? callLimitMs : callLimitMs / 4;
    const outcome = await driver.call(this.#literal(command, endpoint), limit);
    if ('ended' in outcome && outcome.ended.how === 'hung') this.#hangs += 1;
    const arrivals = await settled(endpoint, 'returned' in outcome ? 0 : SETTLE_MS);
    // A call that sends nothing and returns may hide a failure.
    const isIdle = 'returned' in outcome && command.keep === undefined && arrivals.length === 0;
    return { call, outcome, arrivals: isIdle ? await settled(endpoint, SETTLE_MS) : arrivals };
  }

  /** Returns the process for an environment, or undefined if the module cannot be imported. */
  async #driver(environment: EnvironmentName, endpoint: RecordingEndpoint) {
    // The processes for all environments start at the first use of one, because an import may take long.
    const all = Object.keys(ENVIRONMENTS) as EnvironmentName[];
    for (const name of this.#drivers.size === 0 ? all : [environment]) {
      const starting = this.#drivers.get(name) ?? this.#start(name, endpoint);
      // A promise that is never awaited must not cause an unhandled rejection.
      starting.catch(() => undefined);
      this.#drivers.set(name, starting);
    }
    const driver = (await this.#drivers.get(environment)) as Driver;
    if ('imported' in driver.loaded) return driver;
    this.#failed = driver.loaded;
    await this.#end();
    return undefined;
  }

  #start(environment: EnvironmentName, endpoint: RecordingEndpoint) {
    const { names, caVariables, credentialVariables, ...options } = this.#options;
    return startDriver({
      ...options,
      wanted: [...names.values()],
      environment: libraryEnvironment(environment, endpoint, caVariables, credentialVariables),
      directory: endpoint.scratch,
    });
  }

  /** Returns the command with the library's name of the call, and with addresses and files in place of their words. */
  #literal(command: Command, endpoint: RecordingEndpoint): Command {
    const { names, parameterNames } = this.#options;
    let text = JSON.stringify(command);
    for (const [word, value] of words(endpoint)) text = text.replaceAll(word, value);
    const { call, kwargs, ...literal } = JSON.parse(text) as Command;
    const own = Object.entries(kwargs ?? {}).map(([name, value]) => [
      parameterNames.get(`${call}/${name}`) ?? name,
      value,
    ]);
    return { ...literal, call: names.get(call) ?? call, ...(kwargs && { kwargs: Object.fromEntries(own) }) };
  }
}

/** Returns what arrives at the endpoint within some time. */
async function settled(endpoint: RecordingEndpoint, milliseconds: number) {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  // Output that has arrived by now is read first, however busy this process is.
  await new Promise((resolve) => setImmediate(resolve));
  return endpoint.take();
}

const notMade = (call: string, why: NotMade['notMade'], offered = true) => ({
  call,
  outcome: { notMade: why, offered },
  arrivals: [],
});

const words = ({ urls, files, jobId }: RecordingEndpoint): readonly (readonly [string, string])[] =>
  Object.entries({ ...urls, ...files, job: jobId }).map(([word, value]) => [`{${word}}`, value]);

/**
 * Replaces addresses and paths, which differ between runs, by words, so that the evidence of two runs can be compared.
 */
function symbolic(text: string, endpoint: RecordingEndpoint) {
  const urls = Object.entries(endpoint.urls).map(([word, url]) => [word, new URL(url)] as const);
  const masks = [
    ...words(endpoint),
    // A library may write a UUID in the other case.
    ['{job}', endpoint.jobId.toUpperCase()] as const,
    ...urls.map(([word, { host }]) => [`{${word}-host}`, host] as const),
    // Errors of TLS name only the address.
    ...urls.map(([, { hostname }]) => ['{address}', hostname] as const),
    ['{scratch}', endpoint.scratch] as const,
  ];
  return masks.reduce((masked, [word, value]) => masked.replaceAll(value, word), text);
}

/** Keys of what earlier calls returned. */
const references = ({ args = [], kwargs = {} }: Command) =>
  [...args, ...Object.values(kwargs)].flat().map((value) => memberOf(value, '$ref'));

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
