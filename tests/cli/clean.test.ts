/** `assay clean` advises removal only if something can be removed. */
import { cleanCommand } from '../../src/cli/commands/deployments/clean.ts';
import { createContext } from '../../src/cli/context.ts';
import { openLedger } from '../../src/wire/session/ledger.ts';
import { temporaryFolder } from '../afterwards.ts';

async function listed(kind: string): Promise<string> {
  const directory = temporaryFolder();
  openLedger({ directory }).open({ kind, name: 'left' }, 'run');
  const answers: string[] = [];
  const context = { ...createContext(), answer: (text: string) => void answers.push(text) };
  expect(await cleanCommand(context, directory, {})).toBe(1);
  return answers.join('\n');
}

test('residue that can be removed: the command that removes it', async () => {
  expect(await listed('jobs')).toContain('--remove');
});

test('residue that cannot be removed: it is to be removed manually', async () => {
  const text = await listed('tickets');
  expect(text).not.toContain('--remove');
  expect(text).toContain('remove them manually');
});
