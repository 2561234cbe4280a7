/**
 * For files that a user names, of any kind: no command hangs, and the message says what was found and what is expected.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, symlink, truncate } from 'node:fs/promises';
import { Command } from 'commander';
import { STATEMENT_TEMPLATE } from '../../src/certify/statement.ts';
import type { Context } from '../../src/cli/context.ts';
import { addCommands } from '../../src/cli/program/all.ts';
import { startReferences } from '../../src/run/installed/references.ts';
import { closing } from '../afterwards.ts';
import { COMMAND, settingsFile, Workplace } from './command.ts';
import { inProcess, withVariables } from './in-process.ts';
import { inShell } from './shell.ts';

const place = new Workplace();
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
  place.write('fleet/one.env', '');
  await place.run('run --reference --only ticket-bridge --out run');
  // As after a run that was killed: without results.
  place.write('left/ledger.jsonl', place.read('run/ledger.jsonl'));
  await place.run('certify --new-key key');
  place.write(
    'statement.yaml',
    STATEMENT_TEMPLATE.replace('TODO an interface of the plan', 'ticket-bridge').replaceAll('TODO', 'The'),
  );
  place.write('bundle', '');
  place.write('baseline.yaml', 'format: assay-baseline/1\nentries: []\n');
  place.write('traffic.har', JSON.stringify({ log: { entries: [] } }));
}, 120_000);

test('the objects of the embedded references end with their run', async () => {
  expect(place.read('run/ledger.jsonl')).not.toBe('');
  expect(await place.run('clean run')).toMatchObject({ code: 0, stdout: 'No residue.\n' });
});

const RUN = 'run --reference --only ticket-bridge --out @never';
const CERTIFY = 'certify @run --plan ticket-bridge-1 --out @claim.assay --practice';
const SIGNED = `${CERTIFY} --key @key --statement @statement.yaml`;
const VERIFY = 'verify @bundle --key @key.pub';

/**
 * For every argument and option that takes a path, a command line with PATH in its place. `@` precedes a name in the
 * working directory; `written`: the command writes there; `word`: the value is not a path.
 */
const TABLE: Record<string, string> = {
  'init --out': 'written',
  'doctor --env-file': 'doctor --env-file PATH',
  'plan --env-file': 'plan --env-file PATH',
  'plan --plan': 'word',
  'plan --statement': 'plan --reference --statement PATH',
  'run --env-file': 'run --out @never --env-file PATH',
  'run --out': 'written',
  'run --baseline': `${RUN} --baseline PATH`,
  'run --compare': `${RUN} --compare PATH`,
  'run --base': 'run --reference --out @never --base PATH',
  'run --report': 'written',
  'run --plan': 'word',
  'run --nonce': `${RUN} --nonce PATH`,
  'run --statement': `${RUN} --statement PATH`,
  'run --only-failed-from': 'run --reference --out @never --only-failed-from PATH',
  'clean <dir>': 'clean PATH',
  'clean --env-file': 'clean @left --remove --env-file PATH',
  'fleet <dir>': 'fleet PATH --json --out @fleet-made',
  'fleet --out': 'written',
  'fleet --baseline': 'fleet @fleet --out @never --baseline PATH',
  'fleet --base': 'fleet @fleet --out @never --base PATH',
  'fleet --compare': 'fleet @fleet --out @never --compare PATH',
  'merge <dirs>': 'merge PATH --out @never',
  'merge --out': 'written',
  'open <dir>': 'open PATH',
  'report <dir>': 'report PATH --to json=@x',
  'report --to': 'written',
  'judge <dir>': 'judge PATH',
  'judge --env-file': 'judge @traffic.har --env-file PATH',
  'diff <before>': 'diff PATH @run',
  'diff <after>': 'diff @run PATH',
  'history <dir>': 'history PATH',
  'history --report': 'written',
  'baseline init <dir>': 'baseline init PATH',
  'baseline init --baseline': 'baseline init @run --baseline PATH',
  'baseline check <dir>': 'baseline check PATH --baseline @baseline.yaml',
  'baseline check --baseline': 'baseline check --baseline PATH',
  'baseline accept <dir>': 'baseline accept PATH --base @base',
  'baseline accept --base': 'written',
  'baseline prune <dir>': 'baseline prune PATH --baseline @baseline.yaml',
  'baseline prune --baseline': 'baseline prune @run --baseline PATH',
  'serve --out': 'written',
  'serve --baseline': 'serve ticket-bridge --baseline PATH',
  'certify <dir>': 'certify PATH --key @key --statement @statement.yaml --out @claim.assay',
  'certify --plan': 'word',
  'certify --statement': `${CERTIFY} --key @key --statement PATH`,
  'certify --key': `${CERTIFY} --key PATH --statement @statement.yaml`,
  'certify --certificate': `${SIGNED} --certificate PATH`,
  'certify --selftest': `${SIGNED} --selftest PATH`,
  'certify --out': 'written',
  'certify --new-key': 'written',
  'certify --new-statement': 'written',
  'certify --challenge': 'written',
  'certify --env-file': `${SIGNED} --env-file PATH`,
  'verify <bundle>': 'verify PATH --key @key.pub',
  'verify --key': 'verify @bundle --key PATH',
  'verify --trust': 'verify @bundle --trust PATH',
  'verify --nonce': `${VERIFY} --nonce PATH`,
  'verify --sample': `${VERIFY} --sample PATH`,
  'verify --html': 'written',
  'selftest --out': 'written',
  'selftest --proof': 'written',
};

