/** The commands that the pages name exist with their options; those that only print are run. */
import { inProcess } from '../cli/in-process.ts';
import type { Ended } from '../process.ts';
import { ASSAY_CALLS } from './calls.ts';

describe('commands in the pages', () => {
  test('exist, with the options that are given', async () => {
    // The options of a group are those of its commands.
    const commandOf = ([name = '', sub = '']: readonly string[]) =>
      name === 'baseline' && sub !== '' ? `${name} ${sub}` : name;
    const help = new Map<string, Ended>();
    for (const command of new Set(ASSAY_CALLS.map(({ args }) => commandOf(args))))
      help.set(command, await inProcess([...command.split(' '), '--help']));
    for (const [name, { stdout }] of help)
      expect(stdout, `assay ${name} --help`).toMatch(new RegExp(`^Usage: assay ${name}\\b`));
    const unknown = ASSAY_CALLS.flatMap(({ path, args }) =>
      args
        .filter((word) => word.startsWith('--'))
        .filter((word) => !new RegExp(`${word}\\b`).test(help.get(commandOf(args))?.stdout ?? ''))
        .map((word) => `${path}: assay ${commandOf(args)} ${word}`),
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
