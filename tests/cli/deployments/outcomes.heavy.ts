import { WarmWorkplace } from '../warm.ts';

const place = new WarmWorkplace();

const TOKEN = { TRANSFER_TOKEN: 'abcdefgh' };

test('--fault gives the embedded references a fault, and the command that repeats the finding names it', async () => {
  const fault = 'transfer/job/submit_time@with-space';
  const { code, stdout } = await place.run(`run --reference --fault ${fault} --only transfer/job --out faulty`);
  expect(code).toBe(1);
  expect(stdout).toContain(`assay run --reference --fault ${fault} --only transfer/job/submit_time\n`);
  expect(stdout).not.toContain('Notices');
  const variant = 'transfer/variant/refusal-400';
  const passed = await place.run(
    `run --reference --fault ${fault} --variant ${variant} --only transfer/identity --out passed`,
  );
  expect(passed).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      `^Embedded reference with the fault ${fault} and variant\\s${variant}, not a[^]* contradicts transfer/job/submit_time, which --only does not select\\.`,
    ),
  });
  const misspelt = await place.run(`run --reference --fault ${fault}s --only transfer`);
  expect(misspelt).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(`did you mean\\s+${fault}\\?`) });
  const elsewhere = await place.run(`run --fault ${fault}`, TOKEN);
  expect(elsewhere).toMatchObject({ code: 2, stderr: expect.stringContaining('add --reference') });
});

test('-v tells each request on stderr', async () => {
  const { stderr, stdout } = await place.run('run --reference --only transfer/identity/base_id --out out --replace -v');
  expect(stderr.match(/200 +\d+ ms +GET \/whoami/g)?.length).toBe(place.resultsIn().run.requests);
  expect(stdout).toMatch(
    /^INCOMPLETE: 1 of 1 requirement verified; \d+ requirements not selected\.\nExit code 0: The gate passed: /m,
  );
  expect(stdout).toMatch(/\n +transfer\nverified +1\ntotal +1\n/);
  const [judged] = place.resultsIn().requirements.filter(({ verdict }) => verdict === 'pass');
  const otherwise = place.read('out/results.json').replaceAll('"verdict": "pass"', '"verdict": "fail"');
  expect((await place.run('judge out')).stdout).toMatch(
    /^Judged from the recorded exchanges, offline: .*, all as\s+recorded\.\n/,
  );
  place.write('out/results.json', otherwise);
  expect((await place.run('judge out')).stdout.replace(/\s+/g, ' ')).toContain(
    `1 differs from results.json: ${judged?.id} (fail → pass).`,
  );
});
