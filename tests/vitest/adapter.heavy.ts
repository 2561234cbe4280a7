/** `conformance` in another vitest project, and `npm run conformance`: they fail when the gate does, and say why. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDataHubReference } from '../../reference/data-hub/start.ts';
import { startTransferReference } from '../../reference/transfer/start.ts';
import { packageRoot } from '../../src/contract/root.ts';
import type { Results } from '../../src/index.ts';
import { closing, temporaryFolder } from '../afterwards.ts';
import { start } from '../process.ts';

const ADAPTER = join(packageRoot(), 'dist', 'src', 'vitest', 'index.js');
const HOST = join(packageRoot(), 'dist', 'src', 'cli', 'conformance.js');
const VITEST = join(packageRoot(), 'node_modules', 'vitest', 'vitest.mjs');
const ENVIRONMENT = { HOME: tmpdir(), TMPDIR: tmpdir(), NO_COLOR: '1' };

const project = temporaryFolder();

interface Ended {
  code: number | null;
  text: string;
}

/** Vitest over one file that registers the transfer suite with these options. */
function vitestWith(name: string, options: string) {
  const file = join(project, `${name}.test.mjs`);
  writeFileSync(
    file,
    `import { conformance } from ${JSON.stringify(ADAPTER)};\nconformance('transfer', ${options});\n`,
  );
  return ended(VITEST, ['run', '--root', project, '--reporter', 'verbose', file], project);
}

async function ended(program: string, args: string[], cwd: string, env: Record<string, string> = {}): Promise<Ended> {
  const { code, stdout, stderr } = await start(process.execPath, [program, ...args], cwd, { ...ENVIRONMENT, ...env })
    .ended;
  return { code, text: `${stdout}${stderr}` };
}

test('nothing could be verified: no requirement fails, and yet it is red, and says why', async () => {
  const { code, text } = await vitestWith(
    'unreachable',
    `{ env: { TRANSFER_URL: 'https://127.0.0.1:9', TRANSFER_TOKEN: 'a-token-of-nobody' } }`,
  );
  expect(text).toContain('the connection was refused (TRANSFER_URL; connect ECONNREFUSED 127.0.0.1:9)');
  expect(text).toMatch(/Tests +1 failed \| \d+ skipped/);
  expect(code).toBe(1);
});

test('without settings, the gate is the only test, and its error is the only one', async () => {
  const { code, text } = await vitestWith('unset', '{ env: {} }');
  expect(text).toMatch(/Tests +1 failed \(1\)/);
  expect(text.match(/Error: No interface is configured/g)?.length).toBe(1);
  expect(text.split('\n').length).toBeLessThan(25);
  expect(code).toBe(1);
});

function made(name: string) {
  mkdirSync(join(project, name), { recursive: true });
  return join(project, name);
}

describe('npm run conformance without settings', () => {
  test.each([
    ['--strict', 'No interface is configured, and --strict is given: no test was run.'],
    ['--stirct', "Unknown option '--stirct'"],
  ])('%s is exit 2, and nothing is run', async (option, says) => {
    const { code, text } = await ended(HOST, [option], made('e'));
    expect(text).toContain(says);
    expect(code).toBe(2);
    expect(existsSync(join(project, 'e', 'reports'))).toBe(false);
  });
});

const QUICK = { transfer: 'transfer/identity', 'data-hub': 'data-hub/list-spaces' };
const call = (of: keyof typeof QUICK, folder: string) =>
  `conformance('${of}', ${JSON.stringify({ only: QUICK[of], out: join(project, folder, of) })});\n`;
const written = (folder: string, of: string) =>
  JSON.parse(readFileSync(join(project, folder, of, 'results.json'), 'utf8')) as Results;

/** Runs a project with these test files against both references, and counts the requests to each service. */
async function runProject(folder: string, files: string[]): Promise<Ended & { transfer: number; dataHub: number }> {
  const transfer = closing(await startTransferReference());
  const dataHub = closing(await startDataHubReference());
  made(folder);
  for (const [index, body] of files.entries())
    writeFileSync(
      join(project, folder, `${index}.test.mjs`),
      `import { conformance } from ${JSON.stringify(ADAPTER)};\n${body}`,
    );
  const env = { ...transfer.env, ...dataHub.env };
  const place = join(project, folder);
  const { code, text } = await ended(VITEST, ['run', '--root', place], place, env);
  return { code, text, transfer: transfer.reference.log.length, dataHub: dataHub.reference.log.length };
}

test.each([
  ['two files', (folder: string) => [call('transfer', folder), call('data-hub', folder)]],
  ['one file', (folder: string) => [call('transfer', folder) + call('data-hub', folder)]],
])(
  'in an environment that configures two interfaces two calls in %s: the engine runs once for each',
  async (name, files) => {
    const folder = name.replace(' ', '-');
    const { code, text, ...requests } = await runProject(folder, files(folder));
    const { transfer, dataHub } = { transfer: written(folder, 'transfer'), dataHub: written(folder, 'data-hub') };
    expect(text).toMatch(/Tests +\d+ passed/);
    expect({ code, ...requests }).toEqual({ code: 0, transfer: transfer.run.requests, dataHub: dataHub.run.requests });
    expect([Object.keys(transfer.conclusions), Object.keys(dataHub.conclusions)]).toEqual([['transfer'], ['data-hub']]);
  },
);
