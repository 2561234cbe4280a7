/** Allure results as one page that makes no requests. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AllureReport, resolveConfig } from '@allurereport/core';

/**
 * Generates the page.
 * @param results directory of Allure results
 * @param file path of the page
 * @throws Error if Allure generates no page
 */
export async function generateAllureReport(results: string, file: string, name: string): Promise<void> {
  const output = await mkdtemp(join(tmpdir(), 'assay-allure-'));
  try {
    const options = { singleFile: true, reportName: name, groupBy: ['epic', 'feature', 'story'] };
    const config = await resolveConfig({ name, output, plugins: { awesome: { options } } });
    const report = new AllureReport(config);
    await report.start();
    await report.readDirectory(results);
    await report.done();
    const pages = (await readdir(output, { recursive: true })).filter((path) => path.endsWith('index.html'));
    if (pages[0] === undefined) throw new Error(`Allure generated no page from ${results}`);
    await writeFile(file, withoutAnalytics(await readFile(join(output, pages[0]), 'utf8')));
  } finally {
    await rm(output, { recursive: true, force: true });
  }
}

/** Returns the page without the analytics script, and its data, that the template loads with any configuration. */
function withoutAnalytics(page: string) {
  const cut = page
    .replace(/<script[^>]*\bsrc="https:\/\/www\.googletagmanager\.com\/[^"]*"[^>]*>\s*<\/script>/g, '')
    .replace(/<script>\s*window\.dataLayer = [\s\S]*?<\/script>/g, '');
  // The browser blocks anything else that a later version might load.
  const policy = `default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' data: blob:; style-src 'unsafe-inline' data:; img-src data: blob:; font-src data:; connect-src data: blob:; worker-src blob: data:; frame-src blob: data:; media-src data: blob:`;
  return cut.replace(/<head>/, `<head>\n<meta http-equiv="Content-Security-Policy" content="${policy}">`);
}
