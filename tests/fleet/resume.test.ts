import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beginIn, finish, finishedIn, gather } from '../../src/cli/fleet/place.ts';
import { temporaryFolder } from '../afterwards.ts';
import { inProcess } from '../cli/in-process.ts';
import { resultsWith } from '../gate/results.ts';

let out: string;
beforeEach(() => {
  out = temporaryFolder();
});

const LEFT_BEHIND = { kind: 'jobs', url: 'https://t.example.org/jobs/1', why: 'not removed' };

function write(directory: string, exitCode: number, residue: unknown[] = []) {
  mkdirSync(directory, { recursive: true });
  writeFileSync(
    join(directory, 'results.json'),
    JSON.stringify({ ...resultsWith({ 'transfer/a': 'pass' }), exitCode, residue }),
  );
}

test('runs that ended with 2, 3 or 130 are run again, the others are kept', () => {
  const codes = [0, 1, 2, 3, 4, 130];
  for (const code of codes) write(join(out, `ended-${code}`), code);
  const names = codes.map((code) => `ended-${code}`);
  expect(finishedIn(out, [...names, 'absent'])).toEqual(['ended-0', 'ended-1', 'ended-4']);
  expect(() => finishedIn(out, names, ['transfer/identity'])).toThrow(/ another selection .* Give the same --only /);
});

test('a fleet cannot be continued without its directory', async () => {
  writeFileSync(join(out, 'north.env'), '');
  const { code, stderr } = await inProcess(['fleet', out, '--resume']);
  expect(stderr).toMatch(/^--resume needs the directory of the fleet to continue: assay fleet \S+ --resume --out DIR/);
  expect(code).toBe(2);
});

test('a directory with results, and one that cannot be written, are refused', async () => {
  const folder = temporaryFolder();
  for (const name of ['north', 'south']) writeFileSync(join(folder, `${name}.env`), '');
  const refused = async (...args: string[]) => {
    const { code, stderr } = await inProcess(args);
    expect(code).toBe(2);
    return stderr;
  };
  write(join(out, 'north'), 0);
  const already = `${JSON.stringify(out)} already contains results of`;
  expect(await refused('fleet', folder, '--out', out)).toContain(
    `${already} 1 deployment. Use --resume to run only the 1 deployment without a final result, or choose another directory with --out.`,
  );
  write(join(out, 'south'), 1);
  expect(await refused('fleet', folder, '--out', out)).toContain(
    `${already} 2 deployments. Choose another directory with --out.`,
  );
  const file = join(folder, 'north.env');
  for (const args of [
    ['fleet', folder],
    ['merge', out],
  ])
    expect(await refused(...args, '--out', file)).toContain(
      `Cannot write to the directory ${JSON.stringify(file)}: it is not a directory. Choose another with --out.`,
    );
});

test('a new run replaces an incomplete one, and keeps one that left objects behind', () => {
  write(join(out, 'clean'), 3);
  write(join(out, 'residue'), 3, [LEFT_BEHIND]);
  for (const name of ['clean', 'residue']) {
    const directory = beginIn(out, name);
    write(directory, 0);
    finish(out, name, directory);
  }
  const entries = readdirSync(out).sort();
  expect(entries).toEqual(['clean', 'residue', expect.stringMatching(/^residue\.unfinished-/)]);
});

test('a deployment that is to be run again is listed once, without its earlier verdicts', () => {
  write(join(out, 'north'), 3);
  const overview = gather(
    out,
    new Map([['north', join(out, 'north')]]),
    [{ name: 'north', exitCode: 130, problem: 'Not started.' }],
    ['north'],
    undefined,
  );
  expect(overview.deployments).toEqual([{ name: 'north', exitCode: 130, problem: 'Not started.', state: 'not-run' }]);
  expect(overview.requirements).toEqual([]);
});
