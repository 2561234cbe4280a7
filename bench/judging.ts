/** Time to judge a long listing, compared with the time to parse it. */
import { loadContract } from '../src/contract/contracts.ts';
import { judge } from '../src/engine/judge/judge.ts';
import { jsonOf } from '../src/engine/words/answer.ts';
import type { Recording } from '../src/engine/words/types.ts';
import type { Exchange } from '../src/wire/types.ts';
import { transferSuite } from '../suites/transfer/suite.ts';
import { listing, type Wrong } from './listing.ts';
import { type Figure, leastAfter, leastOf } from './measuring/measure.ts';

/** Returns a recording of a listing. */
function recorded(bytes: Uint8Array): Recording {
  const body = { bytes, size: bytes.length, digest: '', truncated: false };
  const exchange: Exchange = {
    id: 'e1',
    interface: 'transfer',
    lane: 'token',
    probe: 'listJobs',
    operation: 'list-jobs',
    service: 'transfer',
    purpose: 'documented',
    params: {},
    origins: {},
    label: 'all',
    request: { method: 'GET', url: 'https://transfer.example.org/jobs', headers: [], credential: 'token' },
    attempts: [],
    outcome: { kind: 'answer', status: 200, headers: [['Content-Type', 'application/json']], body },
    startedAt: 0,
    endedAt: 1,
  };
  return {
    interface: 'transfer',
    lanes: [{ name: 'token', given: {}, credentials: ['good'] }],
    probes: [{ probe: 'listJobs', lane: 'token', state: 'done', exchanges: ['e1'] }],
    exchanges: [exchange],
  };
}

const MOST: Readonly<Record<Wrong, number>> = { nothing: 0.5, 'five fields': 0.6, 'all fields': 0.6 };

/** Returns one figure per kind of listing. Parsing is the time of JSON.parse alone. */
export function judgingFigures(): Figure[] {
  const contract = loadContract('transfer');
  return (['nothing', 'five fields', 'all fields'] as const).map((wrong) => {
    const bytes = listing(wrong);
    const text = bytes.toString();
    const parse = leastOf(3, () => void JSON.parse(text));
    let recording: Recording;
    const judged = leastAfter(
      4,
      // The probe that lists jobs has already read the body, and equal bodies are reported once.
      () => {
        recording = recorded(bytes.subarray());
        jsonOf(recording.exchanges[0] as Exchange);
      },
      () => void judge(recording, contract, transferSuite),
    );
    return {
      name: `judging 100,000 jobs, ${wrong} wrong, ÷ JSON.parse`,
      value: judged / parse,
      unit: '×',
      most: MOST[wrong],
      detail: `${Math.round(judged)} ms ÷ ${Math.round(parse)} ms, ${Math.round(bytes.length / 1e6)} MB`,
    };
  });
}
