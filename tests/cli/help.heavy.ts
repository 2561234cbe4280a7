/** Help and explanations: made from the same tree of commands and rows that the command uses. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Workplace } from './command.ts';

let place: Workplace;
beforeAll(async () => {
  place = await Workplace.create();
});
afterAll(() => place.remove());

const assay = async (...args: string[]) => (await place.run(args, { COLUMNS: '400' })).stdout;

test('every command has examples, with options that it has', async () => {
  const commands = [...(await assay('--help')).matchAll(/^ {2}([a-z]+) .*\S/gm)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'help');
  expect(commands.length).toBeGreaterThan(15);
  for (const command of commands) {
    const help = await assay(command, '--help');
    const [options = '', examples = ''] = help.split('\nExamples:\n');
    expect(examples, command).toMatch(new RegExp(`^ +assay ${command}\\b`));
    const used = [...examples.matchAll(/(?<= )--[a-z-]+/g)].map(([name]) => name);
    expect(used.filter((name) => !options.includes(name)).map((name) => `${command} ${name}`)).toEqual([]);
  }
});
