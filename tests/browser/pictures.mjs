// Makes the pictures of the report in docs/images, from the run that the README shows: npm run pictures
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

/** Limit of each picture. */
const MOST_BYTES = 60_000;
const PICTURES = [
  { file: 'report-light.webp', colorScheme: 'light', viewport: { width: 960, height: 840 } },
  { file: 'report-dark.webp', colorScheme: 'dark', viewport: { width: 400, height: 900 } },
];

const root = fileURLToPath(new URL('../..', import.meta.url));
const images = join(root, 'docs', 'images');
const place = mkdtempSync(join(tmpdir(), 'assay-pictures-'));
const [, shown = ''] =
  /^npx assay (run --reference --fault .*)$/m.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});
try {
  const command = ['--', join(root, 'dist/src/cli/main.js'), ...shown.split(' '), '--out', 'run'];
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
  rmSync(place, { recursive: true, force: true });
}
