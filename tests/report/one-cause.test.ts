/** Runs against references with one fault that contradicts many requirements: every report shows it once. */
import type { Handler, ReferenceResponse } from '../../reference/types.ts';
import type { ConductedRun } from '../../src/engine/send/run.ts';
import type { Results } from '../../src/index.ts';
import { renderJunit } from '../../src/report/files/junit.ts';
import { renderMarkdown } from '../../src/report/files/markdown.ts';
import { renderHtml } from '../../src/report/html/document.ts';
import { renderTerminal } from '../../src/report/terminal/terminal.ts';
import { runsOf } from '../../src/selftest/campaign.ts';
import { type InProcessReference, inProcessReferenceOf } from '../../src/selftest/in-process-references.ts';
import { withVerdict } from '../verdicts.ts';

/** Runs against the reference of an interface, with the handler of one origin replaced. */
async function runWith(of: string, origin: RegExp, replaced: (handler: Handler) => Handler) {
  const reference = await inProcessReferenceOf(of);
  const faulty: InProcessReference = {
    ...reference,
    deploy: async (deviations) =>
      new Map(
        [...(await reference.deploy(deviations))].map(([url, handler]) => [
          url,
          origin.test(url) ? replaced(handler) : handler,
        ]),
      ),
  };
  return (await runsOf(faulty))({});
}

function reports({ results, judgeables }: ConductedRun): Record<'terminal' | 'markdown' | 'html' | 'junit', string> {
  const input = { results, exchanges: judgeables.flatMap(({ recording }) => recording.exchanges) };
  return {
    terminal: renderTerminal(results, { width: 140, colour: false }),
    markdown: renderMarkdown(input),
    html: renderHtml(input),
    junit: renderJunit(input),
  };
}

const red = (results: Results) => withVerdict(results, 'fail', 'warn');
const unauthorised = ({ status }: ReferenceResponse) => status === 401 || status === 403;
const occurrences = (text: string, part: string) => text.split(part).length - 1;

describe('a zone that answers without credentials', async () => {
  const HEADER = 'x-auth-token';
  const ran = await runWith('data-hub', /zone/, (zone) => {
    let accepted: string | undefined;
    return async (request) => {
      const answer = await zone(request);
      if (answer.status < 300) accepted = request.headers[HEADER];
      return unauthorised(answer) && accepted !== undefined
        ? zone({ ...request, headers: { ...request.headers, [HEADER]: accepted } })
        : answer;
    };
  });
  const found = red(ran.results);
  const [lead, ...others] = found;
  const shown = reports(ran);

  test('has one cause, which results.json names in each requirement', () => {
    expect(found.length).toBeGreaterThan(20);
    expect(new Set(found.map(({ id }) => id.split('/')[2]))).toEqual(new Set(['refuses']));
    expect(new Set(found.map(({ cause }) => cause?.id))).toEqual(new Set([lead?.id]));
    expect(lead?.cause?.headline).toMatch(
      /^The zone service accepts .+ without a valid credential \(a request without X-Auth-Token, an empty X-Auth-Token, a random or altered token/,
    );
  });

  test('is one finding on the terminal, with the others below it', () => {
    expect(occurrences(shown.terminal, '    reproduce ')).toBe(1);
    expect(shown.terminal).toContain('  FAIL The zone service accepts ');
    expect(shown.terminal).toContain(`    ${others.length} more findings with this cause:`);
  });

  test('is one finding in HTML, with the others inside', () => {
    const from = shown.html.indexOf('<section id="findings"');
    const section = shown.html.slice(from, shown.html.indexOf('</section>', from));
    expect(occurrences(section, `and ${others.length} more findings with this cause`)).toBe(1);
    expect(occurrences(section, '<div class="chunk">')).toBe(1);
    for (const { id } of found) expect(section).toContain(id);
  });
});

describe('a service that refuses every submission', async () => {
  const ran = await runWith('transfer', /./, (service) => async (request) => {
    const answer = await service(request);
    const submission = request.method === 'POST' && request.target === '/jobs';
    return submission && !unauthorised(answer)
      ? { status: 400, headers: [['Content-Type', 'text/plain']], body: Buffer.from('No such storage.') }
      : answer;
  });
  const open = ran.results.requirements.filter(
    ({ verdict, blame }) => verdict === 'inconclusive' && blame === 'settings',
  );
  const because = 'POST /jobs (submit-job) returned 400 ("No such storage.")';
  const shown = reports(ran);

  test('leaves requirements undecided for one cause, which quotes the service', () => {
    expect(red(ran.results)).toEqual([]);
    expect(open.length).toBeGreaterThan(30);
    expect(new Set(open.map(({ cause }) => cause?.id))).toEqual(new Set(['transfer/submit-job/answers-certificate']));
    expect(open[0]?.cause?.operations).toEqual(['submit-job']);
  });

  test('is one line in every report for people', () => {
    expect(shown.terminal.replace(/\n +/g, ' ')).toContain(`${open.length}  ${because}`);
    expect(shown.markdown.replaceAll('\\', '')).toContain(`${open.length} × ${because}`);
    expect(shown.html.replaceAll('&quot;', '"')).toContain(because);
  });
});
