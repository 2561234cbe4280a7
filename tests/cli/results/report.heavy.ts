/** `assay report`, and `--report` of run. */
import { startTransferReference } from '../../../reference/transfer/start.ts';
import type { Results } from '../../../src/index.ts';
import { closing } from '../../afterwards.ts';
import { WarmWorkplace } from '../warm.ts';

const workplace = new WarmWorkplace();
const { env } = closing(await startTransferReference());

test('a run with reports, and the same reports made from its directory afterwards', async () => {
  const run = await workplace.run(
    'run --only transfer/identity --out run --report junit=now/junit.xml --report html=now/report.html',
    env,
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
  const usual = await workplace.run('run --only transfer/delegation --out usual --report junit=usual.xml', env);
  expect(usual.stdout).toMatch(/^Report: usual\/report\.html\nOther reports: usual\.xml$/m);
  const elsewhere = await workplace.run(
    'run --only transfer/delegation --out elsewhere --report html=page.html --verbose',
    env,
  );
  expect(elsewhere.stdout).toMatch(/^Report: page\.html\nFiles in elsewhere: results\.json, evidence\.har$/m);
  const without = await workplace.run('run --only transfer/delegation --out without --no-report', env);
  expect(without.stdout).toMatch(/^Results: without$/m);
  const pages = [...(await workplace.files())].filter(([path]) =>
    /(usual|elsewhere|without|page)\b.*\.html$/.test(path),
  );
  expect(pages.map(([path]) => path).sort()).toEqual(
    ['page.html', 'usual/report.html'].map((name) => workplace.path(name)).sort(),
  );
  for (const [, page] of pages) expect(page.toString()).toContain('transfer/delegation');
});
