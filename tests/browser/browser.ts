/** Opens pages from files in Debian's browser. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];

/** A step that takes longer does not end. */
const MOST_MS = 300_000;

/** A page that was opened from a file, and its requests and errors. */
export interface Opened {
  page: Page;
  /** Addresses that it requested in addition to its own file; all were blocked. */
  requests: string[];
  /** Errors of scripts, and requests that its policy blocked. */
  errors: string[];
}

/** Writes pages into a separate directory and opens them; `close` removes both. */
export class FileBrowser {
  private constructor(
    private browser: Browser,
    private folder: string,
  ) {}

  static async start() {
    const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: FLAGS });
    return new FileBrowser(browser, await mkdtemp(join(tmpdir(), 'assay-page-')));
  }

  /** Opens a page like a double click does. */
  async open(content: string, options: BrowserContextOptions = {}): Promise<Opened> {
    const file = join(this.folder, 'page.html');
    await writeFile(file, content);
    return this.openFile(file, options);
  }

  async openFile(file: string, options: BrowserContextOptions = {}): Promise<Opened> {
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    // Other tests may run beside this one.
    context.setDefaultTimeout(MOST_MS);
    const page = await context.newPage();
    const own = pathToFileURL(file).href;
    const requests: string[] = [];
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page.route('**/*', (route) => {
      const url = route.request().url();
      if (url.split('#')[0] === own) return route.continue();
      requests.push(url);
      return route.abort();
    });
    await page.goto(own, { waitUntil: 'load' });
    return { page, requests, errors };
  }

  async close() {
    await this.browser.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/**
 * Returns the serious and critical violations that axe finds, as `rule: element`. The page's content security policy
 * does not block axe.
 */
export async function seriousViolations(page: Page) {
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as axe.AxeResults;
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.slice(0, 5).map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}
