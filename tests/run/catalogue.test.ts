import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue, writeCatalogue, writtenCatalogue } from '../../src/run/installed/catalogue.ts';
import { SUITED } from '../../src/run/installed/suited.ts';
import { loadContract } from '../../src/run/installed/suites.ts';
import { temporaryFolder } from '../afterwards.ts';

const folder = temporaryFolder();

test('what is written is what the contracts say', async () => {
  const file = join(folder, 'catalogue.json');
  await writeCatalogue(file);
  const written = writtenCatalogue(file);
  expect(written?.map((one) => one.interface)).toEqual([...SUITED]);
  for (const { interface: name, requirements, operations } of written ?? []) {
    const contract = loadContract(name);
    expect(requirements).toEqual([...contract.requirements.values()]);
    expect(operations).toEqual([...contract.operations.values()]);
  }
});

test('a file older than a source is not believed, and the contracts are loaded', async () => {
  const file = join(folder, 'earlier.json');
  await writeCatalogue(file);
  expect(writtenCatalogue(file)).toBeDefined();
  utimesSync(file, 0, 0);
  expect(writtenCatalogue(file)).toBeUndefined();
  expect((await catalogue(file)).map((one) => one.interface)).toEqual([...SUITED]);
});

test.each([['not there'], ['broken.json']])('a file that is %s is none', async (name) => {
  writeFileSync(join(folder, 'broken.json'), '[{');
  expect(writtenCatalogue(join(folder, name))).toBeUndefined();
});
