import { Command } from 'commander';
import { expect, test } from 'vitest';
import type { Context } from '../../src/cli/context.ts';
import { GROUPS, groupsFor } from '../../src/cli/program/groups.ts';

const named = GROUPS.filter(({ names }) => names.length > 0);

test.each(named)('the group of $names.0 adds the commands that it names', async ({ names, add }) => {
  const program = new Command('assay');
  await add(program, {} as Context, async () => undefined);
  expect(program.commands.map((command) => command.name())).toEqual(names);
});

test('a command needs its own group, the version none, and anything else all of them', () => {
  expect(groupsFor('verify').map(({ names }) => names.includes('verify'))).toEqual([true]);
  expect(groupsFor('--version')).toEqual([]);
  for (const first of [undefined, '--help', 'completion', 'verifi']) expect(groupsFor(first)).toBe(GROUPS);
});
