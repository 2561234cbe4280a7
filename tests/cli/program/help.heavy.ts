/** Help, completion and explanations are made from the same table of commands. */
import { spawnSync } from 'node:child_process';
import { Workplace } from '../command.ts';
import { WarmWorkplace } from '../warm.ts';

const place = new WarmWorkplace();

const WIDE = { COLUMNS: '400' };
const assay = async (...args: string[]) => (await place.run(args, WIDE)).stdout;

/** Returns the names of the subcommands of a command, from its help. */
const below = async (...command: string[]) =>
  [...(await assay('help', ...command)).matchAll(/^ {2}([a-z]+)( \S+)* {2,}\S/gm)]
    .map(([, name = '']) => [...command, name].join(' '))
    .filter((name) => !name.endsWith('help'));

test('the help of every command fits in 80 columns, and has exit codes and examples, with options that it has', async () => {
  const commands = [...(await below()), ...(await below('baseline'))];
  expect(commands.length).toBeGreaterThan(22);
  const wide: string[] = [];
  for (const command of ['', ...commands]) {
    const help = (await place.run(['help', ...command.split(' ').filter(Boolean)])).stdout;
    wide.push(...help.split('\n').filter((line) => line.length > 80));
    if (command === '') continue;
    const [, examples = '', options = ''] = /\n\nExamples:\n(.*?)\n\n(.*)$/s.exec(help) ?? [];
    if (command !== 'baseline')
      expect(options, command).toMatch(/\nExit codes.*:\n {2}0 [\s\S]*\n {2}2 [\s\S]*\n {2}4 /);
    expect(examples, command).toMatch(new RegExp(`^ +(source <\\()?assay ${command}\\b`));
    const used = [...examples.matchAll(/(?<= )--[a-z-]+/g)].map(([name]) => name);
    expect(used.filter((name) => !options.includes(name)).map((name) => `${command} ${name}`)).toEqual([]);
  }
  expect(wide).toEqual([]);
});

test('-h prints the usual options and the examples, --help all options and the exit codes, the usual ones first', async () => {
  // A process of its own: whether the help is short is read once.
  const { stdout: short } = await new Workplace().run('run -h', WIDE);
  const whole = await assay('run', '--help');
  for (const text of [
    '--out <dir>',
    '--env-file',
    '--only',
    '--baseline',
    '--reference',
    '--allow-create',
    '--not-offered',
    '--report',
    '--fail-on',
    'Examples:',
    'assay run --help',
  ])
    expect(short).toContain(text);
  expect(short.split('\n').length).toBeLessThanOrEqual(41);
  const screen = whole.split('\n').slice(0, 40).join('\n');
  for (const text of ['Examples:', '--env-file', '--reference', '--only', '--out', '--baseline'])
    expect(screen).toContain(text);
  for (const text of ['--nonce', '--monitor', 'Exit codes', 'Values of --fail-on']) {
    expect(short).not.toContain(text);
    expect(whole).toContain(text);
  }
});

test('`assay list` alone prints how many items each list has', async () => {
  const rows = (await assay('list')).split('\n');
  for (const kind of ['requirements', 'settings', 'profiles']) {
    const items = (await assay('list', kind)).trimEnd().split('\n').length;
    expect(rows.find((row) => row.startsWith(`${kind} `))).toMatch(new RegExp(`^${kind} +${items} `));
  }
});

test('the help of an option lists its values: `serve` compares with no earlier run, and creates no object', async () => {
  expect(await assay('help', 'run')).toMatch(
    /Values of --fail-on <conditions>:\n[\s\S]*\blost\b[\s\S]* residue +the run/,
  );
  expect(await assay('help', 'serve')).toMatch(/Values of --fail-on <conditions>:\n(?![\s\S]*\b(?:lost|residue)\b)/);
});

const script = assay('completion', 'bash');

/** Completes a command line in bash. */
async function completed(...words: string[]) {
  const line = `assay() { ${process.execPath} -- bin/assay.mjs "$@"; }
${await script}
COMP_WORDS=(assay ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _assay; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return spawnSync('bash', ['-c', line], { encoding: 'utf8' }).stdout.trim().split('\n');
}

test.each([
  ['ru', 'run'],
  ['baseline pr', 'prune'],
  ['run --out report --only-f', '--only-failed-from'],
  ['baseline init --exp', '--expires'],
  ['run --depth = st', 'standard'],
  ['run --depth=th', '--depth=thorough'],
  ['run --report html =', ''],
  ['init --transfer-u', '--transfer-url'],
  ['run --depth ', 'standard thorough'],
  ['run --env-file ', ''],
  ['list fa', 'faults'],
  ['help ru', 'run'],
  ['baseline help pr', 'prune'],
  ['run --fail-on re', 'residue'],
  ['serve --fail-on re', ''],
  ['run --report ju', 'junit='],
  ['run --allow-create t', 'tickets tokens'],
  ['run --allow-create jobs,t', 'jobs,tickets jobs,tokens'],
  ['serve data', 'data-hub'],
  ['certify --plan transfer-1', 'transfer-1'],
  ['explain exit-c', 'exit-codes'],
  ...['explain', 'run --only', 'list --only'].map((words) => [
    `${words} transfer/job/submit_t`,
    'transfer/job/submit_time',
  ]),
  ...['run', 'serve', 'selftest'].flatMap((command) => [
    [`${command} --fault transfer/job/submit_time@with-s`, 'transfer/job/submit_time@with-space'],
    [`${command} --variant transfer/variant/slo`, 'transfer/variant/slow'],
  ]),
  ['judge ', ''],
  ['judge --env', '--env-file'],
])('bash completes: %s', async (words = '', expected = '') =>
  expect(await completed(...words.split(' '))).toEqual(expected.split(' ')),
);

test.each(['run', 'serve'])('bash completes the profiles of %s', async (command) =>
  expect(await completed(command, '--profile', '')).toEqual(
    (await assay('list', 'profiles', '--json')).match(/(?<="name": ?")[^"]+/g),
  ),
);

test('zsh and fish get the same commands', async () => {
  expect(await assay('completion', 'zsh')).toContain(await script);
  expect(await assay('completion', 'fish', '--', 'assay', 'run', '--only-f')).toMatch(/^--only-failed-from\t\w/);
  // The shell completes paths if the command prints nothing.
  expect(await assay('completion', 'fish', '--', 'assay', 'run', '--out', '')).toBe('');
});
