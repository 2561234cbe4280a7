/** The page that Allure makes of a run with `npm run report:allure`. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../../src/contract/root.ts';
import { closing, temporaryFolder } from '../afterwards.ts';
import { PEERS, testWith } from '../peers/peer.ts';
import { start } from '../process.ts';
import { FileBrowser } from './browser.ts';

const HOST = join(packageRoot(), 'dist', 'src', 'cli', 'conformance.js');

testWith(PEERS.chromium, 'it shows the interfaces, and requests nothing', async () => {
  const folder = temporaryFolder();
  const { code, stdout, stderr } = await start(process.execPath, [HOST, '--allure'], folder).ended;
  expect(code, `${stdout}${stderr}`).toBe(0);
  expect(stdout).toMatch(/^Embedded reference, not a deployment\.$/m);
  const page = join(folder, 'reports', 'latest', 'allure.html');
  expect(await readFile(page, 'utf8')).not.toContain('googletagmanager');
  const browser = closing(await FileBrowser.start());
  const { page: shown, requests, errors } = await browser.openFile(page);
  await shown.getByText('transfer', { exact: true }).first().click();
  await shown.getByText('submit-job', { exact: true }).first().waitFor();
  expect(requests.filter((url) => !/^(data|blob):/.test(url))).toEqual([]);
  expect(errors).toEqual([]);
});
