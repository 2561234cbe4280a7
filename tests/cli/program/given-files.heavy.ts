/**
 * For files that a user names, of any kind: no command hangs, and the message says what was found and what is expected.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, symlink, truncate } from 'node:fs/promises';
import { Command } from 'commander';
import { STATEMENT_TEMPLATE } from '../../../src/certify/statement.ts';
import type { Context } from '../../../src/cli/context.ts';
import { addCommands } from '../../../src/cli/program/all.ts';
import { startReferences } from '../../../src/run/installed/references.ts';
import { closing } from '../../afterwards.ts';
import { COMMAND, settingsFile, Workplace } from '../command.ts';
import { inProcess, withVariables } from '../in-process.ts';
import { inShell } from '../shell.ts';

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
  const stdout = 'No residue: the embedded reference ended with the run, and its objects with it.\n';
  expect(await place.run('clean run')).toMatchObject({ code: 0, stdout });
});

const RUN = 'run --reference --only ticket-bridge --out @never';
const CERTIFY = 'certify @run --plan ticket-bridge-1 --out @claim.assay --practice';
const SIGNED = `${CERTIFY} --key @key --statement @statement.yaml`;
const VERIFY = 'verify @bundle --key @key.pub';

/**
 * Command lines with an argument that is a path. `@` precedes a name in the working directory. The name of each is that
 * of its command and argument.
 */
const ARGUMENTS = [
  'clean <dir>',
  'fleet <dir> --json --out @fleet-made',
  'merge <dirs> --out @never',
  'open <dir>',
  'report <dir> --to json=@x',
  'judge <dir>',
  'diff <before> @run',
  'diff @run <after>',
  'history <dir>',
  'baseline init <dir>',
  'baseline check <dir> --baseline @baseline.yaml',
  'baseline accept <dir> --base @base',
  'baseline prune <dir> --baseline @baseline.yaml',
  'certify <dir> --key @key --statement @statement.yaml --out @claim.assay',
  'verify <bundle> --key @key.pub',
];

/** Options whose value is the path of a file that is read, by the command line before them. */
const OPTIONS: Record<string, string> = {
  doctor: '--env-file',
  plan: '--env-file',
  'plan --reference': '--statement',
  'run --out @never': '--env-file',
  [RUN]: '--baseline --compare --nonce --statement',
  'run --reference --out @never': '--base --only-failed-from',
  'clean @left --remove': '--env-file',
  'fleet @fleet --out @never': '--baseline --base --compare',
  'judge @traffic.har': '--env-file',
  'baseline init @run': '--baseline',
  'baseline check': '--baseline',
  'baseline prune @run': '--baseline',
  'serve ticket-bridge': '--baseline',
  [`${CERTIFY} --key @key`]: '--statement',
  [`${CERTIFY} --statement @statement.yaml`]: '--key',
  [SIGNED]: '--certificate --selftest --env-file',
  'verify @bundle': '--key --trust',
  [VERIFY]: '--nonce --sample',
};

/** Options by command whose path is written, or whose value is no path. */
const OTHERS: Record<string, string> = {
  init: '--out',
  plan: '--plan',
  run: '--out --report --plan',
  fleet: '--out',
  merge: '--out',
  report: '--to',
  history: '--report',
  'baseline accept': '--base',
  serve: '--out',
  certify: '--plan --out --new-key --new-statement --challenge',
  verify: '--html',
  selftest: '--out --proof',
};

const named = (options: Record<string, string>) =>
  Object.entries(options).flatMap(([before, all]) =>
    all.split(' ').map((one): [name: string, line: string] => {
      const [command] = /^(?:baseline )?\w+/.exec(before) ?? [];
      return [`${command} ${one}`, `${before} ${one} PATH`];
    }),
  );

/** Command lines by the name of the argument or option in whose place PATH is. */
const LINES = new Map([
  ...ARGUMENTS.map((line): [string, string] => [
    line.replace(/ @\S+/g, '').replace(/>.*/, '>'),
    line.replace(/<\w+>/, 'PATH'),
  ]),
  ...named(OPTIONS),
]);

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

test('every argument and option that takes a path is named', async () => {
  expect([...LINES.keys(), ...named(OTHERS).map(([name]) => name)].sort()).toEqual((await pathsOfCommands()).sort());
});

/** Runs a command with a path of that kind. */
async function given(row: string, path: string) {
  const words = LINES.get(row)
    ?.split(' ')
    .map((word) => word.replace('PATH', path).replace('@', `${place.directory}/`));
  // A fleet starts the command anew for each deployment.
  const { code, stdout, stderr } = await (row.startsWith('fleet') ? place.run(words ?? []) : inProcess(words ?? []));
  return { row, code, output: (stderr + stdout).replace(/\s+/g, ' ') };
}

const INPUTS = [...LINES.keys()];
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
