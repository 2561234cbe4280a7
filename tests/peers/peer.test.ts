import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { startVitest } from 'vitest/node';
import { ROOT } from '../architecture/project-files.ts';
import { PEERS } from './peer.ts';

// Within the project, so that vitest finds itself; below reports/, which git ignores.
const folder = mkdtempSync(join(ROOT, 'reports', 'made-up-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The state of one test that needs a peer, run by a vitest of its own. */
async function stateWith(
  call: 'testWith' | 'describeWith',
  probe: string,
  required: string,
): Promise<string | undefined> {
  const file = join(folder, `${call}-${probe}-${required}.test.ts`);
  const body = call === 'testWith' ? '() => undefined' : `() => test('in it', () => undefined)`;
  writeFileSync(
    file,
    `import { test } from 'vitest';
import { ${call} } from ${JSON.stringify(pathToFileURL(join(ROOT, 'tests', 'peers', 'peer.ts')).href)};
${call}({ name: 'a peer', debian: 'a-package', probe: ['${probe}'] }, 'uses it', ${body});
void test;
`,
  );
  const vitest = await startVitest('test', [file], {
    config: false,
    root: ROOT,
    watch: false,
    reporters: [{}],
    env: { REQUIRE_PEERS: required },
    include: ['**/*.test.ts'],
  });
  const state = [...vitest.state.getTestModules()]
    .flatMap((module) => [...module.children.allTests()])[0]
    ?.result().state;
  await vitest.close();
  return state;
}

describe('what needs a peer', () => {
  test.each(['testWith', 'describeWith'] as const)(
    '%s runs where the peer is there, is skipped where it is not, and fails where it is required',
    async (call) => {
      const exitCode = process.exitCode;
      const states = [
        await stateWith(call, 'true', ''),
        await stateWith(call, 'no-such-program', ''),
        await stateWith(call, 'no-such-program', '1'),
      ];
      process.exitCode = exitCode;
      expect(states).toEqual(['passed', 'skipped', 'failed']);
    },
  );

  test('has a Debian package to ask for', () => {
    for (const { debian } of Object.values(PEERS)) expect(debian).toMatch(/^[a-z0-9-]+$/);
  });
});
