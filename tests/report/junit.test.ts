import { SaxesParser } from 'saxes';
import { parse } from 'test-results-parser';
import type { Result, Results } from '../../src/index.ts';
import { renderJunit } from '../../src/report/files/junit.ts';
import { temporaryFile } from '../afterwards.ts';
import { withVerdict } from '../verdicts.ts';
import { KNOWN, UNCHANGED } from './fixed-results.ts';
import { RECORDED } from './recorded.ts';

const rendered = (more: Partial<Results>) => renderJunit({ ...RECORDED, results: { ...RECORDED.results, ...more } });

/** Parses a report with a package that consumes JUnit files. */
async function readBack(xml: string) {
  new SaxesParser({ xmlns: true }).write(xml).close();
  return parse({ type: 'junit', files: [temporaryFile('junit.xml', xml)] });
}

test('read back by a consumer: its counts are those of the results, and only a pass is a pass', async () => {
  const { counts, requirements } = RECORDED.results;
  const read = await readBack(renderJunit(RECORDED));
  const cases = read.suites.flatMap((suite) => suite.cases);
  const having = (status: string) => cases.filter((one) => one.status === status).map(({ name }) => name);
  expect(having('PASS')).toHaveLength(counts.pass);
  expect(having('FAIL')).toHaveLength(counts.fail + counts.error);
  const gaps = requirements.filter(({ basis }) => basis === 'gap');
  expect(gaps.length).toBeGreaterThan(0);
  expect(having('SKIP')).toHaveLength(requirements.length - gaps.length - counts.pass - counts.fail - counts.error);
  expect(having('PASS').sort()).toEqual(
    requirements
      .filter(({ verdict }) => verdict === 'pass')
      .map(({ id }) => id)
      .sort(),
  );
  expect(read).toMatchObject({ failed: counts.fail, errors: counts.error, passed: counts.pass });
  expect(read.suites.map(({ name }) => name)).toEqual([...new Set(requirements.map((result) => result.interface))]);
});

test('a failure says what the document says, what was expected, what came, where, and how to see it again', async () => {
  const read = await readBack(renderJunit(RECORDED));
  const failure = read.suites.flatMap(({ cases }) => cases).find(({ name }) => name === 'transfer/job/submit_time');
  expect(failure?.stack_trace?.split('\n').map((line) => line.split(':')[0])).toEqual([
    'title of submit_time',
    'The document',
    'Expected',
    'Got',
    'Also',
    'Where',
    'Reproduce',
  ]);
  expect(failure?.failure).toContain('title of submit_time: Expected a timestamp');
});

test('a test that is skipped shows the title of its requirement and the reason in its text, the only part that GitLab shows', () => {
  const { title, message } = RECORDED.results.requirements.find(({ verdict }) => verdict === 'inconclusive') ?? {};
  const texts = [...renderJunit(RECORDED).matchAll(/<skipped [^>]*>([^<]*)<\/skipped>/g)].map(([, text]) => text);
  expect(texts.find((text) => text?.startsWith(`${title}\n`))).toContain(message);
  const [skipped] = withVerdict(RECORDED.results, 'skipped');
  const left = {
    ...(skipped as Result),
    blame: 'settings' as const,
    message: 'Not selected.',
    notSelected: true as const,
  };
  expect(rendered({ requirements: [left] })).toContain('message="skipped: Not selected."');
});

test('each suite names the profile and its digest', () => {
  const suite = { ...RECORDED.results.suite, profile: { name: 'site', digest: 'a'.repeat(64) } };
  const read = rendered({ suite });
  expect(read.match(/<properties>\s*<property name="profile" value="site \(aaaaaaaaaaaa\)"/g)).toHaveLength(
    read.match(/<testsuite /g)?.length ?? 0,
  );
});

test('what the baseline covers is skipped, so that this file and the gate agree; what has expired is not', async () => {
  const comparison = { ...UNCHANGED, known: KNOWN };
  const covered = rendered({ exitCode: 0, comparison });
  expect(await readBack(covered)).toMatchObject({ failed: 0 });
  expect(covered).toContain('known: fixed in the next release (owner ada, until 2026-02-01)');
  const expired = rendered({
    comparison: { ...comparison, known: [], expired: ['transfer/job/submit_time'], expiredEntries: KNOWN },
  });
  expect(await readBack(expired)).toMatchObject({ failed: 1 });
  expect(expired).toContain('Baseline: fixed in the next release (owner ada, expired on 2026-02-01)');
});

test('where nothing was sent, the file is red although no requirement is', async () => {
  const why = ['TRANSFER_URL is not an address.'];
  const requirements = withVerdict(RECORDED.results, 'inconclusive');
  const read = await readBack(rendered({ requirements, exitCode: 2, problems: why, gate: why }));
  const gate = read.suites.find(({ name }) => name === 'gate');
  expect(gate?.cases).toHaveLength(1);
  expect(gate?.cases[0]).toMatchObject({
    status: 'FAIL',
    name: 'exit code 2',
    failure: why[0],
  });
  expect(read.status).toBe('FAIL');
});
