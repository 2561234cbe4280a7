/** Runs against a reference, in this process, in which one documented operation answers with a status of its own and all others are good. */
import { loadClientContract } from '../../src/clients/client-side.ts';
import { packageVersion } from '../../src/contract/root.ts';
import type { ClientContract } from '../../src/contract/types.ts';
import { type ConductedRun, conduct, type Ready } from '../../src/engine/send/run.ts';
import { makeReady } from '../../src/run/ready.ts';
import { inProcessTransport } from '../../src/selftest/in-process.ts';
import { type InProcessReference, inProcessReferenceOf } from '../../src/selftest/in-process-references.ts';
import type { Target } from '../../src/settings/types.ts';
import type { Transport, TransportRequest } from '../../src/wire/types.ts';

/** The answer of an operation, in a server's own words. */
export interface Refusal {
  readonly operation: string;
  /** Only to requests with this lane's credential; absent: to all. */
  readonly lane?: string;
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** One reference, prepared once and run again and again. */
export class RefusingService {
  private constructor(
    private readonly reference: InProcessReference,
    private readonly ready: readonly Ready[],
    private readonly target: Target,
    private readonly clients: ClientContract,
    private readonly serviceOf: ReadonlyMap<string, string>,
  ) {}

  /** @param allowed what may be created (`ASSAY_ALLOW_CREATE`) */
  static async of(name: string, allowed: string): Promise<RefusingService> {
    const reference = await inProcessReferenceOf(name);
    const made = await makeReady({ ...reference.env, ASSAY_ALLOW_CREATE: allowed });
    if (!made.ok) throw new Error(made.problems.join(' '));
    const services = made.ready.flatMap(({ prepared }) => Object.entries(prepared.services));
    const serviceOf = new Map(services.map(([service, url]) => [new URL(url).origin, service]));
    const namespace = Object.entries(reference.env).find(([setting]) => setting.endsWith('_NAMESPACE'))?.[1];
    return new RefusingService(reference, made.ready, made.target, loadClientContract(name, { namespace }), serviceOf);
  }

  /** One run of a fresh instance; without a refusal it is good. */
  async run(refusal?: Refusal): Promise<ConductedRun> {
    const good = inProcessTransport(await this.reference.deploy({}));
    return conduct({
      ready: this.ready,
      target: this.target,
      reference: true,
      only: [],
      version: packageVersion(),
      transport: () => (refusal === undefined ? good : this.refusing(good, refusal)),
      backoffMs: 1,
      seed: 1,
      runId: 'campaign',
    });
  }

  close(): Promise<void> {
    return this.reference.close();
  }

  private refusing(good: Transport, { operation, lane, status, type, body }: Refusal): Transport {
    return {
      send: async (request) => {
        const refused =
          this.operationOf(request) === operation && (lane === undefined || request.credential.name === lane);
        if (!refused) return good.send(request);
        return { status, headers: [['Content-Type', type]], body: once(new TextEncoder().encode(body)) };
      },
      close: () => good.close(),
    };
  }

  private operationOf({ method, url, headers, body, credential }: TransportRequest): string | undefined {
    const { origin, pathname, search } = new URL(url);
    const service = this.serviceOf.get(origin);
    return this.clients.operationOf({
      method,
      target: `${pathname}${search}`,
      ...(service !== undefined && { service }),
      header: (name) => headers.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1],
      body: body instanceof Uint8Array ? body : new Uint8Array(),
      truncated: false,
      credential: credential.name,
    });
  }
}

async function* once(body: Uint8Array): AsyncIterable<Uint8Array> {
  yield body;
}
