/** `npm run report:allure`: the results for Allure, and the page that Allure makes of them. */
import { readdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../../src/contract/root.ts';
import type { Results } from '../../src/index.ts';
import { closing, temporaryFolder } from '../afterwards.ts';
import { PEERS, testWith } from '../peers/peer.ts';
import { start } from '../process.ts';
import { FileBrowser } from './browser.ts';

interface Reported {
  name: string;
  status: string;
  description?: string;
  labels: { name: string; value: string }[];
  attachments: { source: string }[];
}

const folder = temporaryFolder();
let run = '';
let reported: Reported[] = [];
let results: Results;

beforeAll(async () => {
  const host = join(packageRoot(), 'dist', 'src', 'cli', 'conformance.js');
  const { code, stdout, stderr } = await start(process.execPath, [host, '--allure'], folder).ended;
  expect(code, `${stdout}${stderr}`).toBe(0);
  expect(stdout).toMatch(/^Embedded reference, not a deployment\.$/m);
  run = await realpath(join(folder, 'reports', 'latest'));
  results = JSON.parse(await readFile(join(run, 'results.json'), 'utf8')) as Results;
  const files = (await readdir(join(run, 'allure-results'))).filter((name) => name.endsWith('-result.json'));
  reported = await Promise.all(
    files.map(async (name) => JSON.parse(await readFile(join(run, 'allure-results', name), 'utf8')) as Reported),
  );
}, 120_000);

const labelsOf = ({ labels }: Reported) => Object.fromEntries(labels.map(({ name, value }) => [name, value]));

test('every requirement of a shown interface is a story with its verdict, under interface and operation', () => {
  const stories = new Map(reported.map((one) => [labelsOf(one).story, one]));
  const shown = new Set(reported.map((one) => labelsOf(one).epic));
  expect(shown).toContain('transfer');
  for (const { id, interface: of, operation, verdict, basis, clause } of results.requirements.filter((result) =>
    shown.has(result.interface),
  )) {
    const story = stories.get(id);
    expect(story && labelsOf(story)).toMatchObject({ epic: of, feature: operation ?? 'interface', verdict, basis });
    expect(story?.status).toBe(verdict === 'pass' ? 'passed' : 'skipped');
    expect(story?.description).toContain(clause.slice(0, 20));
  }
});

test('exchanges are attached', async () => {
  const story = reported.find((one) => labelsOf(one).story === 'transfer/identity/returns-json-object');
  const source = story?.attachments[0]?.source ?? '';
  expect(await readFile(join(run, 'allure-results', source), 'utf8')).toMatch(
    /^e\d+ GET \S+\/whoami\n[\s\S]*\nReceived 200\n/,
  );
});

testWith(PEERS.chromium, 'the page shows the interfaces, and asks nobody for anything', async () => {
  const page = join(run, 'allure.html');
  expect(await readFile(page, 'utf8')).not.toContain('googletagmanager');
  const browser = closing(await FileBrowser.start());
  const { page: shown, requests, errors } = await browser.openFile(page);
  await shown.getByText('transfer', { exact: true }).first().click();
  await shown.getByText('submit-job', { exact: true }).first().waitFor();
  expect(requests.filter((url) => !/^(data|blob):/.test(url))).toEqual([]);
  expect(errors).toEqual([]);
});
