/** Exchanges and contracts for tests of pure functions. */

import type { Contract, Operation, Requirement } from '../../src/contract/types.ts';
import { compileRecord } from '../../src/records/judge.ts';
import type { RecordFile } from '../../src/records/schema.ts';
import type { Exchange, FailurePhase, Outcome } from '../../src/wire/types.ts';

/** A record with two members. */
export const FILE: RecordFile = {
  $id: 'x',
  title: 'job',
  record: 'transfer/job',
  clause: 'Somewhere.',
  properties: { job_id: { type: 'string', clause: 'x' }, priority: { type: 'integer', clause: 'x' } },
};

let made = 0;

export interface ExchangeOptions extends Partial<Exchange> {
  status?: number;
  phase?: FailurePhase;
  code?: string;
  text?: string;
  type?: string;
  credential?: string;
  /** Time of the beginning; the exchange takes one millisecond. */
  at?: number;
}

/** Returns an exchange; by default `GET /jobs` as documented, answered with 200 and `[]`. */
export function exchange(options: ExchangeOptions = {}): Exchange {
  made += 1;
  const {
    status = 200,
    phase,
    code = 'ECODE',
    text = '[]',
    type = 'application/json',
    credential = 'certificate',
    at = made * 10,
    ...rest
  } = options;
  const bytes = new TextEncoder().encode(text);
  const headers = [['Content-Type', type] as const];
  const outcome: Outcome =
    phase === undefined
      ? {
          kind: 'answer',
          status,
          headers,
          body: { bytes, size: bytes.length, digest: `${type} ${text}`, truncated: false },
        }
      : { kind: 'failure', phase, code, message: 'the message' };
  return {
    id: `e${made}`,
    interface: 'transfer',
    lane: 'certificate',
    probe: 'listJobs',
    operation: 'list-jobs',
    service: 'transfer',
    purpose: 'documented',
    params: {},
    origins: {},
    label: '',
    request: { method: 'GET', url: 'https://transfer.example.org/jobs', headers: [], credential },
    attempts: [],
    outcome,
    startedAt: at,
    endedAt: at + 1,
    ...rest,
  };
}

export function requirement(id: string, more: Partial<Requirement> = {}): Requirement {
  return {
    id,
    interface: 'transfer',
    title: id,
    clause: 'Somewhere.',
    basis: id.includes('/gap/') ? 'gap' : 'documented',
    ...more,
  };
}

export function operation(name: string, more: Partial<Operation> = {}): Operation {
  const about = {
    interface: 'transfer',
    service: 'transfer',
    title: name,
    subject: name,
    clause: 'Somewhere.',
  } as const;
  return { name, ...about, method: 'GET', path: `/${name}`, parameters: [], lanes: ['certificate'], ...more };
}

/** Operations that return a list of jobs, and a single job. */
export const JOB_OPERATIONS: Operation[] = [
  operation('list-jobs', { answer: { record: 'transfer/job', list: true, flags: [] } }),
  operation('read-job', { answer: { record: 'transfer/job', list: false, flags: [] } }),
];

/** Returns a contract of these requirements and records, with the requirements of the records. */
export function contractOf(rows: Requirement[], files: RecordFile[] = [], operations: Operation[] = []): Contract {
  const records = new Map(files.map((file) => [file.record, compileRecord(file)] as const));
  const all = [...rows, ...[...records.values()].flatMap((record) => record.requirements.map((id) => requirement(id)))];
  return {
    interface: 'transfer',
    subject: 'service',
    digest: '',
    operations: new Map(operations.map((each) => [each.name, each])),
    requirements: new Map(all.map((requirement) => [requirement.id, requirement])),
    records,
    words: new Map(),
    renamed: new Map(),
    fills: new Map(),
  };
}
