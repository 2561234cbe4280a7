/** The HTML report in a real browser, opened from a file. */
import { historyOf, pastRunOf } from '../../src/compare/history.ts';
import { renderHtml } from '../../src/report/html/document.ts';
import { renderHistoryHtml } from '../../src/report/html/fleet.ts';
import { closing } from '../afterwards.ts';
import { PEERS, testWith } from '../peers/peer.ts';
import { HOSTILE, RECORDED } from '../report/recorded.ts';
import { FileBrowser, seriousViolations } from './browser.ts';

const test = (name: string, run: () => Promise<void>) => testWith(PEERS.chromium, name, run);

const PAGE = renderHtml(RECORDED);
const OPEN_ALL = 'document.querySelectorAll("details").forEach((one) => { one.open = true; })';

const browser = await FileBrowser.start().then(closing, () => undefined);
const opened = (...args: Parameters<FileBrowser['open']>): ReturnType<FileBrowser['open']> => {
  if (browser === undefined) throw new Error('the browser did not start');
  return browser.open(...args);
};

/** Expects that a page has no serious violation, and needs no scrolling to the side. */
async function fits(page: Awaited<ReturnType<typeof opened>>['page']) {
  expect(await seriousViolations(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
}

describe.each(['light', 'dark'] as const)('in %s colours', (colorScheme) => {
  test('axe finds nothing serious, closed or open', async () => {
    const { page } = await opened(PAGE, { colorScheme });
    expect(await seriousViolations(page)).toEqual([]);
    await page.evaluate(OPEN_ALL);
    expect(await seriousViolations(page)).toEqual([]);
  });

  test('axe finds nothing serious on a narrow screen', async () => {
    const { page } = await opened(PAGE, { colorScheme, viewport: { width: 360, height: 740 } });
    await page.evaluate(OPEN_ALL);
    await fits(page);
  });
});

test('nothing leaves, nothing that a target wrote runs, and the policy refuses nothing of ours', async () => {
  const { page, requests, errors } = await opened(PAGE);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.evaluate(OPEN_ALL);
  await page.mouse.wheel(0, 20_000);
  expect({ requests, errors, dialogs }).toEqual({ requests: [], errors: [], dialogs: [] });
  expect(await page.locator('script, img, link, iframe').count()).toBe(1);
  expect(await page.locator('#notices').innerText()).toContain(HOSTILE.slice(0, 60));
});

test('a script that got into the page all the same would not run', async () => {
  const planted = PAGE.replace(
    '<main>',
    '<main><script>document.title = "taken over"</script><img src="https://evil.example/x.png">',
  );
  const { page, errors } = await opened(planted);
  expect(await page.title()).not.toBe('taken over');
  expect(errors.filter((error) => error.includes('Content Security Policy'))).toHaveLength(2);
});

test('without JavaScript everything is there and can be opened', async () => {
  const { page } = await opened(PAGE, { javaScriptEnabled: false });
  const finding = page.locator('details.finding').first();
  expect(await finding.locator('.parts').innerText()).toContain('assay run --only transfer/job/submit_time');
  expect(await finding.locator('mark').first().innerText()).toBe('"2026-01-02 03:04:05"');
  await page.locator('#requirements summary').first().click();
  expect(await page.locator('#requirements tbody tr').first().innerText()).toContain('transfer/job/submit_time');
  expect(await page.locator('form.filter').isHidden()).toBe(true);
});

test('a finding is reached and opened with the keyboard alone', async () => {
  const { page } = await opened(PAGE);
  const within =
    'document.activeElement?.closest("details.finding") !== null && document.activeElement?.tagName === "SUMMARY"';
  await page.keyboard.press('Tab');
  // The first stop skips the navigation.
  await page.keyboard.press('Enter');
  for (let stops = 0; stops < 5 && (await page.evaluate(within)) !== true; stops += 1) await page.keyboard.press('Tab');
  expect(await page.evaluate(within)).toBe(true);
  for (const isOpen of [false, true]) {
    await page.keyboard.press('Enter');
    expect(await page.locator('details.finding .got').first().isVisible()).toBe(isOpen);
  }
});

test('a link to an exchange opens it, and filters narrow the requirements', async () => {
  const { page } = await opened(PAGE);
  await page.locator('#gaps').getByRole('link').first().click();
  // The page opens it on the event of the changed address, a moment after the click.
  await page.locator('#requests details[open]').first().waitFor();
  expect(await page.locator('#requests details[open]').count()).toBe(1);
  await page.getByRole('searchbox').fill('submit_time');
  await page.locator('output', { hasText: 'Findings: 1, requirements: 1' }).waitFor();
  expect(await page.locator('#requirements tbody tr:visible').count()).toBe(1);
});

test('the address of a filtered page shows the same when it is opened, and the filters are reached with the keyboard', async () => {
  const { page } = await opened(PAGE);
  await page.getByRole('searchbox').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.type('inc');
  await page.waitForURL(/#verdict=inconclusive$/);
  const shown = '#requirements tbody tr:not([hidden])';
  expect(await page.locator(shown).count()).toBe(6);
  expect(await page.locator('details.finding:visible').count()).toBe(0);
  await page.reload();
  await page.locator('output', { hasText: 'Findings: 0, requirements: 6' }).waitFor();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.waitForURL(/#$/);
  expect(await page.locator(shown).count()).toBe(RECORDED.results.requirements.length);
});

test('the failure is open at first, and its command can be copied and its body is shown', async () => {
  const { page } = await opened(PAGE, { permissions: ['clipboard-read', 'clipboard-write'] });
  const finding = page.locator('details.finding.v-fail').first();
  expect(await finding.getAttribute('open')).toBe('');
  await finding.getByRole('button', { name: 'Copy the assay command' }).click();
  await finding.getByText('Copied').waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('assay run --only transfer/job/submit_time');
  expect(await finding.locator('.exchange').first().innerText()).toContain('job-7');
  const address = await finding.getByRole('link', { name: 'Link to this finding' }).getAttribute('href');
  expect(await page.locator(`[id="${address?.slice(1)}"]`).getAttribute('data-verdict')).toBe('fail');
});

for (const width of [1280, 400])
  test(`the history has no violation at ${width} pixels`, async () => {
    const night = (id: string, verdict: 'pass' | 'fail') =>
      pastRunOf(
        {
          ...RECORDED.results,
          run: { ...RECORDED.results.run, id, startedAt: `2026-01-0${id}T00:00:00Z` },
          requirements: RECORDED.results.requirements.map((one) => ({ ...one, verdict })),
        },
        id,
      );
    const { page, requests } = await opened(
      renderHistoryHtml(
        historyOf([night('1', 'pass'), night('2', 'fail'), night('3', 'pass')], 3),
        ({ directory }) => directory,
      ),
      { viewport: { width, height: 900 } },
    );
    await fits(page);
    expect(requests).toEqual([]);
  });
