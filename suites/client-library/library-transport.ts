/** Carries scenarios to the library: a transport, so that calls are limited, redacted and recorded like every request. */
import { memberOf } from '../../src/files/json-value.ts';
import { WireError } from '../../src/wire/connect/wire-error.ts';
import type { Transport, TransportAnswer, TransportRequest } from '../../src/wire/types.ts';
import { type Driver, DriverError, startDriver } from './driver/driver.ts';
import type { Command, Loaded } from './driver/protocol.ts';
import type { EndpointSource, RecordingEndpoint } from './endpoint.ts';
import { type CredentialVariables, libraryEnvironment } from './environment.ts';
import type { EnvironmentName, Report, Scenario, Step } from './scenario.ts';

export interface LibraryOptions {
  readonly python: string;
  readonly folder?: string;
  readonly module: string;
  /** The document's names of the calls to the library's. */
  readonly names: ReadonlyMap<string, string>;
  /** The document's names of parameters (`Context/ucert`) to the library's; absent ones have the document's name. */
  readonly parameterNames: ReadonlyMap<string, string>;
  readonly caVariables: readonly string[];
  readonly credentialVariables: CredentialVariables;
  readonly endpoints: EndpointSource;
  /** Milliseconds for one call; default 20 s. */
  readonly callLimitMs?: number;
  /** Milliseconds for the import; default 60 s. */
  readonly importLimitMs?: number;
}

const ENVIRONMENTS: readonly EnvironmentName[] = ['no-credentials', 'proxy', 'certificate'];

const CALL_LIMIT_MS = 20_000;
/** After a call that raised, a handshake that the library broke off may still be on its way to the recording service. */
const SETTLE_MS = 30;

/** A transport whose requests hold a {@link Scenario} as JSON and whose answers hold a {@link Report}. Can be used again after `close`. */
export function createLibraryTransport(options: LibraryOptions): Transport {
  let library: Library | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return {
    send(request) {
      library ??= new Library(options);
      const mine = library;
      // One after the other: what arrives belongs to the call that is being made.
      const done = last.then(() => mine.perform(request));
      last = done.catch(() => undefined);
      return done;
    },
    async close() {
      await last;
      await library?.close();
      library = undefined;
    },
  };
}

class Library {
  readonly #options: LibraryOptions;
  readonly #drivers = new Map<EnvironmentName, Promise<Driver>>();
  #endpoint: Promise<RecordingEndpoint> | undefined;
  /** An import that failed; it is not tried again. */
  #failed: Loaded | undefined;
  #hangs = 0;

  constructor(options: LibraryOptions) {
    this.#options = options;
  }

  async perform(request: TransportRequest): Promise<TransportAnswer> {
    const scenario = JSON.parse(new TextDecoder().decode(request.body as Uint8Array)) as Scenario;
    this.#endpoint ??= this.#options.endpoints.open();
    const endpoint = await this.#endpoint;
    const interrupt = (): void => {
      void this.#end();
    };
    request.signal.addEventListener('abort', interrupt, { once: true });
    try {
      const report = await this.#report(scenario, endpoint);
      const masked = symbolic(JSON.stringify(report), endpoint);
      return {
        status: 200,
        headers: [['Content-Type', 'application/json']],
        body: once(new TextEncoder().encode(masked)),
        reported: true,
      };
    } catch (error) {
      if (error instanceof DriverError) throw new WireError('connect', 'NO_INTERPRETER', error.message);
      throw error;
    } finally {
      request.signal.removeEventListener('abort', interrupt);
    }
  }

