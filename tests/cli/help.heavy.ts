/** Help, completion and explanations: made from the same tree of commands and rows that the command uses. */
import { spawnSync } from 'node:child_process';
import { Workplace } from './command.ts';

const place = new Workplace();

const assay = async (...args: string[]) => (await place.run(args, { COLUMNS: '400' })).stdout;

test('every command has examples, with options that it has', async () => {
  const commands = [...(await assay('--help')).matchAll(/^ {2}([a-z]+) .*\S/gm)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'help');
  expect(commands.length).toBeGreaterThan(15);
  for (const command of commands) {
    const help = await assay(command, '--help');
    const [options = '', examples = ''] = help.split('\nExamples:\n');
    expect(examples, command).toMatch(new RegExp(`^ +(source <\\()?assay (${command}|completion)\\b`));
    const used = [...examples.matchAll(/(?<= )--[a-z-]+/g)].map(([name]) => name);
    expect(used.filter((name) => !options.includes(name)).map((name) => `${command} ${name}`)).toEqual([]);
  }
});

/** Completes a command line in bash. */
async function completed(...words: string[]): Promise<string[]> {
  const script = `${await assay('completion', 'bash')}
COMP_WORDS=(assay ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _assay; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return spawnSync('bash', ['-c', script], { encoding: 'utf8' }).stdout.trim().split('\n');
}

test('bash completes commands, commands below them, and options', async () => {
  expect(await completed('ru')).toEqual(['run']);
  expect(await completed('baseline', 'pr')).toEqual(['prune']);
  expect(await completed('run', '--out', 'report', '--only-f')).toEqual(['--only-failed-from']);
  expect(await completed('baseline', 'init', '--exp')).toEqual(['--expires']);
  expect(await completed('init', '--transfer-u')).toEqual(['--transfer-url']);
});

test('zsh and fish get the same commands', async () => {
  expect(await assay('completion', 'zsh')).toContain(await assay('completion', 'bash'));
  expect(await assay('completion', 'fish')).toContain(
    "complete -c assay -n '__fish_seen_subcommand_from run' -l only-failed-from -r -d ",
  );
  expect((await place.run('completion tcsh')).code).toBe(2);
});
