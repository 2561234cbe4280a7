/** Every response with a documented record is judged by it, and responses about the same object agree. */
import { judge } from '../../../src/engine/judge/judge.ts';
import { repeatedName } from '../../../src/engine/words/derived/every-answer.ts';
import { withEveryOperation } from '../../../src/engine/words/derived/every-operation.ts';
import { probe } from '../../../src/engine/words/suite.ts';
import type { Fact, Suite } from '../../../src/engine/words/types.ts';
import type { RecordFile } from '../../../src/records/schema.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { contractOf, type ExchangeOptions, exchange, FILE, operation, requirement } from '../exchanges.ts';

const JOB: RecordFile = {
  ...FILE,
  properties: {
    job_id: { type: 'string', clause: 'x', identifies: true },
    owner: { type: 'string', clause: 'x' },
    state: { type: 'string', clause: 'x', changes: 'It moves on.' },
    http_status: { type: 'string', clause: 'x', only: 'status' },
  },
};
const contract = contractOf(
  [
    requirement('transfer/list-jobs/returns-json-array'),
    requirement('transfer/job-status/returns-json-object'),
    requirement('transfer/job/agrees', { basis: 'inferred' }),
  ],
  [JOB],
  [
    operation('list-jobs', { answer: { record: 'transfer/job', list: true, flags: [] } }),
    operation('job-status', { answer: { record: 'transfer/job', list: false, flags: ['status'] } }),
  ],
);
const run = async () => ({});
const listJobs = probe({ name: 'listJobs', operation: 'list-jobs', run });
const readJob = probe({ name: 'readJob', operation: 'job-status', needs: [listJobs], run });
const suite = withEveryOperation(
  { interface: 'transfer', probes: [listJobs, readJob], checks: [] } as unknown as Suite,
  contract,
);

const job = (more: object = {}) => ({ job_id: 'a', owner: 'ada', state: 'READY', ...more });
const list = (jobs: unknown[], more: ExchangeOptions = {}) => exchange({ text: JSON.stringify(jobs), ...more });
/** Returns the facts about a requirement: `+` or `-`, and the exchange. */
function decided(exchanges: Exchange[], requirement: string) {
  const probes = ['listJobs', 'readJob'].map((name) => ({
    probe: name,
    lane: 'certificate',
    state: 'done' as const,
    exchanges: exchanges.filter((one) => one.probe === name).map(({ id }) => id),
  }));
  const lanes = [{ name: 'certificate', given: {}, credentials: [] }];
  const facts = judge({ interface: 'transfer', lanes, probes, exchanges }, contract, suite);
  const sign = (fact: Fact) => (fact.kind === 'upheld' ? '+' : fact.kind === 'contradicted' ? '-' : '?');
  const places = new Map(exchanges.map(({ id }, index) => [id, index]));
  return facts
    .filter((fact) => fact.requirement === requirement && (fact.kind === 'upheld' || fact.kind === 'contradicted'))
    .map((fact) => `${sign(fact)}${places.get(fact.exchanges[0] ?? '')}`)
    .sort();
}

describe('every answer is judged', () => {
  test('whichever probe asked, and for whichever purpose, each element of a list', () => {
    const exchanges = [
      list([job()]),
      list([job(), job({ job_id: 1 })], { purpose: 'closing' }),
      list([job()], { probe: 'other', purpose: 'other' }),
      list([job({ job_id: 2 })], { probe: 'other' }),
    ];
    expect(decided(exchanges, 'transfer/job/job_id')).toEqual(['+0', '+2', '-1', '-3']);
    expect(decided(exchanges, 'transfer/list-jobs/returns-json-array')).toEqual(['+0', '+1', '+2', '+3']);
  });

  test('not one to an invalid credential, a refusal, a part of one, or one in another lane', () => {
    const text = '[{"job_id":1}]';
    const { outcome } = exchange({ text });
    const cut = outcome.kind === 'answer' ? { ...outcome, body: { ...outcome.body, truncated: true } } : outcome;
    const exchanges = [
      list([job()]),
      exchange({ text, purpose: 'refusal' }),
      exchange({ text, purpose: 'other', credential: 'garbage-token' }),
      exchange({ text, status: 404 }),
      exchange({ text, outcome: cut }),
      exchange({ text, lane: 'token' }),
    ];
    expect(decided(exchanges, 'transfer/job/job_id')).toEqual(['+0']);
  });
});

test.each<[string, string | undefined]>([
  ['{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}', undefined],
  ['{"a":"a","b":["a","a"]}', undefined],
  ['{"a":"\\"a\\":","b":"{\\"b\\":1}"}', undefined],
  ['{"[redacted:token]":1,"[redacted:token]":2}', undefined],
  ['[]', undefined],
  ['{"a":1,"a":1}', 'a'],
  ['{"a" : 1,\n"b":2, "a"\t: 3}', 'a'],
  ['[{"b":{"c":1,"d":[{}],"c":2}}]', 'c'],
  ['{"a":1,"\\u0061":2}', 'a'],
  ['{"":1,"":2}', ''],
])('duplicate names in %s: %s', (json, name) => expect(repeatedName(json)).toBe(name));
