/** Fixed results, with one of everything that a report shows. */
import type { Result, Results } from '../../src/index.ts';
import { renderTerminal } from '../../src/report/terminal/terminal.ts';

/** Returns a result about jobs. */
export function row(id: string, verdict: Result['verdict'], more: Partial<Result> = {}): Result {
  return {
    id,
    interface: 'transfer',
    title: `title of ${id.split('/').at(-1)}`,
    clause: 'Resources B, job object: what the document says of it.',
    basis: 'documented',
    operation: 'list-jobs',
    verdict,
    exchanges: [],
    ...more,
  };
}

const refusals = ['none', 'empty-token', 'garbage-token'].flatMap((kind) =>
  ['identity', 'delegation'].map((operation) =>
    row(`transfer/${operation}/refuses/${kind}`, 'inconclusive', {
      operation,
      blame: 'infrastructure',
      message: `${operation === 'identity' ? 'Identity' : 'Depends on delegation, and delegation'} returned 503.`,
      cause: {
        id: 'transfer/identity/refuses/none',
        headline: 'identity returned 503; the same for delegation.',
        operations: ['identity', 'delegation'],
      },
      exchanges: ['e9'],
    }),
  ),
);

const requirements = [
  row('transfer/job/submit_time', 'fail', {
    blame: 'target',
    message: 'Expected a timestamp YYYY-MM-DDTHH:MM:SS; got "2026-01-02 03:04:05".',
    expected: 'a valid timestamp YYYY-MM-DDTHH:MM:SS, without time zone or fraction',
    // Text from a target that tries to clear the terminal, and to reverse the line.
    got: '"\u001b[2J\u202e2026-01-02 03:04:05" (in 8 of 8 records)',
    at: '/0/submit_time',
    exchanges: ['e3', 'e4', 'e5', 'e6'],
    reproduce: { assay: 'assay run --only transfer/job/submit_time' },
    lanes: { certificate: 'fail', token: 'pass' },
    also: [{ lane: 'token', expected: 'a timestamp', got: 'null', at: '/4/submit_time', exchanges: ['e4'] }],
  }),
  row('transfer/job/job_finished/by-state', 'warn', {
    basis: 'inferred',
    blame: 'target',
    message: 'Expected a time; got null.',
    expected: 'a time',
    got: 'null',
    exchanges: ['e3'],
    reproduce: { assay: 'assay run --only transfer/job/job_finished/by-state' },
  }),
  row('transfer/job/job_id', 'pass', { exchanges: ['e3'] }),
  row('transfer/identity/user_dn', 'pass', { operation: 'identity', exchanges: ['e1'] }),
  ...refusals,
  ...['returns-own-id', 'answers-token'].map((statement) =>
    row(`transfer/submit-job/${statement}`, 'skipped', {
      operation: 'submit-job',
      blame: 'settings',
      message: 'Creating jobs is not allowed; ASSAY_ALLOW_CREATE=jobs allows it.',
    }),
  ),
  row('transfer/gap/list-jobs-status', 'observed', { basis: 'gap', got: '200', exchanges: ['e3'] }),
];

const counts: Results['counts'] = {
  pass: 2,
  fail: 1,
  warn: 1,
  inconclusive: 6,
  skipped: 2,
  'not-applicable': 0,
  observed: 1,
  error: 0,
};

export const RESULTS: Results = {
  format: 'assay-results/1',
  conclusion: 'non-conformant',
  conclusions: { transfer: 'non-conformant' },
  exitCode: 1,
  gate: ['1 documented requirement failed.'],
  counts,
  verified: { transfer: 2 },
  requirements,
  notPlanned: [
    { id: 'transfer/identity/refuses/expired-proxy', why: 'TRANSFER_CERT is not set.' },
    { id: 'transfer/list-jobs/refuses/expired-proxy', why: 'TRANSFER_CERT is not set.' },
  ],
  notConfigured: ['ticket-bridge', 'client-library', 'data-hub'],
  residue: [
    {
      interface: 'transfer',
      kind: 'jobs',
      name: 'davs://storage.example.org/out-assay-1a2b3c4d-token-plain',
      why: 'the removal was not confirmed',
    },
  ],
  notices: ['TRANSFER_VOO is not a setting; did you mean TRANSFER_VO?'],
  run: {
    id: '1a2b3c4d',
    startedAt: '2026-01-02T03:04:05.000Z',
    endedAt: '2026-01-02T03:04:07.500Z',
    seed: 1,
    only: [],
    interrupted: false,
    requests: 42,
  },
  suite: { name: 'assay', version: '0.1.0', contracts: { transfer: 'a'.repeat(64) } },
  target: {
    reference: false,
    interfaces: { transfer: { url: 'https://transfer.example.org:8446' } },
    allowCreate: [],
    notOffered: [],
  },
};

/** The comparison with an equal run. */
export const UNCHANGED = { new: [], known: [], fixed: [], lost: [], worse: [], stale: [], expired: [], soon: [] };
/** The baseline entry for its failure. */
export const KNOWN = [
  { id: 'transfer/job/submit_time', reason: 'fixed in the next release', owner: 'ada', expires: '2026-02-01' },
];

/** Returns what a terminal of 100 columns shows of results. */
export const shown = (results: Results, verbose = false) =>
  renderTerminal(results, { width: 100, colour: false, verbose });
