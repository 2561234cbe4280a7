/** Words of a profile that the document does not have are told, and the nearest that it has. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ProfileError } from '../../src/contract/profile.ts';
import { loadKnownProfile } from '../../src/run/known-profile.ts';

function load(text: string): ReturnType<typeof loadKnownProfile> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-profile-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'profile.yaml'), text);
  return loadKnownProfile(join(folder, 'profile.yaml'));
}

test.each([
  '/jobs',
  '/jobs/',
  '/',
  '/jobs/{job_id}',
  '/api/v3/zone',
  '/api/v3/zone/user/handles',
  '/cdmi',
  'Authorization',
  'X-Auth-Token',
  'X-CDMI-Specification-Version',
  'Content-Type',
  'TicketCreate',
  'whoami',
  'Subject',
])('%s is a word of the document', (word) => expect(load(JSON.stringify({ profile: 'a', names: { [word]: 'x' } })).names.get(word)).toBe('x'));

test.each<[string, string]>([
  ['/job', '/job, unknown to the document (did you mean /jobs?)'],
  ['/Jobs', '/Jobs, unknown to the document (did you mean /jobs?)'],
  ['/jobs/{jobid}', '/jobs/{jobid}, unknown to the document (did you mean /jobs/{job_id}?)'],
  ['authorization', 'authorization, unknown to the document (did you mean Authorization?)'],
  ['TicketCreat', 'TicketCreat, unknown to the document (did you mean TicketCreate?)'],
  ['something of our own', 'something of our own, unknown to the document'],
])('%s is none', (word, reported) => {
  expect(() => load(JSON.stringify({ profile: 'a', names: { [word]: 'x' } }))).toThrow(new ProfileError(`The profile a names ${reported}.`));
});

test('fills of gaps of any interface are known, and others are told beside the names', () => {
  const fills = { 'transfer/gap/identity-status': 200, 'data-hub/gap/location-form': 'absolute' };
  expect(load(JSON.stringify({ profile: 'a', fills })).fills.size).toBe(2);
  expect(() =>
    load(JSON.stringify({ profile: 'a', names: { '/whoam': 'x' }, fills: { ...fills, 'data-hub/gap/lokation-form': 1, 'x/gap/nothing-like-it': 2 } })),
  ).toThrow(
    new ProfileError(
      'The profile a names /whoam, unknown to the document (did you mean /whoami?); it fills data-hub/gap/lokation-form, not a gap in the document (did you mean data-hub/gap/location-form?); it fills x/gap/nothing-like-it, not a gap in the document.',
    ),
  );
});

test('the shipped profile is all known', () => expect(loadKnownProfile('example').name).toBe('example'));
