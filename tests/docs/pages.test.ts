/** What the pages say exists: scripts, settings, files, verdicts, exit codes. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { gate } from '../../src/engine/account/gate.ts';
import { VERDICTS } from '../../src/engine/words/types.ts';
import { SETTINGS_TABLE } from '../../src/run/installed/settings-table.ts';
import { ROOT } from '../architecture/project-files.ts';
import { ASSAY_CALLS, CALLS, codeOf, PAGES } from './calls.ts';

const README = PAGES.get('README.md') ?? '';
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

describe('commands in the pages', () => {
  test('there are some, or the pages are not read as they should', () => {
    expect(ASSAY_CALLS.map(({ args }) => args[0])).toEqual(
      expect.arrayContaining(['run', 'list', 'explain', 'plan', 'doctor', 'judge', 'clean']),
    );
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
    expect(first?.[1]?.split('\n').map((line) => line.replace(/\s+#.*$/, ''))).toEqual([
      'npm ci && npm run conformance',
      'npm ci && npm test',
      '',
    ]);
  });

  test('lists the exit codes that the gate gives', () => {
    const clean = {
      interrupted: false,
      problems: [],
      leaked: false,
      results: [],
      conclusions: {},
      verified: {},
      requireComplete: false,
    };
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
  const named = [...PAGES].flatMap(([path, page]) =>
    [...page.matchAll(new RegExp(`\\b(?:${prefix})[A-Z0-9_]+\\b`, 'g'))].map(([name]) => ({ path, name })),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ name }) => SETTINGS_TABLE.named(name) === undefined)).toEqual([]);
});

test('files and folders that the pages name exist', () => {
  const named = [...PAGES].flatMap(([path, page]) => [
    ...[...page.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = '']) => ({
      path,
      file: posix.join(dirname(path), link),
    })),
    ...codeOf(page)
      .filter(
        (code) =>
          /^(src|suites|reference|tests|specs|schemas|docs|reports|deploy|bench|\.ci)\/[\w./-]*$/.test(code) &&
          !code.startsWith('reports/'),
      )
      .map((file) => ({ path, file })),
  ]);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ file }) => !existsSync(join(ROOT, file)) && !existsSync(join(ROOT, `${file}.ts`)))).toEqual(
    [],
  );
});
