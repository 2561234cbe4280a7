/** An embedded reference in this process, tested like a deployment, with a layer in front of its handlers. */
import type { InProcessReference } from '../../reference/in-process.ts';
import type { Handler, ReferenceRequest, ReferenceResponse } from '../../reference/types.ts';
import type { Contract } from '../../src/contract/types.ts';
import { type ConductedRun, conduct } from '../../src/engine/send/run.ts';
import { valueIn } from '../../src/engine/words/remembered.ts';
import { loadContract } from '../../src/run/installed/suites.ts';
import { makeReady } from '../../src/run/ready.ts';
import { inProcessReferenceOf, inProcessTransport } from '../../src/selftest/in-process.ts';
import type { Exchange } from '../../src/wire/types.ts';
import { askedOperations } from '../asked-operation.ts';

export type Env = Record<string, string>;

/** A received request. */
export interface Asked {
  /** Its number in the run, from 1. */
  number: number;
  origin: string;
  /** The documented operation that it asks for; undefined: none. */
  operation: string | undefined;
  method: string;
  /** Path, percent-decoded. */
  path: string;
  /** Query as in the request line, without `?`. */
  query: string;
  headers: Record<string, string>;
  /** The first 64 KiB as text. */
  body: string;
  /** Returns whether the reference accepts its credential. */
  accepted(): Promise<boolean>;
}

/** Handles requests in front of the reference; `next` returns the reference's response. */
export type Layer = (asked: Asked, next: () => Promise<ReferenceResponse>) => Promise<ReferenceResponse>;

export interface Ran extends ConductedRun {
  asked: Asked[];
  /** Number of requests before clean-up. */
  probing: number;
  /** Calls of a library in the order of the scenarios; empty for services. */
  calls: string[];
}

/** A read operation that every accepted credential may request. */
const HARMLESS: Record<string, { host: string; target: string }> = {
  transfer: { host: 'transfer.reference', target: '/whoami' },
  'data-hub': { host: 'zone.reference', target: '/api/v3/zone/user/effective_spaces/' },
};

const MOST_BODY = 64 * 1024;

/** Thrown if the settings were rejected before anything was sent. */
class RefusedSettings extends Error {
  override name = 'RefusedSettings';
}

export class Deployment {
  /** What is made of settings, by these: certificates and tokens take a fifth of the time of a run. */
  readonly #made = new Map<string, ReturnType<typeof makeReady>>();

  private constructor(
    readonly reference: InProcessReference,
    private readonly contract: Contract,
    private readonly operationOf: ReturnType<typeof askedOperations>,
    private readonly fault: readonly string[],
  ) {}

  /** Returns the reference of an interface, with the faults whose ids match. */
  static async of(name: string, faults = /^$/) {
    const reference = await inProcessReferenceOf(name);
    const ids = reference.faults.map(({ id }) => id).filter((id) => faults.test(id));
    return new Deployment(reference, loadContract(name), askedOperations(name), ids);
  }

  get interface(): string {
    return this.reference.interface;
  }

  /** Returns the names of the documented operations. */
  get operations(): string[] {
    return [...this.contract.operations.keys()];
  }

  /** Returns whether an operation is a GET, which Assay repeats after a failure. */
  gets(operation: string) {
    return this.contract.operations.get(operation)?.method === 'GET';
  }

  /** Returns whether an operation creates no object. */
  reads(operation: string) {
    return this.contract.operations.get(operation)?.creates === undefined;
  }

  /** Returns what runs may create: everything or nothing, which is the same if no operation creates an object. */
  get allowed(): ('all' | '')[] {
    return this.operations.every((one) => this.reads(one)) ? ['all'] : ['all', ''];
  }

  /** Returns a setting of the reference. Throws if it has no value. */
  setting(name: string) {
    const value = this.reference.env[name];
    if (value === undefined) throw new Error(`the reference has no value of ${name}`);
    return value;
  }

  close() {
    return this.reference.close();
  }

  /**
   * Runs against a fresh instance, which shares no state with other runs. Throws RefusedSettings if the settings are
   * rejected.
   */
  async run(env: Env = {}, layer: Layer = (_, next) => next(), only: string[] = []): Promise<Ran> {
    const settings = { ...this.reference.env, ...env };
    const made = await valueIn(this.#made, JSON.stringify(settings), () => makeReady(settings));
    if (!made.ok) throw new RefusedSettings(made.problems.join(' '));
    const handlers = await this.reference.deploy({ fault: this.fault });
    const asked: Asked[] = [];
    let probing = 0;
    const around = (origin: string, handler: Handler): Handler => {
      return async (request) => {
        const one = this.#read(asked.length + 1, origin, request, handlers);
        asked.push(one);
        return layer(one, () => handler(request));
      };
    };
    const fronts = new Map([...handlers].map(([origin, handler]) => [origin, around(origin, handler)]));
    const conducted = await conduct({
      ready: made.ready,
      target: made.target,
      reference: true,
      only,
      version: '0',
      transport: () => inProcessTransport(fronts),
      backoffMs: 1,
      seed: 1,
      on: (event) => {
        if (event.type === 'probe-ended' && event.done === event.of) probing = asked.length;
      },
    });
    return {
      ...conducted,
      asked,
      probing,
      calls: conducted.judgeables.flatMap(({ recording }) => recording.exchanges.flatMap(callsOf)),
    };
  }

  #read(number: number, origin: string, request: ReferenceRequest, handlers: ReadonlyMap<string, Handler>): Asked {
    const [raw = '', ...query] = request.target.split('?');
    return {
      number,
      origin,
      operation: this.operationOf(request),
      method: request.method,
      path: decoded(raw),
      query: query.join('?'),
      headers: request.headers,
      body: Buffer.from(request.body).toString('utf8', 0, MOST_BODY),
      accepted: () => this.#accepts(request, handlers),
    };
  }

  async #accepts(request: ReferenceRequest, handlers: ReadonlyMap<string, Handler>) {
    const harmless = HARMLESS[this.interface];
    if (harmless === undefined) return true;
    const handler = handlers.get(`https://${harmless.host}`);
    const { authorization, 'x-auth-token': token } = request.headers;
    const headers = {
      host: harmless.host,
      ...(authorization && { authorization }),
      ...(token && { 'x-auth-token': token }),
    };
    const response = await handler?.({
      method: 'GET',
      target: harmless.target,
      headers,
      body: new Uint8Array(),
      peer: request.peer,
    });
    return response?.status === 200;
  }
}

function decoded(path: string) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Returns the calls of a recorded scenario of the client library. */
function callsOf({ interface: of, request }: Exchange) {
  if (of !== 'client-library' || request.body === undefined) return [];
  return [
    ...Buffer.from(request.body.bytes)
      .toString('utf8')
      .matchAll(/"call":"(\w+)"/g),
  ].map(([, call = '']) => call);
}

/** Returns a short error response. */
export function briefError(status: number): ReferenceResponse {
  const body = Buffer.from('{"error":"sorry"}');
  return { status, headers: [['Content-Type', 'application/json']], body };
}
