/** Profiles: how one is found, problems in one, and its parts about an interface. */
import { InputError } from '../../src/files/read-file.ts';
import { loadProfile, profileFrom, recordedProfile } from '../../src/profile/profile.ts';
import { temporaryFile } from '../afterwards.ts';

const profileIn = (text: string) => temporaryFile('mine.yaml', text);

/** Returns the messages about an invalid profile. */
function refusal(nameOrFile: string, root?: string) {
  try {
    loadProfile(nameOrFile, root);
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as InputError).message;
  }
  return 'it can be used';
}

test('a profile has a name, names and fills; what it does not say is empty', () => {
  const full = loadProfile(
    profileIn(
      'profile: a\nabout: b\nnames: { /jobs: /v2, Authorization: X-A }\nfills: { transfer/gap/x: [200, 201], transfer/gap/y: 7 }',
    ),
  );
  expect(full).toEqual({
    name: 'a',
    about: 'b',
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    names: new Map(Object.entries({ '/jobs': '/v2', Authorization: 'X-A' })),
    fills: new Map(Object.entries({ 'transfer/gap/x': [200, 201], 'transfer/gap/y': 7 })),
    place: expect.any(Function),
  });
  expect(full.place?.('names', 'Authorization')).toMatch(/mine\.yaml:3$/);
  expect(full.place?.('fills', 'transfer/gap/x')).toMatch(/mine\.yaml:4$/);
  expect(loadProfile(profileIn('profile: b'))).toMatchObject({ name: 'b', names: new Map(), fills: new Map() });
});

test('evidence holds all that judging needs of it', () => {
  const { place: _, ...profile } = loadProfile(
    profileIn(
      'profile: a\nnames: { /jobs: /v2 }\nfills: { transfer/gap/x: 1 }\nmembers: { transfer/job/job_id: id }\nidentifiers: { lookup: /result/ref }',
    ),
  );
  expect(profile.identifiers).toEqual(new Map([['lookup', '/result/ref']]));
  expect(profileFrom(JSON.parse(JSON.stringify(recordedProfile(profile))))).toEqual(profile);
});

test('a word names a shipped profile, a path never does', () => {
  expect(loadProfile('fts3').name).toBe('fts3');
  for (const path of ['../profiles/fts3', './fts3', 'fts3/../fts3', 'profiles/fts3'])
    expect(refusal(path), path).toContain('is neither a file nor a shipped one');
});

test.each<[string, string, RegExp]>([
  [
    'no YAML',
    'profile: [\nabout: x',
    /^The profile \S+mine\.yaml" is not readable YAML: Flow sequence .* end with a \] at line 2, column 1\.$/,
  ],
  ['an alias', 'profile: &a x\nabout: *a', /is not readable YAML: Alias resolution is disabled\.$/],

  ['no name', 'about: x', /mine\.yaml:1: it lacks the member profile/],

  [
    'a part that there is not',
    'profile: a\nnmaes:\n  x: y',
    /^\S+mine\.yaml:2: it has an unknown member \(nmaes\); did you mean names\?$/,
  ],

  [
    'a fill of no gap',
    'profile: a\nfills: { transfer/job/job_id: 1 }',
    /mine\.yaml:2: \/fills property name must be valid \(transfer\/job\/job_id\)\.$/,
  ],
])('%s cannot be used, and the message names what is wrong', (_, text, says) => {
  expect(refusal(profileIn(text))).toMatch(says);
});
