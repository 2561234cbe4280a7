/** The commands that a command suggests are run as they are printed. */
import { appendFileSync, rmSync } from 'node:fs';
import { startTransferReference } from '../../../reference/transfer/start.ts';
import { closing } from '../../afterwards.ts';
import type { Ended } from '../../process.ts';
import { SHORT } from '../../short.ts';
import { settingsFile } from '../command.ts';
import { WarmWorkplace } from '../warm.ts';

const place = new WarmWorkplace();
const reference = closing(await startTransferReference({ fault: 'transfer/job/submit_time@number' }));
place.write('my staging.env', settingsFile({ ...reference.env, ...SHORT.transfer }));

/** Runs a command line like a shell; of its syntax, only single quotes are supported. */
function typed(line: string): Promise<Ended> {
  const [program, ...words] = (line.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replace(/^'|'$/g, ''));
  expect(program).toBe('assay');
  return place.run(words);
}

/** Returns the commands below `Next:`. Their purpose is beside them, or below. */
const stepsIn = (text: string) =>
  [...(/^Next:\n((?: {2}.*\n)+)/m.exec(text)?.[1] ?? '').matchAll(/^ {2}(assay .*?)(?: {3,}|$)/gm)].map(
    ([, command = '']) => command,
  );

test('of a run with findings and objects left behind', async () => {
  const { stdout } = await place.run(['run', '--env-file', 'my staging.env', '--out', 'my run']);
  const steps = stepsIn(stdout);
  expect(steps).toContain("assay plan --env-file 'my staging.env' --allow-create jobs");
  for (const step of steps) {
    const code = step.endsWith("--only-failed-from 'my run'") ? 1 : 0;
    expect(await typed(step), step).toMatchObject({ code, stderr: '' });
  }
  appendFileSync(
    place.path('my run/ledger.jsonl'),
    `${JSON.stringify({ id: 'x/1', run: 'x', at: 'then', state: 'residue', kind: 'jobs', name: 'left' })}\n`,
  );
  const left = await typed("assay clean 'my run' --env-file 'my staging.env'");
  const [, again = ''] = /`(assay clean .*?)`/s.exec(left.stdout.replace(/\n\s*/g, ' ')) ?? [];
  expect(again).toBe("assay clean 'my run' --remove --env-file 'my staging.env'");
  expect(await typed(again)).toMatchObject({ code: 1, stdout: expect.stringContaining('identifier unknown') });
});

test('of practice: what a fault shows; without one, other faults, and the way to a deployment', async () => {
  const id = 'transfer/job/priority';
  const practice = ['run', '--reference', '--fault', `${id}@missing`, '--only', id, '--out', 'practice'];
  const steps = stepsIn((await place.run(practice)).stdout);
  expect(steps).toEqual([`assay explain ${id}`, 'assay open practice']);
  const passed = await place.run(`run --reference --only ${id} --out practice --replace`);
  expect(stepsIn(passed.stdout)).toEqual(['assay list faults', 'assay init']);
});

describe('of a run that sent nothing', () => {
  const problem = 'TRANSFER_VOO is not a setting';

  test('without settings: the message names init, which asks for them', async () => {
    const { stderr } = await place.run('run --out none');
    expect(stderr.replace(/\s+/g, ' ')).toMatch(
      /^No interface is configured: no address in \.env .*: assay init; .*: --env-file FILE\. .*: assay run --reference No request/,
    );
    expect(stepsIn(stderr)).toEqual([]);
    place.write('empty.env', '');
    expect((await place.run('run --out none --env-file empty.env')).stderr.replace(/\s+/g, ' ')).toMatch(
      /^No interface is configured: no address in empty\.env .*: assay run --reference No request/,
    );
    expect(await typed('assay init')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('On a terminal, assay init prompts for them'),
    });
  });

  test.each([
    ['.env', [], 'assay doctor'],
    [
      'my wrong.env',
      ['--reference', '--env-file', 'my wrong.env'],
      "assay doctor --reference --env-file 'my wrong.env'",
    ],
  ])('with wrong settings in %s, %j: doctor, which says the same', async (file, options, doctor) => {
    const wrong = options.includes('--reference') ? 'ASSAY_CONCURRENCY=x\n' : 'TRANSFER_VOO=1\n';
    place.write(file, wrong);
    const steps = stepsIn((await place.run(['run', ...options, '--out', 'wrong', '--replace'])).stderr);
    const meant = wrong.startsWith('ASSAY') ? 'ASSAY_CONCURRENCY' : 'TRANSFER_VO';
    expect(steps).toEqual([doctor, 'assay list settings']);
    expect(await typed(`assay explain ${meant}`)).toMatchObject({ code: 0, stderr: '' });
    const said = wrong.startsWith('ASSAY') ? 'ASSAY_CONCURRENCY' : problem;
    expect(await typed(doctor)).toMatchObject({ code: 2, stderr: expect.stringContaining(said) });
    rmSync(place.path(file));
  });

  test('with a wrong command line: the message names what lists its words', async () => {
    const { stderr } = await place.run('run --reference --only nonsense --out unmatched');
    expect(stepsIn(stderr)).toEqual([]);
    expect(stderr).toMatch(/^--only "nonsense"[\s\S]*^No request was sent\.$/m);
    const [, named = ''] = /For a list: (assay list .*)/.exec(stderr) ?? [];
    expect(await typed(named), named).toMatchObject({ code: 0, stderr: '' });
  });
});
