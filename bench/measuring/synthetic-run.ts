/** A run of any size, always the same, for measurements and for tests of large reports. */
import { createHash } from 'node:crypto';
import type { Interface } from '../../src/contract/types.ts';
import { conclude, countVerified, worst } from '../../src/engine/account/account.ts';
import { countVerdicts } from '../../src/engine/account/grouping.ts';
import type { Result, Results, Verdict } from '../../src/engine/words/types.ts';
import type { ReportInput } from '../../src/report/parts/report-input.ts';
import { SUITED } from '../../src/run/installed/suited.ts';
import type { Body, Exchange } from '../../src/wire/types.ts';

/** Number of requirements per operation. */
const PER_OPERATION = 50;
const STARTED = Date.parse('2026-01-02T03:04:05.000Z');
const MEMBERS = [
  'job_id',
  'job_state',
  'user_dn',
  'submit_time',
  'priority',
  'retry',
  'source_se',
  'dest_se',
  'job_metadata',
  'reason',
];

/** One in ten requirements does not pass: 3 % fail, 1 % warn, 3 % inconclusive, 2 % skipped, 1 % observed. */
const UNUSUAL: readonly Verdict[] = [
  'fail',
  'inconclusive',
  'skipped',
  'fail',
  'warn',
  'inconclusive',
  'observed',
  'fail',
  'inconclusive',
  'skipped',
];

/** Returns results and exchanges of a run. Each requirement has two consecutive exchanges. */
export function syntheticRun(size: { readonly requirements: number; readonly exchanges: number }): ReportInput {
  const exchanges = Array.from({ length: size.exchanges }, (_, index) => exchangeAt(index));
  const requirements = Array.from({ length: size.requirements }, (_, index) => requirementAt(index, size.exchanges));
  const present = [...new Set(requirements.map((result) => result.interface))];
  const conclusions = Object.fromEntries(
    present.map((name) => [name, conclude(requirements.filter((result) => result.interface === name))]),
  );
  const counts = countVerdicts(requirements);
  const results: Results = {
    format: 'assay-results/1',
    conclusion: worst(Object.values(conclusions)),
    conclusions,
    exitCode: 1,
    gate: [`${counts.fail} documented requirements failed.`],
    counts,
    verified: countVerified(requirements),
    requirements,
    notPlanned: [],
    notConfigured: SUITED.filter((name) => !present.includes(name)),
    residue: [{ interface: 'transfer', kind: 'jobs', name: 'assay-synthetic-1', why: 'its removal was not confirmed' }],
    notices: [],
    run: {
      id: 'synthetic',
      startedAt: new Date(STARTED).toISOString(),
      endedAt: new Date(STARTED + size.exchanges * 9).toISOString(),
      seed: 1,
      only: [],
      interrupted: false,
      requests: size.exchanges,
    },
    suite: {
      name: 'assay',
      version: '0.0.0',
      contracts: Object.fromEntries(present.map((name) => [name, createHash('sha256').update(name).digest('hex')])),
    },
    target: {
      reference: false,
      interfaces: { transfer: { url: 'https://transfer.example.org:8446' } },
      allowCreate: ['jobs'],
      notOffered: [],
    },
  };
  return { results, exchanges };
}

function placeOf(index: number): { readonly of: Interface; readonly operation: string } {
  const operation = Math.floor(index / PER_OPERATION);
  return { of: SUITED[operation % SUITED.length] ?? 'transfer', operation: `operation-${operation}` };
}

function requirementAt(index: number, exchanges: number): Result {
  const { of, operation } = placeOf(index);
  const member = MEMBERS[index % MEMBERS.length] ?? '';
  const verdict = index % 10 === 9 ? (UNUSUAL[Math.floor(index / 10) % UNUSUAL.length] ?? 'pass') : 'pass';
  const first = (index * 2) % Math.max(1, exchanges);
  const asked = verdict === 'skipped' ? [] : [`e${first + 1}`, `e${((first + 1) % exchanges) + 1}`];
  return {
    id: `${of}/${operation}/${member}-${index}`,
    interface: of,
    title: `${member} of ${operation} is a string`,
    clause: `Resources B, job object: \`${member}\` is a string, as requirement ${index} restates it.`,
    basis: verdict === 'warn' ? 'inferred' : verdict === 'observed' ? 'gap' : 'documented',
    operation,
    verdict,
    exchanges: asked,
    ...DETAILS[verdict]?.(member),
    ...(verdict === 'pass' && index % 3 === 0 && { lanes: { certificate: 'pass', token: 'pass' } as const }),
  };
}

const CONTRADICTED = (member: string): Partial<Result> => ({
  blame: 'target',
  message: `Expected a string; got 17 at /3/${member}.`,
  expected: 'a string',
  got: '17',
  at: `/3/${member}`,
});

const DETAILS: Readonly<Partial<Record<Verdict, (member: string) => Partial<Result>>>> = {
  fail: CONTRADICTED,
  warn: CONTRADICTED,
  inconclusive: () => ({ blame: 'infrastructure', message: 'It was answered with 503.' }),
  skipped: () => ({ blame: 'settings', message: 'Creating jobs is not allowed (ASSAY_ALLOW_CREATE).' }),
  observed: () => ({ got: '200; 404' }),
};

function exchangeAt(index: number): Exchange {
  const { of, operation } = placeOf(index);
  const startedAt = index * 9;
  const record = { ...Object.fromEntries(MEMBERS.map((member) => [member, `${member} ${index}`])), priority: 17 };
  const outcome = {
    kind: 'answer' as const,
    status: index % 97 === 96 ? 503 : 200,
    headers: [['Content-Type', 'application/json'] as const, ['Date', 'Fri, 02 Jan 2026 03:04:05 GMT'] as const],
    body: body(JSON.stringify([record, record, record, record])),
  };
  const url = `https://transfer.example.org:8446/${operation}/${index}`;
  const endedAt = startedAt + 4 + (index % 23);
  return {
    id: `e${index + 1}`,
    interface: of,
    lane: index % 2 === 0 ? 'certificate' : 'token',
    probe: operation,
    operation,
    service: of,
    purpose: index % 11 === 10 ? 'refusal' : 'documented',
    params: {},
    origins: {},
    label: '',
    request: { method: 'GET', url, headers: [['Accept', '*/*']], credential: 'good' },
    attempts: [{ url, startedAt, endedAt, timings: {}, outcome }],
    outcome,
    startedAt,
    endedAt,
  };
}

function body(text: string): Body {
  const bytes = new TextEncoder().encode(text);
  return { bytes, size: bytes.length, digest: createHash('sha256').update(bytes).digest('hex'), truncated: false };
}
