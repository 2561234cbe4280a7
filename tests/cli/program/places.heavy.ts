/**
 * Directories for results: no file is overwritten by mistake, and one that cannot be written is reported before any
 * request.
 */
import { existsSync } from 'node:fs';
import { startTransferReference } from '../../../reference/transfer/start.ts';
import { closing } from '../../afterwards.ts';
import { WarmWorkplace } from '../warm.ts';

const place = new WarmWorkplace();
const reference = closing(await startTransferReference());
const { env } = reference;
place.write('file', '');

const only = ['--only', 'transfer/delegation'];

test('a directory that holds another run is refused, unless that run sent nothing or --replace is given', async () => {
  expect(await place.run('run --out out')).toMatchObject({ code: 2 });
  expect(await place.run(['run', '--out', 'out', ...only], env)).toMatchObject({ code: 0 });
  const first = place.resultsIn('out').run.id;
  const refused = await place.run(['run', '--out', 'out', ...only], env);
  expect(refused).toEqual({
    code: 2,
    stdout: '',
    stderr:
      '"out" contains the results of another run. Choose another directory with --out, or add --replace to replace that run.\n',
  });
  expect(place.resultsIn('out').run.id).toBe(first);
  place.write(
    'out/ledger.jsonl',
    `${JSON.stringify({ id: 'x/1', run: 'x', at: '', state: 'residue', kind: 'jobs', name: 'left' })}\n`,
  );
  expect(await place.run(['run', '--out', 'out', '--replace', '--no-report', ...only], env)).toMatchObject({ code: 0 });
  expect(place.resultsIn('out').run.id).not.toBe(first);
  expect(existsSync(place.path('out/report.html'))).toBe(false);
  expect(place.read('out/ledger.jsonl')).toContain('"left"');
  expect(await place.run('run --out out --replace')).toMatchObject({ code: 2 });
  expect(existsSync(place.path('out/evidence.har'))).toBe(false);
});

test('a directory with files that a run would replace or remove is refused, even if they are of no run', async () => {
  place.write('home/bodies/mine', 'mine');
  place.write('home/other', 'mine');
  expect(await place.run(['run', '--out', 'home', ...only], env)).toMatchObject({
    code: 2,
    stderr: '"home" contains bodies/. Choose another directory with --out, or add --replace to replace it.\n',
  });
  expect(place.read('home/bodies/mine')).toBe('mine');
});

test('the results in a directory are kept if a run with this --out also names it as --base', async () => {
  expect(await place.run(['run', '--out', 'own', ...only], env)).toMatchObject({ code: 0 });
  const first = place.resultsIn('own').run.id;
  const refused = await place.run('run --out own --replace --base own', env);
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--base "own" is a directory whose results'),
  });
  expect(place.resultsIn('own').run.id).toBe(first);
});

test('a run that cannot begin leaves no older results where its own are expected', async () => {
  const run = ['run', '--out', 'night', '--replace', '--report', 'junit=night/junit.xml', ...only];
  expect(await place.run(run, env)).toMatchObject({ code: 0 });
  const { code, stderr } = await place.run([...run, '--env-file', 'absent.env'], env);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('file "absent.env": no such file') });
  expect(place.resultsIn('night')).toMatchObject({ exitCode: 2, requirements: [] });
  expect(place.read('night/junit.xml')).toContain('absent.env');
  expect(existsSync(place.path('night/evidence.har'))).toBe(false);
  expect(await place.run('run --out first --env-file absent.env', env)).toMatchObject({ code: 2 });
  expect(place.resultsIn('first')).toMatchObject({ exitCode: 2, requirements: [] });
});

test('a report that cannot be written is named before anything is sent', async () => {
  const words = ['run', '--out', 'unsent', '--replace', '--report', 'junit=file/junit.xml', ...only];
  const stderr = 'Cannot write the junit report to "file/junit.xml": not a directory.\n';
  expect(await place.run(words, env)).toEqual({ code: 2, stdout: '', stderr });
  expect(place.resultsIn('unsent')).toMatchObject({ exitCode: 2, requirements: [], run: { requests: 0 } });
});

test('another file that cannot be written is named, and is not an error in Assay', async () => {
  const { code, stderr } = await place.run('baseline init own --baseline file/none/baseline.yaml');
  expect({ code, stderr }).toEqual({ code: 2, stderr: 'Cannot write file/none: not a directory.\n' });
});
