// Makes the pictures of the report in docs/images, from a run against the embedded reference with a fault: npm run
// pictures
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

/** Limit of each picture. */
const MOST_BYTES = 60_000;
const PICTURES = [
  { file: 'report-light.webp', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { file: 'report-dark.webp', colorScheme: 'dark', viewport: { width: 400, height: 900 } },
];

const root = fileURLToPath(new URL('../..', import.meta.url));
const images = join(root, 'docs', 'images');
const { startTransferReference } = await import(pathToFileURL(join(root, 'dist/reference/transfer/start.js')));
const place = mkdtempSync(join(tmpdir(), 'assay-pictures-'));
const reference = await startTransferReference({ fault: 'transfer/job/submit_time@number' });
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});
try {
  const lines = Object.entries({ ...reference.env, ASSAY_ALLOW_CREATE: 'all' }).map(
    ([name, value]) => `${name}='${value}'\n`,
  );
  writeFileSync(join(place, 'staging.env'), lines.join(''));
  const command = ['--', join(root, 'dist/src/cli/main.js'), 'run', '--env-file', 'staging.env', '--out', 'run'];
  const run = spawn(process.execPath, command, {
    cwd: place,
    env: { PATH: process.env.PATH, TMPDIR: place },
    stdio: 'ignore',
  });
  await new Promise((resolve) => run.once('close', resolve));
  mkdirSync(images, { recursive: true });
  for (const { file, ...options } of PICTURES) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    await page.goto(pathToFileURL(join(place, 'run', 'report.html')).href);
    const session = await context.newCDPSession(page);
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 50 });
    const picture = Buffer.from(data, 'base64');
    if (picture.length > MOST_BYTES) throw new Error(`${file} has ${picture.length} bytes, more than ${MOST_BYTES}.`);
    writeFileSync(join(images, file), picture);
    process.stdout.write(`docs/images/${file}: ${picture.length} bytes\n`);
  }
} finally {
  await browser.close();
  await reference.close();
  rmSync(place, { recursive: true, force: true });
}
