/** The addresses of a claim. A sample may use other settings than the vendor's run if the addresses are the same. */

import type { BundledEvidence } from '../../src/certify/bundled-evidence.ts';
import { inconsistencies } from '../../src/certify/consistency.ts';
import { addressNotes, isLocal, judgedAddresses } from '../../src/certify/deployment.ts';
import type { Results } from '../../src/engine/words/types.ts';
import { answered, exchange } from '../report/recorded.ts';

test.each([
  'http://127.0.0.1:8443',
  'https://10.1.2.3',
  'https://100.64.0.1',
  'https://[fd00::1]',
  'https://[::ffff:10.0.0.1]',
  'https://hub.internal',
])('%s is local', (address) => expect(isLocal(address)).toBe(true));

test.each(['https://hub.example.org', 'https://172.32.0.1', 'https://[2001:db8::1]'])('%s is not local', (address) =>
  expect(isLocal(address)).toBe(false),
);

const PUBLIC = exchange('e1', answered(200, '{}'));
const LOCAL = exchange('e2', answered(200, '{}'), { request: { ...PUBLIC.request, url: 'http://127.0.0.1:9/jobs' } });
const evidence = (exchanges: BundledEvidence['exchanges'], side?: 'client') =>
  ({
    exchanges,
    testimony: { recordings: [{ interface: 'transfer', ...(side && { side }) }] },
  }) as unknown as BundledEvidence;

test('addresses come from the documented requests, once each', () => {
  const refused = exchange('e3', answered(401, ''), {
    purpose: 'refusal',
    request: { ...PUBLIC.request, url: 'https://other.example.org/x' },
  });
  expect(judgedAddresses([PUBLIC, PUBLIC, LOCAL, refused, { ...PUBLIC, interface: 'data-hub' }], ['transfer'])).toEqual(
    [
      { interface: 'transfer', address: 'https://transfer.example.org:8446' },
      { interface: 'transfer', address: 'http://127.0.0.1:9' },
    ],
  );
});

test('a claim about a local address says so; one about a client does not', () => {
  expect(addressNotes(evidence([PUBLIC]), ['transfer'])).toEqual([]);
  expect(addressNotes(evidence([PUBLIC, LOCAL]), ['transfer'])).toEqual([
    'Limited: loopback or private addresses: http://127.0.0.1:9. The claim does not prove which deployment responded there.',
  ]);
  expect(addressNotes(evidence([LOCAL], 'client'), ['transfer'])).toEqual([]);
});

test.each([
  [[], ['added'], false],
  [['own'], ['own', 'added'], false],
  [['own'], ['other'], true],
  [['own'], [], true],
])('notices %j of the evidence, %j of the results: inconsistent %s', (own, all, expected) => {
  const run = { id: 'r1', startedAt: '2026-01-01T00:00:00.000Z', requests: 0 };
  const evidence = { exchanges: [], problems: [], startedAt: run.startedAt };
  const found = inconsistencies(
    { ...evidence, testimony: { context: { run, notices: own }, recordings: [] } } as unknown as BundledEvidence,
    { run, notices: all } as unknown as Results,
  );
  expect(found.includes('results.json and evidence.har differ in notices.')).toBe(expected);
});
