/** The command as it is installed: a link to the package's bin file, started like any other program. */
import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot, packageVersion } from '../../../src/contract/root.ts';
import { start } from '../../process.ts';
import { WarmWorkplace } from '../warm.ts';

const place = new WarmWorkplace();
const command = place.path('assay of mine');
symlinkSync(join(packageRoot(), 'bin', 'assay.mjs'), command);

const assay = (...args: string[]) => start(command, args, place.directory).ended;

test('it runs from wherever it is linked, and hands on what it is given as it is', async () => {
  expect(await assay('--version')).toEqual({ code: 0, stdout: `${packageVersion()}\n`, stderr: '' });
  expect((await assay('no such $HOME "word"')).stderr).toContain('no such $HOME \\"word\\"');
});

test('help before a command is the help after it', async () => {
  const [help, ofRun, ofOption, nested, init] = await Promise.all(
    ['run --help', 'help run', 'help run --out', 'help --debug baseline init', 'baseline init --help'].map((line) =>
      place.run(line),
    ),
  );
  expect(help?.code).toBe(0);
  expect([ofRun, ofOption, nested]).toEqual([help, help, init]);
});

test('the help of an unknown command is an error that names the commands', async () => {
  const [unknown, below] = await Promise.all([place.run('monitor --help'), place.run('baseline monitor -h')]);
  expect(unknown).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^Unknown command "monitor"\. /),
  });
  expect(below).toMatchObject({ code: 2, stderr: expect.stringContaining('Commands: init, check') });
});

test('a command that it prints reads the settings file itself, also if it was started with node', () => {
  const script = join(packageRoot(), 'bin', 'assay.mjs');
  const { stderr } = spawnSync(process.execPath, [script, 'list', 'xyzzy'], {
    cwd: place.directory,
    encoding: 'utf8',
  });
  const printed = /For usage and examples: (.*?) help list/.exec(stderr)?.[1];
  const again = spawnSync(`${printed} run --env-file missing.env`, {
    cwd: place.directory,
    encoding: 'utf8',
    shell: true,
  });
  expect(again.stderr).toContain('Cannot read the settings file "missing.env"');
  expect(again.status).toBe(2);
});

test('help names the command as it was started, within the width of the screen', () => {
  const script = join(packageRoot(), 'bin', 'assay.mjs');
  const { stdout } = spawnSync(script, ['run', '--help'], {
    cwd: place.directory,
    encoding: 'utf8',
    env: { ...process.env, COLUMNS: '80' },
  });
  expect(stdout.replaceAll(script, '')).not.toMatch(/(?<![\w./-])assay (run|init|explain|list|COMMAND)(?!\w)/);
  const wide = stdout.split('\n').filter((line) => line.length > 80);
  // What is to be copied is not broken.
  expect(wide.filter((line) => !line.includes(script))).toEqual([]);
});

test('with --json, settings that cannot be read are JSON too', async () => {
  const { code, stdout, stderr } = await place.run('run --json --env-file=missing.env');
  const problem = expect.stringContaining('Cannot read the settings file "missing.env"');
  expect({ code, stderr, results: JSON.parse(stdout) }).toMatchObject({
    ...{ code: 2, stderr: problem },
    results: { exitCode: 2, problems: [problem] },
  });
});

// usage-errors.test.ts has the others; this one is found by the command's own reading of `help`.
test('a misspelt word after help ends with 2, and names the nearest and the help', async () => {
  const { code, stderr } = await place.run('help baseline inti');
  expect(stderr).toContain('Unknown command "inti"; did you mean init?');
  expect(stderr).toMatch(/For usage and examples: \S+ help baseline\n$/);
  expect(code).toBe(2);
});

test('a secret that is typed as an argument is not printed', async () => {
  const token = 'tok-secret-abcdef123456';
  const { stderr } = await place.run(['run', `--token=${token}`], { TRANSFER_TOKEN: token });
  expect(stderr).toContain('Unknown option ');
  expect(stderr).not.toContain(token);
});
