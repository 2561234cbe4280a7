/**
 * For files that a user names, of any kind: no command hangs, and the message says what was found and what is expected.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, symlink, truncate } from 'node:fs/promises';
import { STATEMENT_TEMPLATE } from '../../../src/certify/documents.ts';
import { startReferences } from '../../../src/run/installed/references.ts';
import { closing } from '../../afterwards.ts';
import { COMMAND, settingsFile } from '../command.ts';
import { inProcess, withVariables } from '../in-process.ts';
import { inShell } from '../shell.ts';
import { WarmWorkplace } from '../warm.ts';

const place = new WarmWorkplace();
const references = closing(await startReferences());

beforeAll(async () => {
  execFileSync('mkfifo', [place.path('silent-pipe')]);
  place.write('five-gigabytes', '');
  await truncate(place.path('five-gigabytes'), 5 * 2 ** 30);
  await mkdir(place.path('folder-of-pipes'));
  for (const name of ['results.json', 'evidence.har', 'ledger.jsonl', 'fleet.json', 'one.env'])
    await symlink(place.path('silent-pipe'), place.path(`folder-of-pipes/${name}`));
  const deep = `{"format":"assay-results/1","log":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
  for (const name of ['results.json', 'evidence.har']) place.write(`deep/${name}`, deep);
  await place.run('run --reference --only ticket-bridge --out run');
  await place.run('certify --new-key key');
  place.write(
    'statement.yaml',
    STATEMENT_TEMPLATE.replace('TODO an interface of the plan', 'ticket-bridge').replaceAll('TODO', 'The'),
  );
  place.write('bundle', '');
}, 120_000);

const CERTIFY = 'certify @run --plan ticket-bridge-1 --out @claim.assay --practice';

/**
 * Command lines by what they read, one per way to read. PATH stands for the file; `@` precedes a name in the working
 * directory.
 */
const LINES = {
  settings: 'plan --env-file PATH',
  statement: 'run --reference --only ticket-bridge --out @never --statement PATH',
  baseline: 'baseline check --baseline PATH',
  results: 'diff PATH @run',
  'earlier results': 'run --reference --only ticket-bridge --out @never --compare PATH',
  evidence: 'report PATH --to json=@x',
  'a HAR file': 'judge PATH',
  ledger: 'clean PATH',
  'a fleet': 'fleet PATH --json --out @fleet-made',
  overviews: 'merge PATH --out @never',
  run: `${CERTIFY.replace('@run', 'PATH')} --key @key --statement @statement.yaml`,
  key: `${CERTIFY} --key PATH --statement @statement.yaml`,
  'self-test report': `${CERTIFY} --key @key --statement @statement.yaml --selftest PATH`,
  bundle: 'verify PATH --key @key.pub',
  'public key': 'verify @bundle --key PATH',
};
type Line = keyof typeof LINES;

/** Runs a command with a path of that kind. */
async function given(line: Line, path: string) {
  const words = LINES[line].split(' ').map((word) => word.replace('PATH', path).replace('@', `${place.directory}/`));
  // A fleet starts the command anew for each deployment.
  const { code, stdout, stderr } = await (line === 'a fleet' ? place.run(words) : inProcess(words));
  return { line, code, output: (stderr + stdout).replace(/\s+/g, ' ') };
}

/** Messages about a directory, besides messages about the pipes in it. */
const NO_FOLDER = /: not a directory|it is not a directory\. Choose another|No .* found in|no results of a fleet found/;
const REASON = {
  '/dev/zero': /it is a device; expected a regular file/,
  '@five-gigabytes': /it is too large: 5368709120 bytes; expected a regular file/,
  '@silent-pipe': /it is a pipe; expected a regular file|pipe that did not deliver a whole file within/,
  '@folder-of-pipes': /it is a pipe|it is a directory/,
};

const KINDS: [keyof typeof REASON, Line[]][] = [
  ['/dev/zero', Object.keys(LINES) as Line[]],
  ['@five-gigabytes', ['baseline', 'bundle']],
  ['@silent-pipe', ['settings', 'statement', 'baseline', 'public key']],
  ['@folder-of-pipes', ['a HAR file', 'results', 'evidence', 'ledger', 'a fleet', 'overviews', 'run']],
];

const SETTINGS = ['TRANSFER_CERT', 'TRANSFER_CA', 'ASSAY_PROFILE'];

describe.each(KINDS)('%s', (path, lines) => {
  test.each(lines)('as %s', { timeout: 120_000 }, async (line) => {
    const { code, output } = await given(line, path);
    expect({ line, code, named: REASON[path].test(output) || NO_FOLDER.test(output), output }).toEqual({
      line,
      code: 2,
      named: true,
      output: expect.any(String),
    });
  });

  test.each(SETTINGS.filter(() => path !== '@folder-of-pipes'))('as %s', async (name) => {
    withVariables({ ...references.env, [name]: path.replace('@', `${place.directory}/`) });
    const { code, stdout, stderr } = await inProcess(['plan']);
    expect({ name, code, output: stderr + stdout }).toEqual({
      name,
      code: 2,
      output: expect.stringMatching(/is a (?:pipe|device)|is too large|is not a file|contains no certificate/),
    });
  });
});

test('pipes that deliver are read, as often as needed', async () => {
  const { TRANSFER_CERT = '', ...others } = references.env;
  place.write('piped.env', settingsFile(others));
  const args = ['bash', process.execPath, COMMAND, TRANSFER_CERT];
  const run = (line: string) => inShell(line, place.directory, { PATH: process.env.PATH }, { args });
  const planned = expect.stringContaining('transfer');
  expect(
    await run(
      'TRANSFER_CERT=<(sleep 1; cat "$3") "$1" -- "$2" plan --only transfer/identity --env-file <(cat piped.env)',
    ),
  ).toEqual({
    code: 0,
    output: planned,
  });
  expect(
    await run('TRANSFER_CERT="$3" "$1" -- "$2" plan --only transfer/identity --env-file /dev/stdin < <(cat piped.env)'),
  ).toEqual({
    code: 0,
    output: planned,
  });
});

test.each<[Line, string, number]>([
  ['evidence', '@deep', 2],
  ['results', '@deep', 2],
  ['baseline', '@deep/results.json', 2],
  ['bundle', '@deep/results.json', 1],
])('a file nested 200,000 levels deep, as %s', async (line, path, expected) => {
  const { code, output } = await given(line, path);
  expect({ code, output }).toEqual({ code: expected, output: expect.not.stringContaining('Internal') });
});
