/** The commands that the pages name exist with their options; those that only print are run. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../architecture/project-files.ts';
import { ASSAY_CALLS } from './calls.ts';

function assay(...args: string[]): {
  status: number | null;
  stdout: string;
  stderr: string;
} {
  return spawnSync(process.execPath, [join(ROOT, 'dist', 'src', 'cli', 'main.js'), ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    input: '',
    env: { ...process.env, COLUMNS: '200' },
  });
}

describe('commands in the pages', () => {
  test('exist, with the options that are given', () => {
    const help = new Map(
      [...new Set(ASSAY_CALLS.map(({ args }) => args[0] ?? ''))].map((name) => [name, assay(name, '--help')]),
    );
    for (const [name, { stdout }] of help)
      expect(stdout, `assay ${name} --help`).toMatch(new RegExp(`^Usage: assay ${name}\\b`));
    const unknown = ASSAY_CALLS.flatMap(({ path, args: [name = '', ...rest] }) =>
      rest
        .filter((word) => word.startsWith('--') && !new RegExp(`${word}\\b`).test(help.get(name)?.stdout ?? ''))
        .map((word) => `${path}: assay ${name} ${word}`),
    );
    expect(unknown).toEqual([]);
  });

  test('that only print, print', () => {
    const cheap = ASSAY_CALLS.filter(
      ({ args }) => ['list', 'explain'].includes(args[0] ?? '') && !args.some((word) => /^[A-Z]+$/.test(word)),
    );
    expect(cheap.length).toBeGreaterThan(5);
    for (const args of new Set(cheap.map((call) => call.args.join(' ')))) {
      const { status, stdout, stderr } = assay(...args.split(' '));
      expect({ args, status, stderr, answered: stdout.trim() !== '' }).toEqual({
        args,
        status: 0,
        stderr: '',
        answered: true,
      });
    }
  });
});
