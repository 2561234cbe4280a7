import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startVitest } from 'vitest/node';
import { ROOT } from '../architecture/project-files.ts';
import { PEERS } from './peer.ts';

// Within the project, so that vitest finds itself; below reports/, which git ignores.
const folder = mkdtempSync(join(ROOT, 'tests', 'peers', 'made-up-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The state of one test that needs a peer, run by a vitest of its own. */
async function stateWith(probe: string, required: string): Promise<string | undefined> {
  const file = join(folder, `one-${probe}-${required}.test.ts`);
  writeFileSync(
    file,
    `import { testWith } from '../peer.ts';\ntestWith({ name: 'a peer', debian: 'a-package', probe: ['${probe}'] }, 'uses it', () => undefined);\n`,
  );
  const vitest = await startVitest('test', [file], {
    config: false,
    root: ROOT,
    watch: false,
    reporters: [{}],
    env: { REQUIRE_PEERS: required },
    include: ['**/*.test.ts'],
  });
  const state = [...vitest.state.getTestModules()].flatMap((module) => [...module.children.allTests()])[0]?.result().state;
  await vitest.close();
  return state;
}

describe('a test with a peer', () => {
  test('runs where the peer is there, is skipped where it is not, and fails where it is required', async () => {
    const exitCode = process.exitCode;
    expect([await stateWith('true', ''), await stateWith('no-such-program', ''), await stateWith('no-such-program', '1')]).toEqual([
      'passed',
      'skipped',
      'failed',
    ]);
    process.exitCode = exitCode;
  });

  test('has a Debian package to ask for', () => {
    for (const { debian } of Object.values(PEERS)) expect(debian).toMatch(/^[a-z0-9-]+$/);
  });
});
