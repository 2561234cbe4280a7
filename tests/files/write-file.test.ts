/** A file is written completely or not at all; one that is not a regular file is not replaced. */
import { execFile, execFileSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../../src/contract/root.ts';
import { makeDirectory, writeWhole } from '../../src/files/write-file.ts';
import { temporaryFolder } from '../afterwards.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

test('a new file is created with its directory, and an old one is replaced', async () => {
  const file = join(folder, 'deep', 'report.txt');
  await writeWhole(file, 'first');
  await writeWhole(file, ['sec', 'ond']);
  expect(readFileSync(file, 'utf8')).toBe('second');
  expect(readdirSync(join(folder, 'deep'))).toEqual(['report.txt']);
});

test('where the content cannot be made, the old file stays, and no other is left', async () => {
  const file = join(folder, 'report.txt');
  writeFileSync(file, 'old');
  function* broken(): Iterable<string> {
    yield 'half';
    throw new Error('no more');
  }
  await expect(writeWhole(file, broken())).rejects.toThrow('no more');
  expect(readFileSync(file, 'utf8')).toBe('old');
  expect(readdirSync(folder)).toEqual(['report.txt']);
});

test('a pipe is written to, and stays a pipe', async () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const reading = promisify(execFile)('cat', [pipe]);
  await writeWhole(pipe, 'through');
  expect((await reading).stdout).toBe('through');
  expect(lstatSync(pipe).isFIFO()).toBe(true);
});

test('a symbolic link is followed, and stays a link', async () => {
  const link = join(folder, 'link');
  writeFileSync(join(folder, 'file'), 'something longer');
  symlinkSync('file', link);
  await writeWhole(link, 'new');
  expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('new');
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(readdirSync(folder).toSorted()).toEqual(['file', 'link']);
});

test('standard output that goes to a file is appended to', () => {
  const log = join(folder, 'log');
  const program = `import { makeDirectory, writeWhole } from ${JSON.stringify(join(packageRoot(), 'dist', 'src', 'files', 'write-file.js'))}; console.log('before'); await writeWhole('/dev/stdout', 'report');`;
  execFileSync('sh', ['-c', `"$0" --input-type=module -e "$1" >> "$2"`, process.execPath, program, log]);
  expect(readFileSync(log, 'utf8')).toBe('before\nreport');
});

test('a device stays a device', async () => {
  await writeWhole('/dev/null', 'nothing');
  expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
});

test('a directory is made with those that it is in; where the system refuses one, the reason is reported', () => {
  for (const path of ['one/two', 'one/two/three', 'one']) {
    makeDirectory(join(folder, path));
    expect(lstatSync(join(folder, path)).isDirectory()).toBe(true);
  }
  writeFileSync(join(folder, 'file'), '');
  expect(() => makeDirectory(join(folder, 'file'))).toThrow('EEXIST');
  // These paths fail with ENOENT although the directory exists.
  for (const path of ['/proc/assay', '/proc/assay/below']) expect(() => makeDirectory(path)).toThrow('ENOENT');
});
