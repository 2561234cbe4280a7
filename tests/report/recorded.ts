/**
 * A small handmade run with findings: exchanges of each kind, and texts that try to be interpreted as markup or
 * commands.
 */
import type { Results } from '../../src/index.ts';
import type { ReportInput } from '../../src/report/parts/report-input.ts';
import type { Body, Exchange, Outcome } from '../../src/wire/types.ts';
import { exchange as exchangeOf } from '../engine/exchanges.ts';
import { RESULTS } from './fixed-results.ts';

/** Tries to end its context (elements, attributes, code, tables, CDATA), and mentions a user. */
export const HOSTILE = `</pre></script></title>"'><img src=x onerror=alert(1)><script>alert(2)</script>]]>\`\`\` @someone #1 | [x](http://evil.example) http://evil.example <!-- \u0000\u202e\uffff`;

function body(text: string | Uint8Array): Body {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return { bytes, size: bytes.length, digest: '0'.repeat(64), truncated: false };
}

export function exchange(id: string, outcome: Outcome, more: Partial<Exchange> = {}): Exchange {
  const at = Number(id.slice(1)) * 20;
  const url = 'https://transfer.example.org:8446/jobs?vo_name=dteam';
  return exchangeOf({
    ...{ id, probe: 'list-jobs', outcome, at, endedAt: at + 12 },
    request: { method: 'GET', url, headers: [['Accept', '*/*']], credential: 'certificate' },
    attempts: [{ url, startedAt: at, endedAt: at + 12, timings: { wait: 10 }, outcome, tls: { protocol: 'TLSv1.3' } }],
    ...more,
  });
}

export function answered(status: number, text: string | Uint8Array, type = 'application/json'): Outcome {
  return { kind: 'answer', status, headers: [['Content-Type', type]], body: body(text) };
}

const jobs = JSON.stringify(
  Array.from({ length: 8 }, (_, index) => ({
    job_id: `job-${index}`,
    submit_time: '2026-01-02 03:04:05',
    reason: HOSTILE,
  })),
);

const exchanges: Exchange[] = [
  exchange('e1', answered(200, '{"user_dn":"/CN=Ada"}'), { operation: 'identity', probe: 'identity' }),
  exchange('e3', answered(200, jobs)),
  exchange('e4', answered(200, jobs), { lane: 'token' }),
  exchange('e5', answered(200, new Uint8Array([0xff, 0xfe, 0x00, 0x41]), 'application/octet-stream')),
  exchange('e9', answered(503, HOSTILE, 'text/html'), {
    operation: 'identity',
    probe: 'identity',
    purpose: 'refusal',
    label: 'none',
  }),
  exchange(
    'e10',
    { kind: 'failure', phase: 'connect', code: 'ECONNREFUSED', message: HOSTILE },
    { operation: 'delegation', probe: 'delegation' },
  ),
];

const hostile: Results = {
  ...RESULTS,
  requirements: RESULTS.requirements.map((result) =>
    result.id === 'transfer/job/job_finished/by-state'
      ? { ...result, got: HOSTILE, message: `Expected a time; got ${HOSTILE}.` }
      : result,
  ),
  residue: [{ interface: 'transfer', kind: 'jobs', name: HOSTILE, why: HOSTILE }],
  notices: [HOSTILE],
};

/** The results of the terminal's tests, with hostile texts in every place that a target or an operator can fill. */
export const RECORDED: ReportInput = {
  results: hostile,
  exchanges,
};
