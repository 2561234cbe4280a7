/** The commands that a command suggests are run as they are printed. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTransferReference } from '../../reference/transfer/start.ts';
import { type Ended, Workplace } from './command.ts';

let place: Workplace;
let reference: Awaited<ReturnType<typeof startTransferReference>>;
beforeAll(async () => {
  place = await Workplace.create();
  reference = await startTransferReference({ fault: 'transfer/job/submit_time@number' });
  writeFileSync(
    place.path('my staging.env'),
    Object.entries(reference.env)
      .map(([name, value]) => `${name}='${value}'\n`)
      .join(''),
  );
});
afterAll(async () => {
  await reference.close();
  await place.remove();
});

/** Runs a command line as a shell does, of which it uses single quotes only. */
function typed(line: string): Promise<Ended> {
  const [program, ...words] = (line.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replace(/^'|'$/g, ''));
  expect(program).toBe('assay');
  return place.run(words);
}

/** The commands below `Next:`. */
const stepsIn = (text: string) => [...(/^Next:\n((?: {2}.*\n)+)/m.exec(text)?.[1] ?? '').matchAll(/^ {2}(assay .*?) {3}/gm)].map(([, command = '']) => command);

test('of a run with findings and objects left behind', async () => {
  const { stdout } = await place.run(['run', '--env-file', 'my staging.env', '--out', 'my run']);
  const steps = stepsIn(stdout);
  expect(steps).toContain("assay plan --env-file 'my staging.env'");
  for (const step of steps) expect(await typed(step), step).toMatchObject({ code: 0, stderr: '' });
  appendFileSync(place.path('my run/ledger.jsonl'), `${JSON.stringify({ id: 'x/1', run: 'x', at: 'then', state: 'residue', kind: 'jobs', name: 'left' })}\n`);
  const left = await typed("assay clean 'my run' --env-file 'my staging.env'");
  const [, again = ''] = /`(assay clean .*?)`/s.exec(left.stdout.replace(/\n\s*/g, ' ')) ?? [];
  expect(again).toBe("assay clean 'my run' --remove --env-file 'my staging.env'");
  expect(await typed(again)).toMatchObject({ code: 1, stdout: expect.stringContaining('identifier unknown') });
});

test('of a baseline', async () => {
  const drafted = await place.run(['baseline', 'init', 'my run', '--baseline', 'known.yaml']);
  const next = /then run: (assay baseline check .*)/.exec(drafted.stdout)?.[1] ?? '';
  writeFileSync(place.path('known.yaml'), readFileSync(place.path('known.yaml'), 'utf8').replace(/(reason|owner): .*/g, '$1: someone@example.org'));
  expect(await typed(next)).toMatchObject({ code: 0, stderr: '' });
});

test('of a practice bundle', async () => {
  await place.run(['certify', '--new-key', 'my key', '--new-statement', 'statement.yaml']);
  const statement = 'format: assay-statement/1\nvendor: V\nproduct: P\nversion: "1"\ncontact: a@example.org\ninterfaces: [ticket-bridge]\nnotOffered: []\n';
  writeFileSync(place.path('statement.yaml'), statement);
  expect(await place.run(['run', '--reference', '--plan', 'ticket-bridge', '--statement', 'statement.yaml', '--out', 'claim'])).toMatchObject({ code: 0 });
  const packed = await place.run(['certify', 'claim', '--practice', '--statement', 'statement.yaml', '--key', 'my key', '--out', 'my claim.assay']);
  const next = /run: (assay verify .*)/.exec(packed.stdout)?.[1] ?? '';
  expect(await typed(next)).toMatchObject({ code: 0, stdout: expect.stringContaining('VERIFIED') });
});
