/** `assay explain` of profiles and handshakes. */
import { explainCommand } from '../../src/cli/commands/results/explain.ts';
import { createContext } from '../../src/cli/context.ts';
import { shippedProfiles } from '../../src/profile/profile.ts';

async function explained(word: string): Promise<string> {
  const answers: string[] = [];
  expect(
    await explainCommand({ ...createContext(), answer: (text: string) => void answers.push(text) }, word, {}),
  ).toBe(0);
  return answers.join('\n').replace(/\s+/g, ' ');
}

test.each(shippedProfiles())('the shipped profile %s is a topic', async (name) =>
  expect(await explained(name)).toContain(`ASSAY_PROFILE=${name}`),
);

test('of a profile the words of the document stand beside those of the deployment', async () => {
  expect(await explained('onedata')).toContain('/api/v3/zone /api/v3/onezone');
  expect(await explained('fts3')).toContain('transfer/job/space_token destination_spacetoken');
  expect(await explained('fts3')).toContain(
    'Handshake transfer/handshake/delegation: request /delegation/{delegation_id}/request',
  );
});

test('a handshake is a topic, and a misspelt one is known', async () => {
  expect(await explained('transfer/handshake/delegation')).toContain('request GET: returns a certificate request');
  await expect(explained('transfer/handshake/delegatoin')).rejects.toThrow(
    'did you mean transfer/handshake/delegation?',
  );
});

test.each([
  ['tranfer', 'transfer'],
  ['submit_tim', 'submit_time'],
  ['transfer/jbo', 'transfer/job'],
  ['requirments', 'requirement'],
  ['certificat', 'certificate'],
  ['transfer/identity/vos@nul', 'transfer/identity/vos@null'],
])('of %s, the nearest term is %s', async (word, near) => {
  await expect(explained(word)).rejects.toThrow(`did you mean ${near}?`);
});

test('an operation lists its requirements, by its name or by its request', async () => {
  const text = await explained('submit-job');
  expect(text).toMatch(/ Requirements \d+ requirements? /);
  expect(text).toContain('transfer/submit-job/accepts-overwrite');
  expect(await explained('POST /jobs')).toBe(text);
  await expect(explained('POST /job')).rejects.toThrow('did you mean POST /jobs?');
});

test('a variant is explained by its id, and a requirement by its faults', async () => {
  expect(await explained('lists-pairs')).toContain('assay serve data-hub --variant lists-pairs');
  expect(await explained('transfer/variant/slow')).toContain('assay serve transfer --variant transfer/variant/slow');
  expect(await explained('transfer/identity/answers-token')).toContain(
    'embedded reference: with a token, returns 404;',
  );
  expect(await explained('transfer/job/priority')).toContain(
    'priority is missing; priority is a string; priority is a boolean;',
  );
});

test('levels of a claim and words of sums are explained by themselves', async () => {
  expect(await explained('re-judged')).toContain('recomputed from the recorded exchanges');
  expect(await explained('cannot be tested')).toContain('They do not affect the conclusion.');
  expect(await explained('level')).toMatch(
    /transfer\/identity\/level .*See also assay explain levels: Levels of a claim/,
  );
});

test('a setting is explained with its interface, the requirements that need it, and the ways to set it', async () => {
  const address = await explained('TRANSFER_URL');
  expect(address).toMatch(
    /Interface transfer .* Needed for \d{3} requirements: transfer\/identity\/answers-certificate, /,
  );
  expect(address).toContain('Secret no');
  expect(address).toContain('in .env or the file of --env-file, in the environment, or as --transfer-url or --url');
  expect(await explained('TRANSFER_TOKEN')).toMatch(
    /transfer\/identity\/answers-token.* Secret yes.* --token-file FILE/,
  );
  expect(await explained('DATA_HUB_ZONE_URL')).toMatch(
    /Needed for \d+ requirements: data-hub\/create-named-token\/answers/,
  );
  expect(await explained('ASSAY_ALLOW_CREATE')).toContain('Needed for');
  expect(await explained('ASSAY_DEPTH')).not.toContain('Needed for');
});

test('a fault is explained by what it does, and by its requirement', async () => {
  expect(await explained('transfer/identity/vos@null')).toContain(
    'identity object: vos is null Requirement identity object: vos is an array of strings Contradicts transfer/identity/vos',
  );
});

test('other capitals are the same word', async () =>
  expect(await explained('transfer_url')).toBe(await explained('TRANSFER_URL')));
