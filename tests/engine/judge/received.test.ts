/** Requests of clients are judged rule by rule; a missing request is inconclusive. */
import { receivedRecording, receivingSuite } from '../../../src/clients/received.ts';
import { knownOperationRequirement } from '../../../src/contract/client-contract.ts';
import type { ClientContract, ClientRule } from '../../../src/contract/types.ts';
import { judge } from '../../../src/engine/judge/judge.ts';
import type { Settings } from '../../../src/engine/words/types.ts';
import type { Exchange } from '../../../src/wire/types.ts';
import { contractOf, exchange, requirement } from '../exchanges.ts';

const KNOWN = knownOperationRequirement('transfer');
const FREEDOMS = 'transfer/gap/client-freedoms';
const row = (of: string) => `transfer/client/${of}`;
/** Returns a rule that judges bodies which begin with its name: right, unless `wrong` follows; others are undecided. */
const rule = (name: string, optional = false): ClientRule => ({
  requirement: row(name),
  optional,
  judge({ body, truncated }) {
    const [said, how] = new TextDecoder().decode(body).split(' ');
    return said !== name || truncated ? undefined : { ok: how !== 'wrong', expected: 'right', got: 'wrong', at: '/0' };
  },
});
const rules = new Map<string, ClientRule[]>([
  ['list-jobs', [rule('lists')]],
  ['submit-job', [rule('submits'), rule('extra', true)]],
]);

function contract(): ClientContract {
  const rows = [row('lists'), row('submits'), row('extra'), KNOWN, FREEDOMS].map((id) => requirement(id));
  return {
    ...contractOf(rows),
    rules,
    extensions: [],
    operationOf: ({ method, target }) => (method === 'GET' && /\/(\?|$)/.test(target) ? 'list-jobs' : undefined),
  };
}

/** Returns a request that a client sent. */
function sent(
  operation: string,
  text = '',
  more: Partial<Exchange['request']> & { truncated?: boolean } = {},
): Exchange {
  const { truncated = false, ...request } = more;
  const bytes = new TextEncoder().encode(text);
  return exchange({
    operation,
    request: {
      method: 'GET',
      url: 'https://t.example.org/jobs?x=1',
      headers: [],
      credential: 'token',
      body: { bytes, size: bytes.length, digest: '', truncated },
      ...request,
    },
  });
}

/** Returns the facts of each request, as `requirement kind: value`. */
function facts(exchanges: Exchange[], given: Settings = {}) {
  const of = contract();
  return judge(receivedRecording(of, exchanges, given), of, receivingSuite(of))
    .filter((fact) => fact.kind !== 'skipped')
    .map((fact) => {
      const more =
        fact.kind === 'contradicted'
          ? ` ${fact.got} ${fact.at}`
          : fact.kind === 'observed'
            ? ` ${fact.value}`
            : fact.kind === 'undecided'
              ? ` ${fact.reason.blame}`
              : '';
      return `${fact.requirement.split('/').at(-1)} ${fact.kind}${more}`;
    });
}

test.each<[string, Exchange[], string[]]>([
  ['that does as it should', [sent('list-jobs', 'lists')], [`known-operation upheld`, 'lists upheld']],
  ['that does not', [sent('list-jobs', 'lists wrong')], [`known-operation upheld`, 'lists contradicted wrong /0']],

  [
    'of which a rule says nothing',
    [sent('list-jobs', 'other')],
    [`known-operation upheld`, 'lists undecided document'],
  ],

  [
    'of which an optional rule says nothing',
    [sent('submit-job', 'submits')],
    [`known-operation upheld`, 'submits upheld', 'extra not-applicable'],
  ],
  [
    'that is longer than what is kept',
    [sent('submit-job', 'extra'), sent('submit-job', 'submits', { truncated: true })],
    [`known-operation upheld`, `known-operation upheld`, 'submits undecided target', 'extra upheld'],
  ],
  [
    'that is no documented operation',
    [sent('other requests')],
    ['known-operation contradicted GET /jobs?x=1; list-jobs has a slash at the end of its path undefined'],
  ],
  ['none at all', [], []],
])('a request: %s', (_, exchanges, expected) => {
  expect(facts(exchanges).filter((line) => !line.startsWith('known-operation undecided'))).toEqual(expected);
});
