import { Workplace } from '../command.ts';

const place = new Workplace();

const TOKEN = { TRANSFER_TOKEN: 'abcdefgh' };

test('a service that is down: the reason once, and all that it leaves undecided in one line of the whole report', async () => {
  const { stdout } = await place.run('run --out out --replace', { ...TOKEN, TRANSFER_URL: 'https://127.0.0.1:1' });
  const { requirements, notPlanned } = place.resultsIn();
  // Documented requirements that cannot be tested are counted, too.
  const all = requirements.length + notPlanned.filter(({ basis }) => basis === 'documented').length;
  const undecided = requirements.filter(({ verdict }) => verdict === 'inconclusive').length;
  expect(undecided).toBeGreaterThan(60);
  const causes = (text: string) => text.match(/ECONNREFUSED/g)?.length ?? 0;
  expect(stdout.match(/127\.0\.0\.1:1\s+refused\s+the\s+connection/g)).toHaveLength(1);
  expect(causes(stdout)).toBe(1);
  expect(stdout).toMatch(/^ {2}assay doctor {3,}/m);
  expect(stdout).not.toMatch(/^Inconclusive:/m);
  // A further setting does not help: the counts are in the first lines, the list in the whole report.
  const skipped = requirements.filter(({ verdict }) => verdict === 'skipped').length;
  expect(stdout.replaceAll('\n', ' ')).toMatch(
    /^NOT TESTED: .*ECONNREFUSED.* INCOMPLETE: .* inconclusive and \d+ skipped\. Exit code 3\./,
  );
  expect(stdout).not.toMatch(/^Skipped:/m);
  expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(15);
  const whole = (await place.run('judge out -v')).stdout;
  expect(whole).toMatch(
    new RegExp(
      `^Judged from the recorded exchanges, offline: ${requirements.length} verdicts, all as recorded\\.\n\nNOT`,
    ),
  );
  const [first] = requirements;
  place.write(
    'out/results.json',
    JSON.stringify({ ...place.resultsIn(), requirements: [{ ...first, verdict: 'pass' }] }),
  );
  const other = (await place.run('judge out')).stdout.replaceAll('\n', ' ');
  expect(other).toContain(`differ from results.json: ${first?.id} (pass → ${first?.verdict}), `);
  const list = whole.slice(whole.search(/^Inconclusive: \d+ of \d+ requirements \(/m));
  expect(list).toMatch(new RegExp(`^Inconclusive: ${undecided} of ${all} requirements \\(.*\\)\n   ${undecided}  `));
  expect(causes(list)).toBe(1);
  expect(whole).toMatch(new RegExp(`^Skipped: ${skipped} of ${all} requirements \\(`, 'm'));
});

test('--fault gives the embedded references a fault, and the command that repeats the finding names it', async () => {
  const fault = 'transfer/job/submit_time@with-space';
  const run = `run --reference --fault ${fault} --only transfer --out out --replace`;
  const { code, stdout } = await place.run(run);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^NON-CONFORMANT: 1 documented requirement failed;/m);
  expect(stdout).toContain(`assay run --reference --fault ${fault} --only transfer/job/submit_time\n`);
  const misspelt = await place.run(`run --reference --fault ${fault}s --only transfer`);
  expect(misspelt).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(`did you mean\\s+${fault}\\?`) });
  const elsewhere = await place.run(`run --fault ${fault}`, TOKEN);
  expect(elsewhere).toMatchObject({ code: 2, stderr: expect.stringContaining('give --reference too') });
});

test('-v tells each request on stderr', async () => {
  const { stderr, stdout } = await place.run('run --reference --only transfer/identity/base_id --out out --replace -v');
  expect(stderr.match(/200 +\d+ ms +GET \/whoami/g)?.length).toBe(place.resultsIn().run.requests);
  expect(stdout).toMatch(/ 1 of 1 selected requirement verified; \d+\s+not\s+selected\s+\(--only\)\./);
  expect(stdout).toMatch(/\n +transfer\nverified +1\ntotal +1\n/);
});
