/** Output that cannot be written is a failure; a reader that closes its pipe is not. */
import { spawnSync } from 'node:child_process';
import { COMMAND } from '../command.ts';

const run = (to: string) =>
  spawnSync('sh', ['-c', `"$0" "$1" list requirements ${to}`, process.execPath, COMMAND], { encoding: 'utf8' });

test('a full disk', () => {
  const { status, stderr } = run('> /dev/full');
  expect({ status, stderr }).toEqual({
    status: 4,
    stderr: expect.stringMatching(/^Cannot write to stdout: ENOSPC.*\.\n$/),
  });
});

test('a pipe that is closed', () => {
  const { stdout, stderr } = run('| head -n 1');
  expect({ lines: stdout.split('\n').length, stderr }).toEqual({ lines: 2, stderr: '' });
});
