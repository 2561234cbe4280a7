import { renderAllure } from '../../src/report/files/allure.ts';
import type { ReportFiles } from '../../src/report/parts/report-input.ts';
import { RECORDED } from './recorded.ts';

interface Read {
  fullName: string;
  status: string;
  description: string;
  statusDetails: { message?: string };
  labels: { name: string; value: string }[];
  attachments: { source: string; name: string }[];
}

function resultsIn(files: ReportFiles) {
  return [...files].filter(([name]) => name.endsWith('-result.json')).map(([, content]) => JSON.parse(content) as Read);
}

const files = renderAllure(RECORDED);
const byName = new Map(resultsIn(files).map((read) => [read.fullName, read]));

test('one result per requirement; only a pass has passed', () => {
  const { requirements } = RECORDED.results;
  expect(byName.size).toBe(requirements.length);
  for (const { id, verdict } of requirements)
    expect([id, byName.get(id)?.status === 'passed']).toEqual([id, verdict === 'pass']);
});

test('a failure has its interface, operation and verdict as labels, its clause, and its exchanges', () => {
  const failure = byName.get('transfer/job/submit_time');
  const labels = Object.fromEntries((failure?.labels ?? []).map(({ name, value }) => [name, value]));
  expect(labels).toMatchObject({
    epic: 'transfer',
    feature: 'list-jobs',
    story: 'transfer/job/submit_time',
    verdict: 'fail',
    basis: 'documented',
    blame: 'target',
  });
  expect(failure?.labels.filter(({ name }) => name === 'lane').map(({ value }) => value)).toEqual([
    'certificate: fail',
    'token: pass',
  ]);
  expect(failure?.description).toMatch(
    /^Resources B, job object: what the document says of it\.\n\n```\nExpected: a valid timestamp/,
  );
  expect(failure?.attachments.map(({ name }) => name)).toEqual([
    'e3: GET, list-jobs',
    'e4: GET, list-jobs',
    'e5: GET, list-jobs',
  ]);
  for (const { source } of failure?.attachments ?? [])
    expect(files.get(source)).toMatch(/^e\d GET https:\/\/.*\/jobs\?vo_name=dteam\n.*\n\nSent\nAccept: \*\/\*\n/);
});

test('text of a target stays within its fence', () => {
  const warned = byName.get('transfer/job/job_finished/by-state');
  expect(warned?.description.split('\n').filter((line) => line.startsWith('```'))).toEqual(['````', '````']);
  expect(JSON.stringify([...files])).not.toMatch(/[\u202e]/);
});