/** Names of values that are paths. */
const PATHS = /^(?:file|dirs?|before|after|bundle|plan|format=file)$/;

async function pathsOfCommands() {
  const program = new Command('assay');
  await addCommands(program, {} as Context, async () => undefined);
  const of = (command: Command, above: string): string[] => {
    const name = `${above}${command.name()}`;
    const given = command.registeredArguments.map((one) => one.name()).filter((one) => PATHS.test(one));
    const options = command.options.filter(({ flags }) => PATHS.test(/[<[]([^>\]]+)[>\]]/.exec(flags)?.[1] ?? ''));
    return [
      ...given.map((one) => `${name} <${one}>`),
      ...options.map(({ long }) => `${name} ${long}`),
      ...command.commands.flatMap((one) => of(one, `${name} `)),
    ];
  };
  return program.commands.flatMap((command) => of(command, ''));
}

test('the table names every argument and option that takes a path', async () => {
  expect(Object.keys(TABLE).sort()).toEqual((await pathsOfCommands()).sort());
});

/** Runs a row of the table; a path of `@name` is in the working directory. */
async function given(row: string, path: string) {
  const words = TABLE[row]?.split(' ').map((word) => word.replace('PATH', path).replace('@', `${place.directory}/`));
  // A fleet starts the command anew for each deployment.
  const { code, stdout, stderr } = await (row.startsWith('fleet') ? place.run(words ?? []) : inProcess(words ?? []));
  return { row, code, output: (stderr + stdout).replace(/\s+/g, ' ') };
}

const INPUTS = Object.keys(TABLE).filter((name) => TABLE[name]?.includes('PATH'));
/** Messages about a directory, besides messages about the pipes in it. */
const NO_FOLDER =
  /part of the path is not a directory|it is not a directory\. Name one|No .* found in|no results of a fleet found/;
const REASON = {
  '/dev/zero': /it is a device; expected a regular file/,
  '@five-gigabytes': /it is too large: 5368709120 bytes; expected a regular file/,
  '@silent-pipe': /it is a pipe; expected a regular file|pipe that did not deliver a whole file within/,
  '@folder-of-pipes': /it is a pipe|it is a directory/,
};

/** Reading a pipe takes time, so one command per way to read is tried. */
const KINDS: [keyof typeof REASON, string[]][] = [
  ['/dev/zero', INPUTS.filter((_, at) => at % 2 === 0)],
  ['@five-gigabytes', INPUTS.filter((_, at) => at % 2 === 1)],
  ['@silent-pipe', ['run --env-file', 'run --statement', 'baseline check --baseline', 'verify --key']],
  ['@folder-of-pipes', ['judge <dir>', 'diff <before>', 'merge <dirs>', 'clean <dir>']],
];

const SETTINGS = ['TRANSFER_CERT', 'TRANSFER_CA', 'ASSAY_PROFILE'];

describe.each(KINDS)('%s', (path, rows) => {
  test.each(rows)('%s', { timeout: 120_000 }, async (row) => {
    const { code, output } = await given(row, path);
    expect({ row, code, named: REASON[path].test(output) || NO_FOLDER.test(output), output }).toEqual({
      row,
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
      output: expect.stringMatching(
        /is a (?:pipe|device)|is too large|is not a file|it is a directory|contains no certificate/,
      ),
    });
  });
});

test('pipes that deliver are read, as often as needed, and /dev/null is an empty settings file', async () => {
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
  expect(await run('"$1" -- "$2" plan --reference --only transfer/identity --env-file /dev/null')).toEqual({
    code: 0,
    output: planned,
  });
});

test.each([
  ['report <dir>', '@deep'],
  ['diff <before>', '@deep'],
  ['run --baseline', '@deep/results.json'],
  ['verify <bundle>', '@deep/results.json'],
])('a file nested 200,000 levels deep: %s', async (row, path) => {
  const { code, output } = await given(row, path);
  expect({ code, output }).toEqual({
    code: row === 'verify <bundle>' ? 1 : 2,
    output: expect.not.stringContaining('Internal'),
  });
});
