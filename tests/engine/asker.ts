/** A probe context whose requests are recorded and not sent. */
import type { Operation, Parameter } from '../../src/contract/types.ts';
import { createProbeContext, newMemory, type RunServices } from '../../src/engine/send/probe-context.ts';
import type { Lane, RequestOptions } from '../../src/engine/words/types.ts';
import type { WireCredential, WireRequest } from '../../src/wire/types.ts';
import { contractOf, exchange } from './exchanges.ts';

export const parameter = (name: string, where: Parameter['in'], more: Partial<Parameter> = {}): Parameter => ({
  name,
  in: where,
  required: true,
  ...more,
});
const JOBS: Operation = {
  name: 'jobs',
  interface: 'transfer',
  service: 'transfer',
  title: 'jobs',
  subject: 'GET /jobs',
  clause: 'Somewhere.',
  method: 'GET',
  path: '/jobs',
  parameters: [],
  lanes: [],
};
const GOOD: WireCredential = { name: 'certificate', headers: [['X-Auth', 'abc']] };
const lane: Lane = {
  name: 'certificate',
  credentials: new Map([['good', GOOD]]),
  settings: { vo: 'atlas' },
  secretValues: new Map([['source', 'from the settings']]),
};

interface Setting {
  readonly operation?: Partial<Operation>;
  readonly renamed?: Readonly<Record<string, string>>;
  readonly asking?: Partial<RunServices>;
  readonly services?: Readonly<Record<string, string>>;
}

export function asker({
  operation,
  renamed = {},
  asking = {},
  services = { transfer: 'https://t.example.org/api' },
}: Setting = {}) {
  const sent: WireRequest[] = [];
  const recorded: unknown[][] = [];
  const { request, attempts, outcome, startedAt, endedAt } = exchange();
  let ids = 0;
  const nothing = (): undefined => undefined;
  const all: RunServices = {
    send: async (wanted) => {
      sent.push(wanted);
      return { request, attempts, outcome, startedAt, endedAt };
    },
    runId: 'run1',
    seed: 7,
    depth: 'standard',
    nextId: () => `e${++ids}`,
    redact: (text) => text.replaceAll('secret', '*'),
    record: (...kept) => recorded.push(kept),
    cleanup: nothing,
    residue: nothing,
    wait: async () => undefined,
    now: () => 5,
    note: nothing,
    notice: nothing,
    allows: () => false,
    notOffered: new Set(),
    credentialUse: (_, __, wanted, transmit) => transmit(wanted),
    memory: newMemory,
    redactFromNowOn: nothing,
    ...asking,
  };
  const contract = { ...contractOf([], [], [{ ...JOBS, ...operation }]), renamed: new Map(Object.entries(renamed)) };
  const context = createProbeContext(all, contract, services, { lane, round: 0, chain: 3, probe: { name: 'lists' } });
  return { ask: context, sent, recorded, contract };
}

/** The one request that asking makes. */
export async function requestOf(
  operation: Partial<Operation>,
  options: RequestOptions = {},
  more: Omit<Setting, 'operation'> = {},
): Promise<WireRequest> {
  const { ask: context, sent } = asker({ operation, ...more });
  await context.send('jobs', options);
  return sent[0] as WireRequest;
}
