/** Runs of small suites against scripted responses, without a network. */
import { type ConductedRun, conduct, type Ready, type RunOptions } from '../../src/engine/send/run.ts';
import { check, every, type Probe, probe } from '../../src/engine/words/suite.ts';
import type { Lane, Prepared, ProbeContext, Suite } from '../../src/engine/words/types.ts';
import type { Target } from '../../src/settings/types.ts';
import type { Transport, TransportRequest } from '../../src/wire/types.ts';
import { bodyOf } from '../wire/scripted-transport.ts';
import { contractOf, operation, requirement } from './exchanges.ts';

export const ADDRESS = 'https://t.example.org/api';

const OPERATIONS = [
  operation('identity'),
  operation('jobs'),
  operation('submit', { method: 'POST', creates: 'jobs' }),
  operation('cancel', { method: 'DELETE' }),
];

/** Returns a probe that calls `run`; `transfer/x/<name>` passes if its request is sent. */
export function doing(
  name: string,
  run: (context: ProbeContext) => Promise<unknown>,
  more: { after?: Probe[] } = {},
): Probe {
  return probe({
    name,
    operation: 'jobs',
    ...more,
    async run(_, context) {
      await run(context);
      return { [name]: await context.send('jobs') };
    },
  });
}

/** Returns an interface with these probes. */
export function readyOf(
  probes: Probe[],
  { lanes = [laneOf('certificate')], prepared = {} }: { lanes?: Lane[]; prepared?: Partial<Prepared> } = {},
): Ready {
  const row = ({ name }: Probe) => `transfer/x/${name}`;
  const contract = {
    ...contractOf(
      probes.map((of) => requirement(row(of))),
      [],
      OPERATIONS,
    ),
    digest: 'abc',
  };
  const checks = probes.map((of) =>
    check({
      needs: [every(of)],
      decides: [row(of)],
      judge: (evidence, report) =>
        void report.assert(row(of), Object.values(evidence).flat().length === 1, 'asked', 'not asked'),
    }),
  );
  const suite = { interface: 'transfer', probes, checks, notPlanned: () => new Map() } as unknown as Suite;
  return {
    suite,
    contract,
    prepared: { lanes, services: { transfer: ADDRESS }, secrets: [], problems: [], ...prepared },
  };
}

export function laneOf(name: string, more: Partial<Lane> = {}): Lane {
  return { name, credentials: new Map([['good', { name }]]), settings: {}, ...more };
}

type Answer = { status?: number; body?: string };

export interface Run extends ConductedRun {
  /** The requests, as `METHOD path`. */
  sent: string[];
  closed: number;
}

/** Returns a transport that records requests; `answer` may wait or throw. */
function transportOf(answer: (request: TransportRequest) => Answer | Promise<Answer> = () => ({})) {
  const requests: TransportRequest[] = [];
  const state = { closed: 0 };
  const transport: Transport = {
    async send(request) {
      requests.push(request);
      const { status = 200, body = '[]' } = await answer(request);
      return { status, headers: [], body: bodyOf(body) };
    },
    async close() {
      state.closed += 1;
    },
  };
  return { transport, requests, state };
}

/** Conducts a run with these probes, with all creation allowed and short limits. */
export async function runOf(
  ready: Ready[],
  more: Partial<Omit<RunOptions, 'target'>> & {
    target?: Partial<Target>;
    answer?: Parameters<typeof transportOf>[0];
  } = {},
): Promise<Run> {
  const { target, answer, ...options } = more;
  const { transport, requests, state } = transportOf(answer);
  const conducted = await conduct({
    ready,
    reference: false,
    only: [],
    version: '1.2.3',
    transport: () => transport,
    backoffMs: 0,
    ...options,
    target: {
      configured: ['transfer'],
      depth: 'standard',
      interfaces: {},
      described: { transfer: {} },
      secrets: [],
      allowCreate: new Set(['jobs']),
      notOffered: new Set(),
      concurrency: 4,
      requestTimeoutMs: 5000,
      runTimeoutMs: 60_000,
      proxy: {},
      ...target,
    } as Target,
  });
  return {
    ...conducted,
    sent: requests.map(({ method, url }) => `${method} ${url.replace(ADDRESS, '')}`),
    closed: state.closed,
  };
}
