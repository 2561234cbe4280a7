/** `assay explain` of profiles and handshakes. */
import { expect, test } from 'vitest';
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
])('of %s, the nearest term is %s', async (word, near) => {
  await expect(explained(word)).rejects.toThrow(`did you mean ${near}?`);
});

test('an exit code, and a term rather than a condition of the gate', async () => {
  expect(await explained('3')).toContain('Something configured could not be verified');
  expect(await explained('residue')).toContain('Objects that a run could not remove');
  expect(await explained('challenge')).toContain('--nonce');
  await expect(explained('7')).rejects.toThrow('Unknown term "7". See');
});
