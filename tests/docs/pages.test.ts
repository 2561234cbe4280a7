/** What the pages say exists: commands, options, scripts, settings, files; and the cheap commands of the README are run. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { gate } from '../../src/engine/gate.ts';
import { VERDICTS } from '../../src/engine/types.ts';
import { SETTINGS_TABLE } from '../../src/run/settings-table.ts';
import { pages, ROOT } from '../architecture/project-files.ts';

const PAGES = pages();
const README = PAGES.get('README.md') ?? '';
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

/** Code of a page: lines of fenced blocks without their comments, and what stands between backquotes (over a line break too). */
function codeOf(page: string): string[] {
  const blocks = [...page.matchAll(/^```(\w*)\n(.*?)^```/gms)];
  const lines = blocks
    .filter(([, language]) => language !== 'ts')
    .flatMap(([, , body]) => (body ?? '').split('\n').map((line) => line.replace(/\s+#.*$/, '').trim()));
  const inline = [...page.replace(/^```.*?^```/gms, '').matchAll(/`([^`]+)`/g)].map(([, code]) => (code ?? '').replace(/\s+/g, ' '));
  return [...lines, ...inline].filter((line) => line !== '');
}

/** Everything that the pages call, one command each, with the page. */
const CALLS = [...PAGES].flatMap(([path, page]) => codeOf(page).flatMap((code) => code.split(' && ').map((call) => ({ path, call: call.trim() }))));

function assay(...args: string[]): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  return spawnSync(process.execPath, [join(ROOT, 'dist', 'src', 'cli', 'main.js'), ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    input: '',
    env: { ...process.env, COLUMNS: '200' },
  });
}

const ASSAY_CALLS = CALLS.flatMap(({ path, call }) => {
  const args = /^(?:npx )?assay (.+)$/.exec(call)?.[1]?.split(' ');
  return args && /^[a-z]/.test(args[0] ?? '') ? [{ path, args }] : [];
});

describe('commands in the pages', () => {
  test('there are some, or the pages are not read as they should', () => {
    expect(ASSAY_CALLS.map(({ args }) => args[0])).toEqual(expect.arrayContaining(['run', 'list', 'explain', 'plan', 'doctor', 'judge', 'clean']));
  });

  test('exist, with the options that are given', () => {
    const help = new Map([...new Set(ASSAY_CALLS.map(({ args }) => args[0] ?? ''))].map((name) => [name, assay(name, '--help')]));
    for (const [name, { stdout }] of help) expect(stdout, `assay ${name} --help`).toMatch(new RegExp(`^Usage: assay ${name}\\b`));
    const unknown = ASSAY_CALLS.flatMap(({ path, args: [name = '', ...rest] }) =>
      rest
        .filter((word) => word.startsWith('--') && !new RegExp(`${word}\\b`).test(help.get(name)?.stdout ?? ''))
        .map((word) => `${path}: assay ${name} ${word}`),
    );
    expect(unknown).toEqual([]);
  });

  test('that only print, print', () => {
    const cheap = ASSAY_CALLS.filter(({ args }) => ['list', 'explain'].includes(args[0] ?? '') && !args.some((word) => /^[A-Z]+$/.test(word)));
    expect(cheap.length).toBeGreaterThan(5);
    for (const args of new Set(cheap.map((call) => call.args.join(' ')))) {
      const { status, stdout, stderr } = assay(...args.split(' '));
      expect({ args, status, stderr, answered: stdout.trim() !== '' }).toEqual({ args, status: 0, stderr: '', answered: true });
    }
  });

  test('npm scripts exist', () => {
    const named = CALLS.flatMap(({ path, call }) => {
      const script = /^npm (?:run ([\w:-]+)|(test)\b)/.exec(call);
      return script ? [{ path, script: script[1] ?? script[2] ?? '' }] : [];
    });
    expect(named.length).toBeGreaterThan(4);
    expect(named.filter(({ script }) => scripts[script] === undefined)).toEqual([]);
  });
});

describe('the README', () => {
  test('begins with the two commands, one a line', () => {
    const [first] = [...README.matchAll(/^```sh\n(.*?)^```/gms)];
    expect(first?.[1]?.split('\n').map((line) => line.replace(/\s+#.*$/, ''))).toEqual(['npm ci && npm run conformance', 'npm ci && npm test', '']);
  });

  test('promises a plan that sends nothing', () => {
    const { status, stdout } = assay('plan', '--reference');
    expect({ status, nothing: stdout.startsWith('Nothing is sent.') }).toEqual({ status: 0, nothing: true });
  });

  test('lists the exit codes that the gate gives', () => {
    const clean = { interrupted: false, problems: [], leaked: false, results: [], conclusions: {}, verified: {}, requireComplete: false };
    const given = [
      clean,
      { ...clean, problems: ['x'] },
      { ...clean, conclusions: { transfer: 'incomplete' as const } },
      { ...clean, leaked: true },
      { ...clean, interrupted: true },
    ];
    const codes = [...given.map((input) => gate(input).exitCode), 1];
    expect(codes.filter((code) => !new RegExp(`^\\| ${code} \\|`, 'm').test(README))).toEqual([]);
  });
});

test('the operators’ page explains every verdict', () => {
  const page = PAGES.get('docs/operators.md') ?? '';
  expect(VERDICTS.filter((verdict) => !page.includes(`| \`${verdict}\` |`))).toEqual([]);
});

test('settings that the pages name exist', () => {
  const prefix = SETTINGS_TABLE.prefixes.join('|');
  const named = [...PAGES].flatMap(([path, page]) => [...page.matchAll(new RegExp(`\\b(?:${prefix})[A-Z0-9_]+\\b`, 'g'))].map(([name]) => ({ path, name })));
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ name }) => SETTINGS_TABLE.named(name) === undefined)).toEqual([]);
});

test('files and folders that the pages name exist', () => {
  const named = [...PAGES].flatMap(([path, page]) => [
    ...[...page.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = '']) => ({ path, file: posix.join(dirname(path), link) })),
    ...codeOf(page)
      .filter((code) => /^(src|suites|reference|tests|specs|schemas|docs|reports|deploy|bench|\.ci)\/[\w./-]*$/.test(code) && !code.startsWith('reports/'))
      .map((file) => ({ path, file })),
  ]);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ file }) => !existsSync(join(ROOT, file)) && !existsSync(join(ROOT, `${file}.ts`)))).toEqual([]);
});
