/** A run against a reference with one fault that contradicts many requirements: reports show it once. */
import type { Handler, ReferenceResponse } from '../../reference/types.ts';
import { renderHtml } from '../../src/report/html/document.ts';
import { renderTerminal } from '../../src/report/terminal/terminal.ts';
import { runsOf } from '../../src/selftest/campaign.ts';
import { inProcessReferenceOf } from '../../src/selftest/in-process.ts';
import { withVerdict } from '../verdicts.ts';
import { RECORDED } from './recorded.ts';

const unauthorised = ({ status }: ReferenceResponse) => status === 401 || status === 403;
const occurrences = (text: string, part: string) => text.split(part).length - 1;

describe('a zone that answers without credentials', async () => {
  const lettingIn = (zone: Handler): Handler => {
    let accepted: string | undefined;
    return async (request) => {
      const answer = await zone(request);
      if (answer.status < 300) accepted = request.headers['x-auth-token'];
      return unauthorised(answer) && accepted !== undefined
        ? zone({ ...request, headers: { ...request.headers, 'x-auth-token': accepted } })
        : answer;
    };
  };
  const reference = await inProcessReferenceOf('data-hub');
  const run = await runsOf({
    ...reference,
    deploy: async (deviations) =>
      new Map(
        [...(await reference.deploy(deviations))].map(([url, handler]) => [
          url,
          url.includes('zone') ? lettingIn(handler) : handler,
        ]),
      ),
  });
  const ran = await run({});
  const found = withVerdict(ran.results, 'fail', 'warn');
  const [lead, ...others] = found;

  test('has one cause, which results.json names in each requirement', () => {
    expect(found.length).toBeGreaterThan(20);
    expect(new Set(found.map(({ id }) => id.split('/')[2]))).toEqual(new Set(['refuses']));
    expect(new Set(found.map(({ cause }) => cause?.id))).toEqual(new Set([lead?.id]));
    expect(lead?.cause?.headline).toMatch(
      /^The zone service accepts .+ without a valid credential \(a request without X-Auth-Token, an empty X-Auth-Token, random tokens in X-Auth-Token and copies of the valid token with altered characters/,
    );
  });

  test('is one finding on the terminal, with the others below it', () => {
    const terminal = renderTerminal(ran.results, { width: 140, colour: false });
    expect(occurrences(terminal, '    reproduce ')).toBe(1);
    expect(terminal).toContain('  FAIL The zone service accepts ');
    expect(terminal).toContain(`    ${others.length} more findings with this cause:`);
  });

  test('is one finding in HTML, with the others inside', () => {
    const exchanges = ran.judgeables.flatMap(({ recording }) => recording.exchanges);
    const html = renderHtml({ results: ran.results, exchanges });
    const from = html.indexOf('<section id="findings"');
    const section = html.slice(from, html.indexOf('</section>', from));
    expect(occurrences(section, `and ${others.length} more findings with this cause`)).toBe(1);
    expect(occurrences(section, '<div class="chunk">')).toBe(1);
    for (const { id } of found) expect(section).toContain(id);
  });
});

test('in HTML, requirements that were not selected are a number in the headline, and not counted', () => {
  const requirements = RECORDED.results.requirements.map((one, at) =>
    at < 9
      ? { ...one, verdict: 'skipped' as const, notSelected: true as const, cause: undefined, message: 'No.' }
      : one,
  );
  const html = renderHtml({ ...RECORDED, results: { ...RECORDED.results, requirements } });
  expect(html).toMatch(/<p class="lead">.*; 8 requirements not selected\.</);
  expect(html).not.toContain('</span> No.');
  const { length } = requirements.filter(({ notSelected }) => notSelected !== true);
  expect(html).toContain(`All selected requirements <span class="count">${length}</span>`);
  expect(html).not.toContain(`<code class="id">${requirements[0]?.id}</code>`);
});

test('in HTML, requirements that are open for one cause are one entry', () =>
  expect(renderHtml(RECORDED)).toContain('<span class="count">6</span> identity returned 503; the same'));
