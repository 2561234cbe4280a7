/** `assay explain e12`: a request and its response, as a run recorded them. */

import { copyFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { exchangeLines } from '../../../src/report/terminal/exchange.ts';
import { createLayout } from '../../../src/report/terminal/layout.ts';
import { writeEvidence } from '../../../src/wire/evidence/evidence.ts';
import { RESULTS } from '../../report/fixed-results.ts';
import { answered, exchange } from '../../report/recorded.ts';
import { Workplace } from '../command.ts';
import { inProcess } from '../in-process.ts';

const place = new Workplace();
const run = place.path('run');
place.write('run/results.json', JSON.stringify(RESULTS));

beforeAll(async () => {
  const listing = JSON.stringify([{ submit_time: '2026-01-02 03:04:05', name: 'a\u001b[2Jb' }]);
  const exchanges = [exchange('e3', answered(200, listing)), exchange('e7', answered(200, `[${'1,'.repeat(9000)}1]`))];
  await writeEvidence(run, { exchanges, assay: null, startedAt: RESULTS.run.startedAt });
});

test('request and response, with the findings that rest on them', async () => {
  const { code, stdout } = await inProcess(['explain', 'e3', run]);
  expect(code).toBe(0);
  expect(stdout).toMatchInlineSnapshot(`
    "e3 GET https://transfer.example.org:8446/jobs?vo_name=dteam
      list-jobs; with certificate; 12 ms, TLSv1.3
      FAIL transfer/job/submit_time: expected a valid timestamp YYYY-MM-DDTHH:MM:SS, without time zone
        or fraction; got "\\u{1b}[2J\\u{202e}2026-01-02 03:04:05" (in 8 of 8 records), at
        /0/submit_time
      WARN transfer/job/job_finished/by-state: expected a time; got null

    Sent
    Accept: */*

    Received 200
    Content-Type: application/json

    [
      {
        "submit_time": "2026-01-02 03:04:05",
        "name": "a\\u001b[2Jb"
      }
    ]"
  `);
});

test('a request that was not sent, and an invalid credential, are called so', () => {
  const [{ outcome, ...rest }] = [exchange('e3', answered(200, '[]'))];
  const failed = { kind: 'failure', phase: 'connect', code: 'ECONNREFUSED', message: 'refused' } as const;
  const linesOf = (one: Parameters<typeof exchangeLines>[0]) =>
    exchangeLines(one, [], false, createLayout({ width: 200, colour: false }));
  const unsent = linesOf({ ...rest, outcome: failed });
  expect(unsent).toContain('Not sent');
  expect(unsent).toContain('No response: ECONNREFUSED (connect)');
  const request = { ...rest.request, credential: 'none~after-the-valid-one-on-the-same-connection' };
  expect(linesOf({ ...rest, request, outcome, purpose: 'refusal' })[1]).toContain(
    'list-jobs; instead of certificate: no credential, after the valid one on the same connection;',
  );
});

test('a long body is cut, and the rest counted', async () => {
  const { stdout } = await inProcess(['explain', 'E7', run]);
  expect(stdout.length).toBeLessThan(5000);
  expect(stdout).toMatch(/\n# 4000 of \d+ characters; evidence\.har contains all$/);
});

test('without a directory: the latest run, which is named', async () => {
  place.write('reports/run/results.json', JSON.stringify(RESULTS));
  copyFileSync(join(run, 'evidence.har'), place.path('reports/run/evidence.har'));
  symlinkSync('run', place.path('reports/latest'));
  const { stdout } = await place.run(['explain', 'e3', 'e7']);
  expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
    /^Run \S+, \d{4}-\S+ \S+ UTC, in reports\/latest \(for another run: assay explain e3 e7 DIR\) e3 GET /,
  );
  expect(stdout).toContain(RESULTS.run.id);
  expect(stdout.match(/^Run /gm)).toHaveLength(1);
});

test('as JSON, the entry of a HAR file with the whole body', async () => {
  const { stdout } = await inProcess(['explain', 'e7', run, '--json']);
  expect(JSON.parse(stdout)).toMatchObject({
    response: { status: 200, content: { size: 18_003 } },
    _assay: { id: 'e7' },
  });
});

test.each([
  [['e3', 'e7', run], /^e3 GET .*\ne7 GET /s],
  [
    ['e9', run],
    `No exchange e9 found in "${run}", which contains e3 to e7. For an exchange of another run: assay explain e9 DIR`,
  ],
  [['e3', run, run], 'Give one run: assay explain e3 DIR'],
  [['e3', place.path('none')], /Cannot read ".*none": .* Give the directory of a run/],
])('%j', async (words, said) => {
  const { stdout, stderr } = await inProcess(['explain', ...words]);
  expect(`${stdout}${stderr}`).toMatch(said);
});
