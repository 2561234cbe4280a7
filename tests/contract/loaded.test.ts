/** Each contract as it is loaded, held against what was loaded before: whoever changes a description sees here what it changed, and nothing else changes. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import { loadClientContract, SERVED } from '../../src/clients/client-side.ts';
import { loadProfile, type Profile, shippedProfiles } from '../../src/contract/profile.ts';
import type { Contract, Requirement } from '../../src/contract/types.ts';
import { loadContract, SUITED } from '../../src/run/suites.ts';

/** Contexts in which records are asked for their rows. */
const FLAGS = ['certificate', 'token', 'status', 'list'];

/** What a row says, in little: a few letters that change with any word of it. */
const digestOf = (of: unknown): string => createHash('sha256').update(JSON.stringify(of)).digest('base64url').slice(0, 8);

function rowOf({ basis, operation, lane, creates, ...words }: Requirement): string {
  return [basis, operation ?? '-', lane ?? '-', creates ?? '-', digestOf(words)].join(' ');
}

function shown(contract: Contract): string {
  const { operations, requirements, records, renamed, fills, ...others } = contract;
  const further = Object.fromEntries(Object.entries(others).filter(([name]) => !['digest', 'profile', 'interface'].includes(name)));
  return stringify({
    operations: Object.fromEntries([...operations].map(([name, operation]) => [name, JSON.stringify(operation, plain)])),
    requirements: Object.fromEntries([...requirements].map(([id, row]) => [id, rowOf(row)])),
    records: Object.fromEntries(
      [...records].map(([id, { rowsIn, rows, title, clause }]) => [
        id,
        { rows: digestOf(rows), words: digestOf([title, clause]), ...Object.fromEntries(FLAGS.map((flag) => [flag, digestOf(rowsIn(new Set([flag])))])) },
      ]),
    ),
    renamed: Object.fromEntries(renamed),
    fills: Object.fromEntries(fills),
    further: digestOf(JSON.parse(JSON.stringify(further, plain) ?? '{}')),
  });
}

/** Maps and sets as JSON. */
const plain = (_: string, value: unknown): unknown => (value instanceof Map ? Object.fromEntries(value) : value instanceof Set ? [...value] : value);

function profileOf(text: string): Profile {
  const folder = mkdtempSync(join(tmpdir(), 'assay-profile-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'profile.yaml'), text);
  return loadProfile(join(folder, 'profile.yaml'));
}

describe.each(SUITED)('%s', (of) => {
  test('as the document says it', async () => {
    await expect(shown(loadContract(of))).toMatchFileSnapshot(`loaded/${of}.yaml`);
  });

  test('with names and fills of a profile', async () => {
    const gap = [...loadContract(of).requirements.values()].find(({ basis }) => basis === 'gap')?.id;
    const profile = profileOf(
      stringify({
        profile: 'other-names',
        names: { '/jobs': '/v2/jobs', 'X-Auth-Token': 'X-Other-Token', '/api/v3/onezone': '/zone', TicketCreate: 'CreateTicket', '/cdmi': '/storage' },
        fills: { [String(gap)]: 'filled' },
      }),
    );
    await expect(shown(loadContract(of, profile))).toMatchFileSnapshot(`loaded/${of}-with-profile.yaml`);
  });
});

test.each(SERVED)('clients of %s', async (of) => {
  await expect(shown(loadClientContract(of, { namespace: 'urn:example:tickets' }))).toMatchFileSnapshot(`loaded/${of}-clients.yaml`);
});

test('profiles that are shipped go by the names of their files', () => {
  expect(shippedProfiles()).toEqual(['example']);
  expect(loadProfile('example').name).toBe('example');
  expect(shippedProfiles(join(tmpdir(), 'no-such-folder'))).toEqual([]);
});
