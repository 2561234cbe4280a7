/** The commands that the pages name exist with their options; those that only print are run. */
import { inProcess } from '../cli/in-process.ts';
import type { Ended } from '../process.ts';
import { ASSAY_CALLS } from './calls.ts';

describe('commands in the pages', () => {
  test('exist, with the options that are given', async () => {
    const help = new Map<string, Ended>();
    for (const {
      args: [name = ''],
    } of ASSAY_CALLS)
      help.set(name, help.get(name) ?? (await inProcess([name, '--help'])));
    for (const [name, { stdout }] of help)
      expect(stdout, `assay ${name} --help`).toMatch(new RegExp(`^Usage: assay ${name}\\b`));
    const unknown = ASSAY_CALLS.flatMap(({ path, args: [name = '', ...rest] }) =>
      rest
        .filter((word) => word.startsWith('--') && !new RegExp(`${word}\\b`).test(help.get(name)?.stdout ?? ''))
        .map((word) => `${path}: assay ${name} ${word}`),
    );
    expect(unknown).toEqual([]);
  });

  test('that only print, print', async () => {
    const cheap = ASSAY_CALLS.filter(
      ({ args }) => ['list', 'explain'].includes(args[0] ?? '') && !args.some((word) => /^[A-Z]+$/.test(word)),
    );
    expect(cheap.length).toBeGreaterThan(5);
    for (const args of new Set(cheap.map((call) => call.args.join(' ')))) {
      const { code, stdout, stderr } = await inProcess(args.split(' '));
      expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' });
      expect(stdout.trim(), args).not.toBe('');
    }
  });
});
