/** `assay explain` of profiles and handshakes. */
import { expect, test } from 'vitest';
import { explainCommand } from '../../src/cli/commands/results/explain.ts';
import { createContext } from '../../src/cli/context.ts';
import { VOCABULARY } from '../../src/cli/vocabulary.ts';
import { shippedProfiles } from '../../src/profile/profile.ts';
import { catalogue } from '../../src/run/installed/catalogue.ts';

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
])('of %s, the nearest term is %s', async (word, near) => {
  await expect(explained(word)).rejects.toThrow(`did you mean ${near}?`);
});

test('an operation lists its requirements, by its name or by its request', async () => {
  const text = await explained('submit-job');
  expect(text).toContain('Decides');
  expect(text).toContain('transfer/submit-job/accepts-overwrite');
  expect(await explained('POST /jobs')).toBe(text);
  await expect(explained('POST /job')).rejects.toThrow('did you mean POST /jobs?');
});

test('an exit code, and a term rather than a condition of the gate', async () => {
  expect(await explained('3')).toContain('Something could not be verified');
  expect(await explained('residue')).toContain('Objects that a run could not remove');
  expect(await explained('challenge')).toContain('--nonce');
  await expect(explained('7')).rejects.toThrow('Unknown term "7". `assay explain` alone lists');
});

test.each([
  ['job', 'transfer/job/job_id'],
  ['proxy', 'transfer/identity/refuses/expired-proxy'],
  ['handle', 'data-hub/get-handle/answers'],
  ['token', 'data-hub/token/valid-everywhere'],
])('%s lists the requirements about it', async (word, id) => {
  expect(await explained(word)).toContain(`Requirements about ${word}:`);
  expect(await explained(word)).toContain(id);
});

test('each word of the glossary and each record is found, so no suggestion is the word itself', async () => {
  const ids = (await catalogue()).flatMap(({ requirements, clients }) =>
    [...requirements, ...clients].map(({ id }) => id),
  );
  const words = new Set([...VOCABULARY.map(([word]) => word), ...ids.map((id) => id.split('/')[1] ?? '')]);
  for (const word of words) expect(await explained(word), word).not.toBe('');
});
