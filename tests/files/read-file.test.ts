/** Files that a user names, of limited size. For other kinds of files, see cli/program/given-files.heavy.ts. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/contract/root.ts';
import { FILE_KINDS, FileKindError, readGivenFile, readGivenText } from '../../src/files/read-file.ts';
import { temporaryFolder } from '../afterwards.ts';
import { typeScriptSources } from '../architecture/project-files.ts';

const folder = temporaryFolder();

const at = (name: string) => join(folder, name);

/** The words on docs/lookup/security.md for a kind of file. */
const ON_THE_PAGE: Record<string, string> = {
  'settings of a fleet': 'settings of one deployment of a fleet',
  credential: 'certificate, key, proxy certificate, token',
  authorities: 'file of CA certificates',
  authority: 'file in a directory of CA certificates',
  claim: 'statement, challenge, self-test report',
  results: 'results.json',
  evidence: 'evidence.har',
};

test('the page lists every kind', () => {
  const page = readFileSync(join(packageRoot(), 'docs/lookup/security.md'), 'utf8');
  for (const [kind, limits] of Object.entries(FILE_KINDS)) {
    const row = `[^|]*\\| ${limits.bytes / 2 ** 20} MiB \\| ${'pipe' in limits ? 'yes' : 'no'} \\|`;
    expect(page, kind).toMatch(new RegExp(`^\\|[^|]*\\b${ON_THE_PAGE[kind] ?? kind}\\b${row}`, 'm'));
  }
});

/** Files that read what Assay itself wrote or is part of, and those that read given files in their own words. */
const READERS = {
  own: 'cli/allure-report cli/commands/claims/selftest cli/pages contract/contracts contract/own-documents contract/root run/claims/freeze-plans run/claims/released-plans run/claims/suite-source run/installed/catalogue run/peak-memory',
  given:
    'auth/refresh-token auth/x509-credential cli/fleet/place clients/passive-har files/read-file run/directory/run-files settings/env-file wire/connect/certificate-authorities wire/evidence/evidence wire/session/ledger',
};

test('other code reads files with `readInput`; of those in their own words, given-files.heavy.ts has a row', () => {
  const reading = [...typeScriptSources()].flatMap(([path, text]) =>
    /\b(readFileSync|readFile|openSync|createReadStream|readGiven\w+)\(/.test(text)
      ? (/^src\/(.*)\.ts$/.exec(path)?.[1] ?? [])
      : [],
  );
  expect(reading.sort()).toEqual(`${READERS.own} ${READERS.given}`.split(' ').sort());
});

test('a regular file is read up to its maximum size, and not beyond', () => {
  writeFileSync(at('full'), '');
  truncateSync(at('full'), FILE_KINDS.settings.bytes);
  expect(readGivenFile(at('full'), 'settings')).toHaveLength(FILE_KINDS.settings.bytes);
  appendFileSync(at('full'), 'x');
  expect(() => readGivenFile(at('full'), 'settings')).toThrow(
    new FileKindError('it is too large: 1048577 bytes; expected a regular file or a pipe of at most 1 MiB'),
  );
  expect(readGivenText('/dev/null', 'settings')).toBe('');
  // Files of /proc state no size.
  expect(readGivenText('/proc/self/status', 'settings')).toContain('Pid:');
});

test('a pipe that delivers too much is not read to its end', () => {
  execFileSync('mkfifo', [at('endless')]);
  execFileSync('sh', ['-c', 'timeout 20 cat /dev/zero > "$1" &', 'sh', at('endless')], { stdio: 'ignore' });
  expect(() => readGivenFile(at('endless'), 'credential')).toThrow(new FileKindError('it has more than 1 MiB'));
});
