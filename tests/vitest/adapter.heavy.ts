/** Conformance in somebody's vitest project: red where the gate is, with a message that tells all. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '../../src/contract/root.ts';

const ADAPTER = join(packageRoot(), 'dist', 'src', 'vitest', 'index.js');
const HOST = join(packageRoot(), 'dist', 'src', 'vitest', 'host.js');
const VITEST = join(packageRoot(), 'node_modules', 'vitest', 'vitest.mjs');
const ENVIRONMENT = { PATH: process.env.PATH ?? '', HOME: tmpdir(), TMPDIR: tmpdir(), NO_COLOR: '1' };

let project: string;
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'assay-project-'));
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

interface Ended {
  readonly code: number | null;
  readonly text: string;
}

/** Vitest over one file that registers the transfer suite with these options. */
function vitestWith(name: string, options: string): Ended {
  const file = join(project, `${name}.test.mjs`);
  writeFileSync(file, `import { conformance } from ${JSON.stringify(ADAPTER)};\nconformance('transfer', ${options});\n`);
  return ended(VITEST, ['run', '--root', project, '--reporter', 'verbose', file], ENVIRONMENT, project);
}

function ended(program: string, args: readonly string[], env: Record<string, string>, cwd: string): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', cwd, env });
  return { code: status, text: `${stdout}${stderr}` };
}

test('nothing could be verified: no requirement fails, and yet it is red, and says why', () => {
  const { code, text } = vitestWith('unreachable', `{ env: { TRANSFER_URL: 'https://127.0.0.1:9', TRANSFER_TOKEN: 'a-token-of-nobody' } }`);
  expect(text).toContain('Nothing of transfer was verified.');
  expect(text).toMatch(/Tests +1 failed \| \d+ skipped/);
  expect(code).toBe(1);
});

test('settings with a problem: red, with the setting by its name', () => {
  const { code, text } = vitestWith('misspelt', `{ env: { TRANSFER_URL: 'https://127.0.0.1:9', TRANSFER_TOKEN: 'a b' } }`);
  expect(text).toContain('TRANSFER_TOKEN is not a token');
  expect(code).toBe(1);
});

test('an interface that is not configured, beside one that is asked elsewhere, is skipped', () => {
  const { code, text } = vitestWith('reference', `{ reference: true, only: 'transfer/identity/user_dn', env: {} }`);
  expect(text).toMatch(/Tests +\d+ passed \| \d+ skipped/);
  expect(code).toBe(0);
});

test.each([
  ['a settings file that cannot be read', () => mkdirSync(join(project, 'a', '.env'), { recursive: true }), 'a', {}, 'The settings file'],
  ['reports that cannot be written', () => writeFileSync(join(made('b'), 'reports'), ''), 'b', {}, 'The report cannot be written'],
  ['interfaces that must be configured, and nothing else', () => made('c'), 'c', { ASSAY_INTERFACES: 'transfer' }, 'ASSAY_INTERFACES names transfer'],
] as const)('npm run conformance: %s is exit 2', (_, prepare, folder, env, says) => {
  prepare();
  const { code, text } = ended(HOST, [], { ...ENVIRONMENT, ...env }, join(project, folder));
  expect(text).toContain(says);
  expect(code).toBe(2);
});

function made(name: string): string {
  mkdirSync(join(project, name), { recursive: true });
  return join(project, name);
}
