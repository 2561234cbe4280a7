/** Names in a profile that the document does not contain are reported, with the nearest one that it contains. */
import { join } from 'node:path';
import { packageRoot } from '../../src/contract/root.ts';
import { shippedProfiles } from '../../src/profile/profile.ts';
import { loadKnownProfile } from '../../src/run/installed/known-profile.ts';
import { SETTINGS_TABLE } from '../../src/run/installed/settings-table.ts';
import { SUITED } from '../../src/run/installed/suited.ts';
import { loadContract, offerings } from '../../src/run/installed/suites.ts';
import { checkNotOffered } from '../../src/settings/read.ts';
import { temporaryFile } from '../afterwards.ts';

const load = (text: string) => loadKnownProfile(temporaryFile('profile.yaml', text));
const given = (words: object) => load(JSON.stringify({ profile: 'a', ...words }));

/** Loading a profile loads every contract. */
test('words of the document', () => {
  const paths = ['/jobs', '/jobs/', '/', '/jobs/{job_id}', '/api/v3/zone', '/api/v3/zone/user/handles', '/cdmi'];
  const others = [
    ...['Authorization', 'X-Auth-Token', 'X-CDMI-Specification-Version', 'Content-Type', 'Location'],
    ...['TicketCreate', 'whoami', 'Subject', 'list-jobs/vo_name', 'upload-file/name', 'Context/ucert'],
    ...['submission-body/files/checksum', 'named-token-request/caveats/interface', 'new_transfer/filesize'],
  ];
  const names = {
    ...Object.fromEntries(paths.map((path, at) => [path, path.replace(/^\/[^{/]*/, `/x${at}`)])),
    ...Object.fromEntries(others.map((word, at) => [word, `x${at}`])),
  };
  expect(given({ names }).names).toEqual(new Map(Object.entries(names)));
});

test.each([{ Authorization: 'X-Auth-Token' }, { Authorization: 'X-Token', 'X-Auth-Token': 'x-token' }])(
  'headers of different services may have one name: %j',
  (names) => {
    expect(given({ names }).names).toEqual(new Map(Object.entries(names)));
  },
);

test('a gap that observes status codes can be filled with one, or a list', () => {
  const operations = ['list-spaces', 'get-space', 'list-handles', 'get-handle', 'get-share', 'cdmi-list', 'cdmi-read'];
  const filled = (values: unknown[]) =>
    given({ fills: Object.fromEntries(values.map((value, at) => [`data-hub/gap/${operations[at]}-status`, value])) });
  expect(filled([404, '404', [200, 201]]).fills.size).toBe(3);
  // Others could never be observed.
  const wrong = [99, 600, 200.5, 'abc', '2xx', true, [200, 'abc']];
  for (const [at, value] of wrong.entries())
    expect(() => filled(wrong)).toThrow(
      `data-hub/gap/${operations[at]}-status in fills: ${JSON.stringify(value)} is not a status code from 100 to 599, or a list of them; example: 200.`,
    );
});

test('fills of gaps of any interface are known, and others are reported beside the names', () => {
  const fills = { 'transfer/gap/identity-status': 200, 'data-hub/gap/location-form': 'absolute' };
  expect(given({ fills }).fills.size).toBe(2);
  const wrong = JSON.stringify(
    {
      profile: 'a',
      names: { '/Job': '/x', '/jobs/{jobid}': '/x', authorization: 'x', TicketCreat: 'x', 'of our own': 'x' },
      fills: { ...fills, 'data-hub/gap/lokation-form': 1, 'x/gap/nothing-like-it': 2 },
    },
    null,
    1,
  );
  let message = '';
  try {
    load(wrong);
  } catch (error) {
    message = (error as Error).message;
  }
  expect(message.replace(/^\S+(?=profile\.yaml)/gm, '').split('\n')).toEqual([
    'profile.yaml:4: /Job in names: unknown to the document (did you mean /jobs?).',
    'profile.yaml:5: /jobs/{jobid} in names: unknown to the document (did you mean /jobs/{job_id}?).',
    'profile.yaml:6: authorization in names: unknown to the document (did you mean Authorization?).',
    'profile.yaml:7: TicketCreat in names: unknown to the document (did you mean TicketCreate?).',
    'profile.yaml:8: of our own in names: unknown to the document.',
    'profile.yaml:13: data-hub/gap/lokation-form in fills: not a gap in the document (did you mean data-hub/gap/location-form?).',
    'profile.yaml:14: x/gap/nothing-like-it in fills: not a gap in the document.',
  ]);
});

test('the example of ASSAY_NOT_OFFERED is valid where every interface is configured, and so is each word of a shipped profile', () => {
  const known = offerings(SUITED.map((of) => loadContract(of)));
  const words = [
    SETTINGS_TABLE.named('ASSAY_NOT_OFFERED')?.example ?? '',
    ...shippedProfiles().flatMap((name) => loadKnownProfile(name).notOffered ?? []),
  ];
  expect(words).toContain('token');
  expect(
    checkNotOffered(
      SETTINGS_TABLE,
      words.flatMap((word) => word.split(',')),
      known,
    ),
  ).toEqual([]);
});

test('the example to copy is all known, and not a shipped profile', () => {
  expect(loadKnownProfile(join(packageRoot(), 'specs/profiles/example/profile.yaml')).name).toBe('example');
  expect(shippedProfiles()).not.toContain('example');
});
