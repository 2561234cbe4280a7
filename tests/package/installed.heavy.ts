/** The package for users: packed from a fresh copy, and installed and used elsewhere, without and with vitest. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Results } from '../../src/index.ts';
import { temporaryFolder } from '../afterwards.ts';
import { ROOT } from '../architecture/project-files.ts';

/** Directories and files that a fresh copy does not have. */
const NOT_COPIED = new Set(['node_modules', 'dist', 'reports', '.git', '.env', '.stryker-tmp', 'allure-results']);

const folder = temporaryFolder();
const copy = join(folder, 'copy');
const home = join(folder, 'elsewhere');
/** Limit of an installation, in MB. */
const MOST_INSTALLED = 30;

/** The environment without settings and npm's variables, which would change a run. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(npm_|ASSAY_|TRANSFER_|TICKET_BRIDGE_|DATA_HUB_|CLIENT_LIBRARY_|NODE_OPTIONS|VITEST)/.test(name),
  ),
);

/** Runs a command that must succeed, and returns its output. */
function succeed(command: string, args: string[], cwd = home): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: environment,
    input: '',
    maxBuffer: 64 << 20,
  });
  if (status !== 0)
    throw new Error(
      `${command} ${args.join(' ')} ended with ${status}\n${stdout.slice(-4000)}\n${stderr.slice(-4000)}`,
    );
  return stdout;
}

const install = (packages: string[], cwd = home) =>
  succeed('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...packages], cwd);
const compile = (project: string) =>
  succeed('node', [join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', project]);

mkdirSync(copy);
for (const name of readdirSync(ROOT).filter((one) => !NOT_COPIED.has(one)))
  cpSync(join(ROOT, name), join(copy, name), { recursive: true });
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'dir');
const [described] = JSON.parse(
  succeed('npm', ['pack', '--json', '--pack-destination', folder], copy).replace(/^[^[]*/, ''),
) as [{ filename: string }];
const tarball = join(folder, described.filename);
mkdirSync(home);
writeFileSync(join(home, 'package.json'), JSON.stringify({ name: 'elsewhere', private: true, type: 'module' }));
install([tarball]);

describe('installed elsewhere, without vitest', () => {
  test(`takes at most ${MOST_INSTALLED} MB, and brings no vitest`, () => {
    expect(existsSync(join(home, 'node_modules', 'vitest'))).toBe(false);
    expect(Number.parseInt(succeed('du', ['-sm', 'node_modules']), 10)).toBeLessThanOrEqual(MOST_INSTALLED);
  });

  test('runs against the embedded reference, and judges the evidence again', () => {
    const stdout = succeed('npx', ['--no-install', 'assay', 'run', '--reference', '--out', 'out']);
    expect(stdout).toMatch(/^Embedded reference.*\nCONFORMANT:/);
    expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(15);
    // The output must not contain the escape character.
    expect(stdout).not.toContain('\u001b');
    const results = JSON.parse(readFileSync(join(home, 'out', 'results.json'), 'utf8')) as Results;
    expect(results).toMatchObject({ conclusion: 'conformant', exitCode: 0, conclusions: { transfer: 'conformant' } });
    expect(succeed('npx', ['--no-install', 'assay', 'judge', 'out'])).toContain('CONFORMANT');
    succeed('npx', [
      '--no-install',
      'assay',
      'report',
      'out',
      '--to',
      'html=out/report.html',
      '--to',
      'allure=out/allure',
    ]);
  });

  test('gives the API', () => {
    writeFileSync(
      join(home, 'api.js'),
      `import { runConformance } from 'assay';
const results = await runConformance({ env: {}, reference: true, only: 'ticket-bridge' });
console.log(JSON.stringify({ exitCode: results.exitCode, failed: results.counts.fail, passed: results.counts.pass }));`,
    );
    const { exitCode, failed, passed } = JSON.parse(succeed('node', ['api.js'])) as Record<string, number>;
    expect({ exitCode, failed }).toEqual({ exitCode: 0, failed: 0 });
    expect(passed).toBeGreaterThan(30);
  });

  test('gives types to both of its entries', () => {
    writeFileSync(
      join(home, 'types.ts'),
      `import { type Results, runConformance } from 'assay';
import { conformance } from 'assay/vitest';
const results: Promise<Results> = runConformance({ env: {}, reference: true });
conformance('transfer', { reference: true, only: ['transfer/identity'] });
// @ts-expect-error an option that does not exist
conformance('transfer', { no: true });
export { results };`,
    );
    writeFileSync(
      join(home, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          target: 'es2023',
          module: 'nodenext',
          strict: true,
          noEmit: true,
          skipLibCheck: true,
          types: [],
        },
        include: ['types.ts'],
      }),
    );
    compile(home);
  });

  test('is what the examples of the API are written for', () => {
    const examples = [...readFileSync(join(ROOT, 'docs/lookup/api.md'), 'utf8').matchAll(/^```ts\n(.*?)^```/gms)].map(
      ([, code]) => code ?? '',
    );
    expect(examples.length).toBeGreaterThan(1);
    for (const [index, code] of examples.entries())
      writeFileSync(
        join(home, `example-${index}.ts`),
        `declare const process: { env: Record<string, string | undefined> };\n${code}\nexport type { };\n`,
      );
    writeFileSync(
      join(home, 'tsconfig.examples.json'),
      JSON.stringify({
        extends: './tsconfig.json',
        compilerOptions: { lib: ['es2023', 'dom'] },
        include: ['example-*.ts'],
      }),
    );
    compile('tsconfig.examples.json');
  });
});

/**
 * The oldest and the newest release in the range of the peer dependency; `node`: the version that a release needs, if
 * newer than the current one. The newest release of vitest 4 is the installed one: tests/vitest/adapter.heavy.ts.
 */
const RELEASES = [{ vitest: '3.0.0' }, { vitest: '5', node: '22' }] satisfies {
  vitest: string;
  node?: string;
}[];

test.each(RELEASES)('in a project with its own vitest version $vitest shows the requirements', (release) => {
  const project = join(folder, `vitest-${release.vitest}`);
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'project', private: true, type: 'module' }));
  writeFileSync(
    join(project, 'bridge.test.js'),
    `import { conformance } from 'assay/vitest';\nconformance('ticket-bridge', { reference: true });\n`,
  );
  // Node 22 is downloaded from the registry, as in .ci/run. npm only warns about unsupported engines.
  const node = 'node' in release ? ['npx', '-y', `node@${release.node}`] : ['node'];
  install([`vitest@${release.vitest}`, tarball], project);
  const [command = '', ...args] = [
    ...node,
    join('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--reporter=json',
    '--outputFile=report.json',
  ];
  succeed(command, args, project);
  const report = JSON.parse(readFileSync(join(project, 'report.json'), 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
  };
  expect(report.numFailedTests).toBe(0);
  expect(report.numPassedTests).toBeGreaterThan(30);
});
