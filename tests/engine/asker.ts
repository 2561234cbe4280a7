/** A probe context whose requests are recorded and not sent. */
import type { Operation, Parameter } from '../../src/contract/types.ts';
import { createProbeContext } from '../../src/engine/send/probe-context.ts';
import { createRunRecord } from '../../src/engine/send/run-record.ts';
import type { StartedRun } from '../../src/engine/send/started-run.ts';
import type { Lane, Prepared, RequestOptions } from '../../src/engine/words/types.ts';
import type { ConnectionSettings } from '../../src/wire/connect/tls-failure.ts';
import type { Session } from '../../src/wire/session/session.ts';
import type { WireCredential, WireRequest } from '../../src/wire/types.ts';
import { contractOf, exchange, operation as operationOf } from './exchanges.ts';

export const parameter = (name: string, where: Parameter['in'], more: Partial<Parameter> = {}): Parameter => ({
  name,
  in: where,
  required: true,
  ...more,
});
const JOBS = operationOf('jobs', { subject: 'GET /jobs', lanes: [] });
const GOOD: WireCredential = { name: 'certificate', headers: [['X-Auth', 'abc']] };
const lane: Lane = {
  name: 'certificate',
  credentials: new Map([['good', GOOD]]),
  settings: { vo: 'atlas' },
  secretValues: new Map([['source', 'from the settings']]),
};

interface Setting {
  operation?: Partial<Operation>;
  send?: Session['send'];
  connection?: ConnectionSettings;
  services?: Record<string, string>;
}

export function asker({
  operation,
  send,
  connection,
  services = { transfer: 'https://t.example.org/api' },
}: Setting = {}) {
  const sent: WireRequest[] = [];
  const recorded: unknown[][] = [];
  const { request, attempts, outcome, startedAt, endedAt } = exchange();
  let ids = 0;
  const redactor = { text: (text: string) => text.replaceAll('secret', '*') } as StartedRun['redactor'];
  const record = createRunRecord('run1', redactor, {} as never, [], undefined);
  record.add = (_, ...kept) => void recorded.push(kept);
  const run = {
    ...{ id: 'run1', seed: 7, redactor, record },
    target: { depth: 'standard', allowCreate: new Set(), notOffered: new Set() },
    session: {
      send:
        send ??
        (async (wanted: WireRequest) => {
          sent.push(wanted);
          return { request, attempts, outcome, startedAt, endedAt };
        }),
    },
    nextId: () => `e${++ids}`,
    now: () => 5,
    credentialUse: ((_, __, wanted, transmit) => transmit(wanted)) as StartedRun['credentialUse'],
  } as unknown as StartedRun;
  const contract = contractOf([], [], [{ ...JOBS, ...operation }]);
  const ready = { contract, prepared: { services } as Prepared, ...(connection && { connection }) };
  const context = createProbeContext(run, ready, { lane, round: 0, chain: 3, probe: { name: 'lists' } });
  return { ask: context, sent, recorded, contract };
}

/** Returns the only request that a call sends. */
export async function requestOf(operation: Partial<Operation>, options: RequestOptions = {}) {
  const { ask: context, sent } = asker({ operation });
  await context.send('jobs', options);
  return sent[0] as WireRequest;
}
