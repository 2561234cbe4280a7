/** What a run left undecided, untested or behind, on a terminal. */
import type { Result, Results } from '../../../src/index.ts';
import { renderJunit } from '../../../src/report/files/junit.ts';
import { renderMarkdown } from '../../../src/report/files/markdown.ts';
import { renderOpenMetrics } from '../../../src/report/files/openmetrics.ts';
import { renderHtml } from '../../../src/report/html/document.ts';
import { withVerdict } from '../../verdicts.ts';
import { RESULTS, shown } from '../fixed-results.ts';

test('where no service was reached, the gate says why, and reasons for skipping are not listed', () => {
  const { requirements } = RESULTS;
  const reached: Results = {
    ...RESULTS,
    requirements: requirements.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'skipped'),
    verified: {},
    residue: [],
    unanswered: [],
    otherServices: [
      { interface: 'transfer', service: 'transfer', address: 'https://elsewhere.example.org', why: 'it' },
    ],
  };
  const text = shown(reached);
  expect(text).not.toMatch(/^(total|Inconclusive)/m);
  expect(text).toMatch(
    /^NON-CONFORMANT: 1 documented requirement failed\.\n0 of 8 requirements [^.]* skipped\. Exit code 1\.\n\n/,
  );
  expect(text).not.toMatch(/^Skipped/m);
  expect(shown(reached, true)).toMatch(/^Skipped: 2 requirements\n {5}2 {2}Creating jobs is not allowed/m);
  expect(shown({ ...reached, otherServices: [] })).toMatch(/^Inconclusive: 6 requirements$/m);
  expect(shown(reached, true)).toMatch(/^Inconclusive: 6 requirements$/m);
});

test('requirements that cannot be tested are in the table, and listed with their reasons', () => {
  const never = ['a', 'b', 'c'].map((id) => ({
    id: `transfer/${id}`,
    why: id === 'c' ? 'No test.' : 'Needs a JWT.',
    basis: 'documented' as const,
  }));
  const results: Results = { ...RESULTS, notPlanned: never };
  const usual = shown(results);
  expect(usual).toMatch(/^cannot be tested +3$[\s\S]*^left open +1\ntotal +16$/m);
  expect(usual).toMatch(/^Cannot be tested: 3 requirements\n {5}2 {2}Needs a JWT\.\n {5}1 {2}No test\.$/m);
  const gap = RESULTS.requirements.filter(({ basis }) => basis === 'gap');
  expect(shown({ ...RESULTS, requirements: gap })).toMatch(/^left open +1\ntotal +1$/m);
});

test('residue is named by its identifiers, where they are known', () => {
  const why = 'the removal was not confirmed';
  const left = ['a', 'b', 'c', 'd'].map((name) => ({
    ...{ interface: 'transfer', kind: 'jobs', name: `davs://${name}`, why },
    ...(name !== 'b' && { identifier: `id-${name}` }),
  }));
  const lineOf = (residue: Results['residue']) => /^Residue: \d+\n {2}(.*)$/m.exec(shown({ ...RESULTS, residue }))?.[1];
  expect(lineOf(left)).toBe('4 jobs, for example id-a, davs://b, id-c: the removal was not confirmed');
  expect(lineOf(left.slice(0, 2))).toBe('2 jobs id-a, davs://b: the removal was not confirmed');
  expect(lineOf(left.slice(0, 1))).toBe('job id-a: the removal was not confirmed');
});

test('every report counts the same requirements as skipped: inferred ones too, but no gap', () => {
  const [skipped] = withVerdict(RESULTS, 'skipped') as [Result];
  const others = (['inferred', 'gap', 'gap'] as const).map((basis, at) => ({
    ...skipped,
    basis,
    id: `transfer/${at}`,
  }));
  const results = { ...RESULTS, requirements: [...others, skipped] };
  const input = { results, exchanges: [] };
  expect(shown(results)).toMatch(
    /^left open +2$[\s\S]*^Skipped: 2 requirements \(1 documented or standard, 1 inferred\)$/m,
  );
  expect(shown(results, true)).toMatch(/^Skipped: 2 requirements/m);
  expect(renderHtml(input)).toMatch(/Not verified <span>2<[\s\S]*Observed <span>2</);
  expect(renderMarkdown(input)).toContain('### Skipped: 2 requirements (1 documented or standard, 1 inferred)');
  expect(renderJunit(input)).toContain('<testsuite name="transfer" tests="2" failures="0" errors="0" skipped="2"');
  expect(renderOpenMetrics(input)).toMatch(/verdict="skipped"\} 2$[\s\S]*verdict="observed"\} 2$/m);
});
