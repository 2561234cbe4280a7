/** Files that a user names: whatever they are, no command hangs, and the message says what was found and what is expected. */
import { execFileSync } from 'node:child_process';
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { STATEMENT_TEMPLATE } from '../../src/certify/statement.ts';
import type { Context } from '../../src/cli/context.ts';
import { addCommands } from '../../src/cli/program/all.ts';
import { startReferences } from '../../src/run/installed/references.ts';
import { SETTINGS_TABLE } from '../../src/run/installed/settings-table.ts';
import { COMMAND, Workplace } from './command.ts';
import { inShell } from './shell.ts';

let place: Workplace;
let references: Awaited<ReturnType<typeof startReferences>>;

/** Each is found at its path within the working directory. */
const KINDS: Readonly<Record<string, string>> = {
  pipe: 'silent-pipe',
  device: '/dev/zero',
  'large file': 'five-gigabytes',
  folder: 'folder-of-pipes',
};

beforeAll(async () => {
  place = await Workplace.create();
  references = await startReferences();
  execFileSync('mkfifo', [place.path('silent-pipe')]);
  await writeFile(place.path('five-gigabytes'), '');
  await truncate(place.path('five-gigabytes'), 5 * 2 ** 30);
  await mkdir(place.path('folder-of-pipes'));
  for (const name of ['results.json', 'evidence.har', 'ledger.jsonl', 'fleet.json', 'one.env', 'authority.pem'])
    await symlink(place.path('silent-pipe'), place.path(`folder-of-pipes/${name}`));
  await mkdir(place.path('deep'));
  const deep = `{"format":"assay-results/1","log":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
  await Promise.all(
    ['results.json', 'evidence.har', 'fleet.json'].map((name) => writeFile(place.path(`deep/${name}`), deep)),
  );
  await mkdir(place.path('fleet'));
  await writeFile(place.path('fleet/one.env'), '');
  await place.run(['run', '--reference', '--only', 'ticket-bridge', '--out', 'run']);
  await place.run(['certify', '--new-key', 'key']);
  await writeFile(
    place.path('statement.yaml'),
    STATEMENT_TEMPLATE.replace('TODO an interface of the plan', 'ticket-bridge').replaceAll('TODO', 'The'),
  );
  await writeFile(place.path('bundle'), '');
  await writeFile(place.path('baseline.yaml'), 'format: assay-baseline/1\nentries: []\n');
  await writeFile(place.path('traffic.har'), JSON.stringify({ log: { entries: [] } }));
}, 120_000);
afterAll(async () => {
  await references.close();
  await place.remove();
});

const CERTIFY = ['certify', 'run', '--plan', 'ticket-bridge-1', '--out', 'claim.assay', '--practice'];
const RUN = ['run', '--reference', '--only', 'ticket-bridge'];

/** For every argument and option that takes a path: how it is reached, `written` where the command writes there, `word` where it is no path. */
const TABLE: Readonly<Record<string, ((path: string) => string[]) | 'written' | 'word'>> = {
  'init --out': 'written',
  'doctor --env-file': (path) => ['doctor', '--env-file', path],
  'plan --env-file': (path) => ['plan', '--env-file', path],
  'plan --plan': 'word',
  'plan --statement': (path) => ['plan', '--reference', '--statement', path],
  'run --env-file': (path) => ['run', '--env-file', path],
  'run --out': 'written',
  'run --baseline': (path) => [...RUN, '--baseline', path],
  'run --compare': (path) => [...RUN, '--compare', path],
  'run --base': (path) => ['run', '--reference', '--base', path],
  'run --report': 'written',
  'run --plan': 'word',
  'run --nonce': (path) => [...RUN, '--nonce', path],
  'run --statement': (path) => [...RUN, '--statement', path],
  'run --only-failed-from': (path) => ['run', '--reference', '--only-failed-from', path],
  'clean <dir>': (path) => ['clean', path],
  'clean --env-file': (path) => ['clean', 'run', '--remove', '--env-file', path],
  'fleet <dir>': (path) => ['fleet', path, '--json', '--out', `fleet-of-${path.replaceAll('/', '')}`],
  'fleet --out': 'written',
  'fleet --baseline': (path) => ['fleet', 'fleet', '--out', 'never', '--baseline', path],
  'fleet --base': (path) => ['fleet', 'fleet', '--out', 'never', '--base', path],
  'fleet --compare': (path) => ['fleet', 'fleet', '--out', 'never', '--compare', path],
  'merge <dirs>': (path) => ['merge', path, '--out', 'never'],
  'merge --out': 'written',
  'open <dir>': (path) => ['open', path],
  'report <dir>': (path) => ['report', path, '--to', 'json=x'],
  'report --to': 'written',
  'judge <dir>': (path) => ['judge', path],
  'judge --env-file': (path) => ['judge', 'traffic.har', '--env-file', path],
  'diff <before>': (path) => ['diff', path, 'run'],
  'diff <after>': (path) => ['diff', 'run', path],
  'history <dir>': (path) => ['history', path],
  'history --report': 'written',
  'baseline init <dir>': (path) => ['baseline', 'init', path],
  'baseline init --baseline': (path) => ['baseline', 'init', 'run', '--baseline', path],
  'baseline check <dir>': (path) => ['baseline', 'check', path],
  'baseline check --baseline': (path) => ['baseline', 'check', '--baseline', path],
  'baseline accept <dir>': (path) => ['baseline', 'accept', path, '--base', 'base'],
  'baseline accept --base': 'written',
  'baseline prune <dir>': (path) => ['baseline', 'prune', path, '--baseline', 'baseline.yaml'],
  'baseline prune --baseline': (path) => ['baseline', 'prune', 'run', '--baseline', path],
  'serve --out': 'written',
  'serve --baseline': (path) => ['serve', 'ticket-bridge', '--baseline', path],
  'certify <dir>': (path) => ['certify', path, '--key', 'key', '--statement', 'statement.yaml', '--out', 'claim.assay'],
  'certify --plan': 'word',
  'certify --statement': (path) => [...CERTIFY, '--key', 'key', '--statement', path],
  'certify --key': (path) => [...CERTIFY, '--key', path, '--statement', 'statement.yaml'],
  'certify --certificate': (path) => [
    ...CERTIFY,
    '--key',
    'key',
    '--statement',
    'statement.yaml',
    '--certificate',
    path,
  ],
  'certify --selftest': (path) => [...CERTIFY, '--key', 'key', '--statement', 'statement.yaml', '--selftest', path],
  'certify --out': 'written',
  'certify --new-key': 'written',
  'certify --new-statement': 'written',
  'certify --challenge': 'written',
  'certify --env-file': (path) => [...CERTIFY, '--key', 'key', '--statement', 'statement.yaml', '--env-file', path],
  'verify <bundle>': (path) => ['verify', path, '--key', 'key.pub'],
  'verify --key': (path) => ['verify', 'bundle', '--key', path],
  'verify --trust': (path) => ['verify', 'bundle', '--trust', path],
  'verify --nonce': (path) => ['verify', 'bundle', '--key', 'key.pub', '--nonce', path],
  'verify --sample': (path) => ['verify', 'bundle', '--key', 'key.pub', '--sample', path],
  'verify --html': 'written',
  'selftest --out': 'written',
  'selftest --proof': 'written',
};

/** Names of values that are paths. */
const PATHS = /^(?:file|dirs?|before|after|bundle|plan|format=file)$/;

async function pathsOfCommands(): Promise<string[]> {
  const program = new Command('assay');
  const context = {} as Context;
  const act = async (): Promise<void> => undefined;
  await addCommands(program, context, act);
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

/** What is said of a folder, beside what is said of the pipes in it. */
const NO_FOLDER = /ENOTDIR|EEXIST: file already exists|No .* found in|no results of a fleet found/;
const REASON = {
  pipe: /it is a pipe; expected a regular file|pipe that did not deliver a whole file within/,
  device: /it is a device; expected a regular file/,
  'large file': /it is a file of 5368709120 bytes; expected a regular file/,
  folder: /it is a pipe|EISDIR/,
} as const;

const INPUTS = Object.entries(TABLE).flatMap(([name, args]) =>
  typeof args === 'string' ? [] : [[name, args] as const],
);

const FOLDER = /<dirs?>$/;
/** Kinds that a command waits for, or reads without end, unless it looks at the kind first. */
const ENDLESS = Object.keys(KINDS).filter((kind) => kind !== 'folder');
/** One of the endless kinds in turn for each; for each that is a folder, one with pipes in it too. */
const inTurn = <T>(all: readonly T[], kind: string, isFolder: (one: T) => boolean = () => false): T[] =>
  all.filter((one, at) => (kind === 'folder' ? isFolder(one) : at % ENDLESS.length === ENDLESS.indexOf(kind)));

describe.each(Object.keys(KINDS) as (keyof typeof REASON)[])('a %s', (kind) => {
  test.concurrent.each(inTurn(INPUTS, kind, ([name]) => FOLDER.test(name)))(
    '%s',
    { timeout: 120_000 },
    async (name, args) => {
      const given = args(KINDS[kind] as string);
      const { code, stdout, stderr } = await place.run(given);
      const output = (stderr + stdout).replace(/\s+/g, ' ');
      expect({ given, code, named: REASON[kind].test(output) || NO_FOLDER.test(output), output }).toEqual({
        given,
        // The exit code of a deployment whose settings cannot be read.
        code: kind === 'folder' && name === 'fleet <dir>' ? 4 : 2,
        named: true,
        output: expect.any(String),
      });
    },
  );
});

const FILES = SETTINGS_TABLE.settings
  .filter(({ kind }) => kind.is === 'file' || kind.is === 'file-or-directory')
  .map(({ name }) => name);

describe.each(ENDLESS)('a %s', (kind) => {
  test.concurrent.each(inTurn([...FILES, 'ASSAY_PROFILE'], kind))('as %s', { timeout: 120_000 }, async (name) => {
    const { code, stdout, stderr } = await place.run(['plan'], { ...references.env, [name]: KINDS[kind] as string });
    expect({ name, code, output: stderr + stdout }).toEqual({
      name,
      code: 2,
      output: expect.stringMatching(/is a (?:pipe|device|file of)|is not a file|EISDIR|no certificate found/),
    });
  });
});

test('pipes that deliver are read, as often as needed, and /dev/null is an empty settings file', async () => {
  const { TRANSFER_CERT = '', ...others } = references.env;
  await writeFile(
    place.path('piped.env'),
    Object.entries(others)
      .map(([name, value]) => `${name}='${value}'\n`)
      .join(''),
  );
  const args = ['bash', process.execPath, COMMAND, TRANSFER_CERT];
  const run = (line: string) => inShell(line, place.directory, { PATH: process.env['PATH'] }, { args });
  const planned = expect.stringContaining('transfer');
  expect(await run('TRANSFER_CERT=<(sleep 1; cat "$3") "$1" -- "$2" plan --env-file <(cat piped.env)')).toEqual({
    code: 0,
    output: planned,
  });
  expect(await run('TRANSFER_CERT="$3" "$1" -- "$2" plan --env-file /dev/stdin < <(cat piped.env)')).toEqual({
    code: 0,
    output: planned,
  });
  expect(await run('"$1" -- "$2" plan --reference --env-file /dev/null')).toEqual({ code: 0, output: planned });
});

describe('a file nested 200,000 levels deep', () => {
  const INPUT =
    /^(?:report|judge|diff|history|merge|baseline \w+) <|^(?:run|fleet) --(?:baseline|compare|nonce|statement|only-failed-from)|^certify <dir>|^verify <|--sample/;
  test.concurrent.each(INPUTS.filter(([name]) => INPUT.test(name)))('%s', { timeout: 60_000 }, async (name, args) => {
    const directory =
      name.endsWith('<dir>') || name.endsWith('<dirs>') || /--(?:compare|only-failed-from|sample)/.test(name);
    const { code, stdout, stderr } = await place.run(args(directory ? 'deep' : 'deep/results.json'));
    expect({ name, code, output: `${stderr}${stdout}` }).toEqual({
      name,
      code: name === 'verify <bundle>' ? 1 : 2,
      output: expect.not.stringContaining('Internal'),
    });
  });
});
