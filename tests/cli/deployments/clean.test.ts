/** `assay clean` advises removal only if something can be removed. */
import { openLedger } from '../../../src/wire/session/ledger.ts';
import { temporaryFolder } from '../../afterwards.ts';
import { inProcess } from '../in-process.ts';

async function listed(kind: string) {
  const directory = temporaryFolder();
  openLedger({ directory }).open({ kind, name: 'left' }, 'run');
  const { code, stdout } = await inProcess(['clean', directory]);
  expect(code).toBe(1);
  return stdout;
}

test('residue that can be removed: the command that removes it', async () => {
  const text = await listed('jobs');
  expect(text).toContain('--remove');
  expect(text).toMatch(/left, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC: /);
});

test('residue that cannot be removed: it is to be removed manually', async () => {
  const text = await listed('tickets');
  expect(text).not.toContain('--remove');
  expect(text).toContain('remove them manually');
});
