/** The addresses of a claim; a sample may use other settings than the vendor's run, as long as they are the same. */
import { describe, expect, test } from 'vitest';
import { addressNotes, isLocal, judgedAddresses, sampled } from '../../src/certify/deployment.ts';
import type { BundledEvidence, CertificationPlan } from '../../src/certify/types.ts';
import { SETTINGS_TABLE } from '../../src/run/installed/settings-table.ts';
import { assemble } from '../../src/settings/assemble.ts';
import type { Setting } from '../../src/settings/types.ts';
import { resultsWith } from '../gate/results.ts';
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
const evidence = (exchanges: BundledEvidence['exchanges'], side?: 'client'): BundledEvidence =>
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
    'Limited: http://127.0.0.1:9 is a loopback or private address. The claim does not prove which deployment answered there.',
  ]);
  expect(addressNotes(evidence([LOCAL], 'client'), ['transfer'])).toEqual([]);
});

/** Every setting of every interface, and one of them with another value. */
function settings(other?: Setting): ReadonlyMap<string, unknown> {
  return new Map(SETTINGS_TABLE.settings.map((one) => [one.name, settingValue(one, one === other)]));
}

function settingValue({ kind, example }: Setting, changed: boolean): unknown {
  if (kind.is === 'list') return [example, ...(changed ? ['other'] : [])];
  if (kind.is === 'json-strings') return changed ? {} : JSON.parse(example);
  if (kind.is === 'integer') return Number(example) + Number(changed);
  return changed ? example.replace('example.org', 'example.net').replace(/(?<!\/\/.*)$/, '-other') : example;
}

function runWith(id: string, other?: Setting) {
  const { described } = assemble(SETTINGS_TABLE, settings(other), {});
  const run = {
    id,
    startedAt: '2026-01-01T00:00:00Z',
    endedAt: '2026-01-01T00:00:01Z',
    seed: 0,
    only: [],
    interrupted: false,
    requests: 1,
  };
  return resultsWith({}, { run, target: { reference: false, interfaces: described, allowCreate: [], notOffered: [] } });
}

describe.each(SETTINGS_TABLE.interfaces)('a sample of $interface', ({ interface: name, addresses }) => {
  const plan = { contracts: { [name]: '' }, requirements: [] } as unknown as CertificationPlan;
  const own = SETTINGS_TABLE.settings.filter((setting) => setting.interface === name);

  test.each(own.map((setting) => [setting.name, setting] as const))('with another %s', (_, setting) => {
    const { problems } = sampled(plan, runWith('claimed1'), runWith('sampled1', setting));
    const elsewhere = `The sample of ${name} used other addresses than the claim.`;
    expect(problems.filter((problem) => problem === elsewhere)).toEqual(
      addresses.includes(setting.name) ? [elsewhere] : [],
    );
  });
});
