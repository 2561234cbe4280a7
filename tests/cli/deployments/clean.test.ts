/** `assay clean` advises removal only if something can be removed. */
import { dirname } from 'node:path';
import { residueOf } from '../../../src/engine/words/types.ts';
import { renderMarkdown } from '../../../src/report/files/markdown.ts';
import { openLedger } from '../../../src/wire/session/ledger.ts';
import { temporaryFile, temporaryFolder } from '../../afterwards.ts';
import { RESULTS, shown } from '../../report/fixed-results.ts';
import { inProcess } from '../in-process.ts';

test('objects of an embedded reference ended with it: clean, the gate and the reports count none', async () => {
  const results = { ...RESULTS, target: { ...RESULTS.target, reference: true } };
  const directory = dirname(temporaryFile('results.json', results));
  expect(results.residue).not.toEqual([]);
  expect(residueOf(results)).toEqual([]);
  openLedger({ directory }).open({ kind: 'jobs', name: 'left' }, 'run');
  const { code, stdout } = await inProcess(['clean', directory]);
  expect(code).toBe(0);
  expect(stdout).toBe('No residue.');
  for (const text of [shown(results, true), renderMarkdown({ results, exchanges: [] })])
    expect(text).not.toContain('Residue');
});

async function listed(kind: string, identifiers: readonly string[] = []) {
  const directory = temporaryFolder();
  const ledger = openLedger({ directory });
  ledger.open({ kind, name: 'left' }, 'run');
  for (const identifier of identifiers) ledger.identify(ledger.open({ kind, name: 'known' }, 'run'), identifier);
  const { code, stdout } = await inProcess(['clean', directory]);
  expect(code).toBe(1);
  return stdout;
}

test('residue that can be removed: the command that removes it', async () => {
  expect(await listed('files')).toMatch(
    /^To remove them: `assay clean \S+ --remove --env-file FILE` \(the settings file/m,
  );
  const text = await listed('jobs', ['a', 'b']);
  expect(text).toMatch(/^To remove 2 of the 3: `assay clean \S+ --remove --env-file FILE` \(the settings file/m);
  expect(text.replace(/\s+/g, ' ')).toContain(
    'An object without an identifier has to be removed in the service: search for its name',
  );
  expect(text).toMatch(/left\n {4}recorded \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC: /);
});

test('residue that cannot be removed: it is to be removed manually', async () => {
  const text = await listed('tickets');
  expect(text).not.toContain('--remove');
  expect(text).toContain('Close or remove them in the service');
});

test('a run that was interrupted before its first request left nothing', async () => {
  const results = { ...RESULTS, run: { ...RESULTS.run, requests: 0 }, residue: [] };
  expect(await inProcess(['clean', dirname(temporaryFile('results.json', results))])).toMatchObject({
    code: 0,
    stdout: 'No residue.',
  });
});
