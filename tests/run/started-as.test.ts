import { Command } from 'commander';
import { createContext } from '../../src/cli/context.ts';
import { addCommands } from '../../src/cli/program/all.ts';
import { COMMANDS, startedAs, withCommands } from '../../src/run/started-as.ts';

const PATH = '/usr/bin:/opt/assay/bin';

test.each([
  ['/project/node_modules/.bin/assay', { npm_command: 'exec' }, 'npx assay'],
  ['/project/node_modules/.bin/assay', {}, 'npx assay'],
  ['/project/node_modules/assay/bin/assay.mjs', {}, 'npx assay'],
  ['/opt/assay/bin/assay', {}, 'assay'],
  ['/srv/assay', {}, '/srv/assay'],
  ['/project/assay', {}, './assay'],
  ['/project/bin/assay.mjs', {}, 'bin/assay.mjs'],
  ['/project/dist/src/cli/main.js', {}, 'assay'],
  ["/it's here/bin/assay.mjs", {}, "'/it'\\''s here/bin/assay.mjs'"],
])('%s with %j is %s', (script, env, expected) => {
  expect(startedAs({ script, directory: '/project', env: { PATH, ...env } })).toBe(expected);
});

describe('the commands in a text', () => {
  test('are those of the program', async () => {
    const program = new Command('assay');
    await addCommands(program, createContext(), async () => undefined);
    expect(program.commands.map((command) => command.name()).sort()).toEqual([...COMMANDS].sort());
  });

  test('are written as they were started, and nothing else is', () => {
    const text =
      'Next: assay run --only x\n  assay explain y\nRun `assay clean z`. assay COMMAND --help. Usage: assay [options]. my-assay run, assay-run plan, assay runs, Assay';
    expect(withCommands(text, 'npx assay')).toBe(
      'Next: npx assay run --only x\n  npx assay explain y\nRun `npx assay clean z`. npx assay COMMAND --help. Usage: npx assay [options]. my-assay run, assay-run plan, assay runs, Assay',
    );
    expect(withCommands(text, 'assay')).toBe(text);
    for (const start of ['npx assay', 'bin/assay.mjs', './assay'])
      expect(withCommands(withCommands(text, start), start)).toBe(withCommands(text, start));
  });
});

test('a command that is written as started stays where its line was wrapped', () => {
  const text = 'The command npx\n     assay plan shows it.';
  expect(withCommands(text, 'npx assay')).toBe(text);
});
