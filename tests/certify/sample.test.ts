/** The certifier's own run may use other settings than the vendor's, as long as the addresses of the services are the same. */
import { describe, expect, test } from 'vitest';
import { sampleProblems } from '../../src/certify/deployment.ts';
import type { Plan } from '../../src/certify/types.ts';
import { SETTINGS_TABLE } from '../../src/run/installed/settings-table.ts';
import { assemble } from '../../src/settings/assemble.ts';
import type { Setting } from '../../src/settings/types.ts';
import { resultsWith } from '../gate/results.ts';

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

describe.each(SETTINGS_TABLE.interfaces)('$interface', ({ interface: name, addresses }) => {
  const plan = { contracts: { [name]: '' }, requirements: [] } as unknown as Plan;
  const own = SETTINGS_TABLE.settings.filter((setting) => setting.interface === name);

  test.each(own.map((setting) => [setting.name, setting] as const))('with another %s', (_, setting) => {
    const problems = sampleProblems(plan, runWith('claimed1'), runWith('sampled1', setting));
    const elsewhere = `The sample of ${name} used other addresses than the claim.`;
    expect(problems.filter((problem) => problem === elsewhere)).toEqual(
      addresses.includes(setting.name) ? [elsewhere] : [],
    );
  });
});
