/** `assay list`: on a terminal and in a pipe. Lost output is a failure, a closed pipe is not. */
import { spawnSync } from 'node:child_process';
import { listCommand } from '../../../src/cli/commands/results/list.ts';
import { createContext } from '../../../src/cli/context.ts';
import type { Options } from '../../../src/cli/program/options.ts';
import { SETTINGS_TABLE } from '../../../src/run/installed/settings-table.ts';
import { COMMAND } from '../command.ts';
import { inProcess, withVariables } from '../in-process.ts';

const CONTEXT = createContext();

async function shown(kind: string, options: Options = {}) {
  const answers: string[] = [];
  const context = { ...CONTEXT, terminal: true, colour: false, width: 120, commands: (text: string) => text };
  await listCommand({ ...context, answer: (text) => void answers.push(text) }, kind, options);
  return answers.join('\n');
}

test('on a terminal, a list has headings, and ends with the number of its items', async () => {
  const all = await shown('faults', { only: ['transfer/job/priority'] });
  const [, count] = /^ID +INTERFACE +TITLE\n[\s\S]*\n\n(\d+) faults\.$/.exec(all) ?? [];
  expect(all.match(/^transfer\/\S+ +transfer +\S/gm)).toHaveLength(Number(count));
});

test('in a pipe, each row has the interface, and nothing else is printed', async () => {
  const { stdout } = await inProcess(['list', 'faults', '--only', 'transfer/job/priority']);
  expect(stdout.split('\n').filter((line) => !/^transfer\/\S+ +transfer +\S/.test(line))).toEqual([]);
});

test('settings: every known one, and no value of any', async () => {
  withVariables({ TRANSFER_TOKEN: 'planted-secret' });
  const { stdout } = await inProcess(['list', 'settings']);
  for (const { name } of SETTINGS_TABLE.settings) expect(stdout).toMatch(new RegExp(`^${name} `, 'm'));
  expect(stdout).not.toContain('planted-secret');
});

const run = (to: string) =>
  spawnSync('sh', ['-c', `"$0" "$1" list requirements ${to}`, process.execPath, COMMAND], { encoding: 'utf8' });

test('a full disk', () => {
  const { status, stderr } = run('> /dev/full');
  expect({ status, stderr }).toEqual({
    status: 4,
    stderr: expect.stringMatching(/^Cannot write to stdout: no space left on device\.\n$/),
  });
});

test('a pipe that is closed', () => {
  const { stdout, stderr } = run('| head -n 1');
  expect({ lines: stdout.split('\n').length, stderr }).toEqual({ lines: 2, stderr: '' });
});

test('an operation is selected by the name that the list prints', async () => {
  const { stdout } = await inProcess(['list', 'operations', '--only', 'submit-job']);
  expect(stdout).toMatch(/^submit-job +transfer +POST +\/jobs .*$/);
});
