/** `assay history` on results as runs write them. */
import { RESULTS } from '../../report/fixed-results.ts';
import { WarmWorkplace } from '../warm.ts';

const place = new WarmWorkplace();
for (const [night, verdict] of ['pass', 'fail', 'pass'].entries()) {
  const requirements = RESULTS.requirements.map((one, index) => (index === 2 ? { ...one, verdict } : one));
  const run = { ...RESULTS.run, id: `night${night}`, startedAt: `2026-01-0${night + 1}T02:17:00.000Z` };
  place.write(`reports/night ${night}/results.json`, JSON.stringify({ ...RESULTS, requirements, run }));
}
place.write('reports/damaged/results.json', '{');

test('reads the runs in reports/, names damaged files, and writes both reports', async () => {
  const { code, stdout, stderr } = await place.run(
    'history --report html=out/history.html --report markdown=history.md',
  );
  expect({ code, first: stdout.split('\n')[0] }).toEqual({
    code: 0,
    first: '3 runs of transfer.example.org:8446, 2026-01-01 to 2026-01-03',
  });
  expect(stdout).toMatch(/^ {2}✓✗✓ {2}pass → fail .*\n {4}transfer\/job\/job_id\n/m);
  expect(stderr).toContain('damaged');
  expect(place.read('out/history.html')).toContain('href="../reports/night%200/report.html"');
  expect(place.read('history.md')).toContain('`✓✗✓`');
});

test('a directory without a run is named', async () => {
  const { code, stderr } = await place.run('history reports .');
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^No run found in "\."\.$/m) });
});

test('--json and --last', async () => {
  const { stdout } = await place.run('history reports --last 2 --json');
  expect(JSON.parse(stdout)).toMatchObject({
    format: 'assay-history/1',
    leftOutRuns: [{ reason: 'older' }],
    changed: [{ id: 'transfer/job/job_id', kind: 'fixed' }],
  });
});