  async close(): Promise<void> {
    await this.#end();
    await this.#endpoint?.then(
      (endpoint) => endpoint.close(),
      () => undefined,
    );
    this.#endpoint = undefined;
  }

  /** Ends every process. */
  async #end(): Promise<void> {
    const drivers = [...this.#drivers.values()];
    this.#drivers.clear();
    await Promise.all(
      drivers.map((starting) =>
        starting.then(
          (driver) => driver.close(),
          () => undefined,
        ),
      ),
    );
  }

  async #report(scenario: Scenario, endpoint: RecordingEndpoint): Promise<Report> {
    try {
      return await this.#made(scenario, endpoint);
    } finally {
      if (scenario.turnsBefore !== undefined) await endpoint.turn('trusted');
    }
  }

  async #made({ environment, calls, turnsBefore }: Scenario, endpoint: RecordingEndpoint): Promise<Report> {
    endpoint.take();
    const nothing = { octets: 0, text: '' };
    const driver = this.#failed === undefined ? await this.#driver(environment, endpoint) : undefined;
    if (driver === undefined) {
      const steps = calls.map(
        ({ call }): Step => ({
          call,
          outcome: { notMade: 'the module was not imported', offered: true },
          arrivals: [],
        }),
      );
      return { loaded: this.#failed as Loaded, steps, before: [], stdout: nothing, stderr: nothing };
    }
    const before = endpoint.take();
    const steps: Step[] = [];
    const missing = new Set<string>();
    for (const [index, command] of calls.entries()) {
      if (index === turnsBefore) await endpoint.turn('untrusted');
      const lacks = references(command).find((key) => missing.has(key));
      if (lacks !== undefined) {
        if (command.keep !== undefined) missing.add(command.keep);
        steps.push({
          call: command.call,
          outcome: {
            notMade: `${command.call} was not called: an earlier call did not return what it needs`,
            offered: true,
          },
          arrivals: [],
        });
        continue;
      }
      const step = await this.#step(driver, command, endpoint);
      if (command.keep !== undefined && !('returned' in step.outcome)) missing.add(command.keep);
      steps.push(step);
    }
    const printed = driver.takePrinted();
    if (driver.ended) {
      this.#drivers.delete(environment);
      await driver.close();
    }
    return { loaded: driver.loaded, steps, before, ...printed };
  }

  async #step(driver: Driver, command: Command, endpoint: RecordingEndpoint): Promise<Step> {
    const { call } = command;
    if (driver.ended)
      return {
        call,
        outcome: { notMade: `${call} was not called: the process had ended`, offered: true },
        arrivals: [],
      };
    const { loaded } = driver;
    if ('imported' in loaded && !loaded.offers.includes(this.#options.names.get(call) ?? call)) {
      return { call, outcome: { notMade: `the module has no ${call}`, offered: false }, arrivals: [] };
    }
    const limit = this.#options.callLimitMs ?? CALL_LIMIT_MS;
    // A library that hangs once often hangs always; a run is not to last for hours.
    const outcome = await driver.call(this.#literal(command, endpoint), this.#hangs === 0 ? limit : limit / 4);
    if ('ended' in outcome && outcome.ended.how === 'hung') this.#hangs += 1;
    await new Promise((resolve) => setTimeout(resolve, 'returned' in outcome ? 0 : SETTLE_MS));
    // Output that has arrived by now is read first, however busy this process is.
    await new Promise((resolve) => setImmediate(resolve));
    return { call, outcome, arrivals: endpoint.take() };
  }

  /** The process for an environment; undefined where the module cannot be imported. */
  async #driver(environment: EnvironmentName, endpoint: RecordingEndpoint): Promise<Driver | undefined> {
    // The others start meanwhile: an import may take long.
    if (this.#drivers.size === 0) for (const name of ENVIRONMENTS) this.#drivers.set(name, this.#start(name, endpoint));
    const starting = this.#drivers.get(environment) ?? this.#start(environment, endpoint);
    this.#drivers.set(environment, starting);
    // A promise that is never awaited must not cause an unhandled rejection.
    for (const each of this.#drivers.values()) each.catch(() => undefined);
    const driver = await starting;
    if ('imported' in driver.loaded) return driver;
    this.#failed = driver.loaded;
    await this.#end();
    return undefined;
  }

  #start(environment: EnvironmentName, endpoint: RecordingEndpoint): Promise<Driver> {
    const { python, folder, module, names, caVariables, credentialVariables, importLimitMs } = this.#options;
    return startDriver({
      python,
      ...(folder !== undefined && { folder }),
      module,
      wanted: [...names.values()],
      environment: libraryEnvironment(environment, endpoint, caVariables, credentialVariables),
      directory: endpoint.scratch,
      ...(importLimitMs !== undefined && { importLimitMs }),
    });
  }

  /** The command with the library's name of the call, and with addresses and files in place of their words. */
  #literal(command: Command, endpoint: RecordingEndpoint): Command {
    let text = JSON.stringify(command);
    for (const [word, value] of words(endpoint)) text = text.replaceAll(word, value);
    const { kwargs, ...literal } = JSON.parse(text) as Command;
    const own = Object.entries(kwargs ?? {}).map(([name, value]) => [
      this.#options.parameterNames.get(`${command.call}/${name}`) ?? name,
      value,
    ]);
    return {
      ...literal,
      call: this.#options.names.get(command.call) ?? command.call,
      ...(kwargs && { kwargs: Object.fromEntries(own) }),
    };
  }
}

function words({ urls, files, jobId }: RecordingEndpoint): readonly (readonly [string, string])[] {
  return [...Object.entries(urls), ...Object.entries(files), ['job', jobId] as const].map(
    ([word, value]) => [`{${word}}`, value] as const,
  );
}

/** Words in place of what is different in each run, so that the evidence of two runs can be compared. */
function symbolic(text: string, endpoint: RecordingEndpoint): string {
  let masked = text;
  for (const [word, value] of words(endpoint)) masked = masked.replaceAll(value, word);
  for (const [word, url] of Object.entries(endpoint.urls))
    masked = masked.replaceAll(new URL(url).host, `{${word}-host}`);
  // Errors of TLS name the address alone.
  for (const url of Object.values(endpoint.urls)) masked = masked.replaceAll(new URL(url).hostname, '{address}');
  return masked.replaceAll(endpoint.scratch, '{scratch}');
}

function references({ args = [], kwargs = {} }: Command): string[] {
  return [...args, ...Object.values(kwargs)].flat().flatMap((value) => {
    const key = memberOf(value, '$ref');
    return typeof key === 'string' ? [key] : [];
  });
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
