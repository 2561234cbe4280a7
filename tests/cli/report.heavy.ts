/** `assay report`, and `--report` of run. */
import type { Results } from '../../src/index.ts';
import { Workplace } from './command.ts';

const workplace = new Workplace();

test('a run with reports, and the same reports made from its directory afterwards', async () => {
  const run = await workplace.run(
    'run --reference --only transfer/identity --out run --report junit=now/junit.xml --report html=now/report.html',
  );
  expect(run.code).toBe(0);
  const again = await workplace.run(
    'report run --to junit=later/junit.xml --to html=later/report.html --to json=later/results.json --to allure=later/allure',
  );
  expect(again).toMatchObject({ code: 0, stdout: '' });
  const files = await workplace.files();
  const read = (path: string) => files.get(workplace.path(path))?.toString() ?? '';
  expect(read('later/junit.xml')).toBe(read('now/junit.xml'));
  expect(read('later/report.html')).toBe(read('now/report.html'));
  expect(await workplace.run('report run/results.json --to junit=again.xml')).toMatchObject({ code: 0 });
  expect(workplace.read('again.xml')).toBe(read('now/junit.xml'));
  expect(await workplace.run('report run --to junit=-')).toMatchObject({ code: 2, stdout: '' });
  expect(JSON.parse(read('later/results.json'))).toEqual(JSON.parse(read('run/results.json')));
  const { requirements } = JSON.parse(read('run/results.json')) as Results;
  expect([...files.keys()].filter((path) => path.endsWith('-result.json'))).toHaveLength(requirements.length);
  expect([...files.keys()].filter((path) => path.endsWith('.part'))).toEqual([]);
});

test('a run writes one page, in its directory or where --report says, and names every file', async () => {
  const usual = await workplace.run('run --reference --only transfer/delegation --out usual --report junit=usual.xml');
  expect(usual.stdout).toMatch(/^Report: usual\/report\.html\nOther reports: usual\.xml$/m);
  const elsewhere = await workplace.run(
    'run --reference --only transfer/delegation --out elsewhere --report html=page.html --verbose',
  );
  expect(elsewhere.stdout).toMatch(/^Report: page\.html\nFiles in elsewhere: results\.json, evidence\.har$/m);
  const without = await workplace.run('run --reference --only transfer/delegation --out without --no-report');
  expect(without.stdout).toMatch(/^Results: without$/m);
  const pages = [...(await workplace.files())].filter(([path]) =>
    /(usual|elsewhere|without|page)\b.*\.html$/.test(path),
  );
  expect(pages.map(([path]) => path).sort()).toEqual(
    ['page.html', 'usual/report.html'].map((name) => workplace.path(name)).sort(),
  );
  for (const [, page] of pages) expect(page.toString()).toContain('transfer/delegation');
});

/** Lowers the limit of texts that begin a page to 100,000 characters, as if that were the limit of Node.js. */
const LOWERED = `data:text/javascript,${encodeURIComponent("import fs from 'node:fs/promises'; import { syncBuiltinESMExports } from 'node:module'; const { writeFile } = fs; fs.writeFile = async (path, content, ...more) => { if (typeof content === 'string' && content.startsWith('<!doctype') && content.length > 100_000) throw new RangeError('Invalid string length'); return writeFile(path, content, ...more); }; syncBuiltinESMExports();")}`;

test('a report that is longer than a text can be is named, and the exit code stays that of the results', async () => {
  const args =
    'run --reference --only transfer/identity --out long --no-report --report html=long.html --report har=long.har';
  const { code, stderr } = await workplace.start(args, {}, ['--import', LOWERED]).ended;
  const files = await workplace.files();
  const results = JSON.parse(files.get(workplace.path('long/results.json'))?.toString() ?? '') as Results;
  expect({ code, stderr }).toEqual({
    code: results.exitCode,
    stderr:
      'Cannot write the html report to long.html: it is larger than 512 MiB. The results are complete without it.\n',
  });
  expect(results.exitCode).toBe(0);
  expect([...files.keys()].filter((path) => /long\.(html|har)/.test(path))).toEqual([workplace.path('long.har')]);
  const again = await workplace.start('report long --to html=long.html', {}, ['--import', LOWERED]).ended;
  expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('larger than 512 MiB') });
});

test('a directory that does not exist is named', async () => {
  const { code, stderr } = await workplace.run('report no-such-run --to html=report.html');
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('no-such-run') });
});
