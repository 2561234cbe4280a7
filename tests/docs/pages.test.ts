/** Scripts, settings, files, verdicts and exit codes on the pages exist. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { ORDER_OF_EXIT_CODES } from '../../src/engine/account/exit-codes.ts';
import { VERDICTS } from '../../src/engine/words/types.ts';
import { renderTerminal } from '../../src/report/terminal/terminal.ts';
import { SETTINGS_TABLE } from '../../src/run/installed/settings-table.ts';
import { hostRun } from '../../src/run/run-conformance.ts';
import { COMMANDS } from '../../src/run/started-as.ts';
import { inProcessReferenceOf, inProcessTransport } from '../../src/selftest/in-process.ts';
import { ROOT } from '../architecture/project-files.ts';
import { CALLS, codeOf, PAGES } from './calls.ts';
import { anchorOf } from './contract-places.ts';

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

test('npm scripts in the pages exist', () => {
  const named = CALLS.flatMap(({ path, call }) => {
    const script = /^npm (?:run ([\w:-]+)|(test)\b)/.exec(call);
    return script ? [{ path, script: script[1] ?? script[2] ?? '' }] : [];
  });
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter(({ script }) => scripts[script] === undefined)).toEqual([]);
});

test('the page of commands lists each once, in the order of the help', () => {
  const rows = [
    ...(PAGES.get('docs/lookup/commands.md') ?? '').matchAll(/^\| \[`([a-z]+)[a-z ]*`\]\(#[a-z-]+\) \|/gm),
  ].map(([, name]) => name);
  expect(rows.filter((name, at) => name !== rows[at - 1])).toEqual(COMMANDS);
});

test('the page of concepts explains every verdict', () => {
  const page = PAGES.get('docs/concepts.md') ?? '';
  expect(VERDICTS.filter((verdict) => !page.includes(`| \`${verdict}\` |`))).toEqual([]);
});

test('each word of the glossary has an anchor', () => {
  const [, words = ''] =
    /\n\| word \| meaning \|\n\|---\|---\|\n(.*?)\n\n/s.exec(PAGES.get('docs/lookup/glossary.md') ?? '') ?? [];
  const without = words.split('\n').filter((row) => {
    const [, id, names = row] = /^\| <a id="(.*?)"><\/a>(.*?) \|/.exec(row) ?? [];
    return !names.split(', ').some((name) => anchorOf(name) === id) && !/^\| (basis|blame) \|/.test(row);
  });
  expect(words.split('\n').length).toBeGreaterThan(50);
  expect(without).toEqual([]);
});

test('the pages state the order of exit codes as the gate decides it', () => {
  const stated = [...PAGES].flatMap(([path, page]) =>
    [...page.matchAll(/130, 2(?:, \d)+/g)].map(([order]) => ({ path, order })),
  );
  expect(stated.length).toBeGreaterThan(1);
  expect(stated.filter(({ order }) => order !== ORDER_OF_EXIT_CODES)).toEqual([]);
});

/** Variables that look like settings, each with what reads it. */
const OTHERS: Readonly<Record<string, string>> = { TRANSFER_PEM: 'deploy/github/nightly.yml', ASSAY_LAB: '.ci/run' };

test('settings that the pages name exist', () => {
  const prefix = SETTINGS_TABLE.prefixes.join('|');
  const named = [...PAGES].flatMap(([path, page]) =>
    [...page.matchAll(new RegExp(`\\b(?:${prefix})[A-Z0-9_]+\\b`, 'g'))].map(([name]) => ({ path, name })),
  );
  expect(named.length).toBeGreaterThan(10);
  const unknown = named.filter(({ name }) => SETTINGS_TABLE.named(name) === undefined);
  expect(unknown.filter(({ name }) => OTHERS[name] === undefined)).toEqual([]);
  for (const [name, path] of Object.entries(OTHERS)) expect(readFileSync(join(ROOT, path), 'utf8')).toContain(name);
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

test('places that the pages link to exist', () => {
  const linked = [...PAGES].flatMap(([path, page]) =>
    [...page.matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)].map(([, link = '', anchor]) => ({
      path,
      page: link === '' ? path : posix.join(dirname(path), link),
      anchor,
    })),
  );
  const placesIn = (page = '') => [
    ...[...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading)),
    ...[...page.matchAll(/<a id="(.*?)">/g)].map(([, id]) => id),
  ];
  const places = new Map([...PAGES].map(([path, page]) => [path, placesIn(page)]));
  expect(linked.length).toBeGreaterThan(20);
  expect(linked.filter(({ page, anchor }) => !places.get(page)?.includes(anchor))).toEqual([]);
});

test('README counts what the page of proofs counts (npm run regenerate)', async () => {
  const rows = [
    ...(PAGES.get('docs/evidence/proof.md') ?? '').matchAll(
      /^\| [\w-]+ \| (\d+) \| \d+ \| \d+ \| \d+ of \d+ \| (\d+) of \d+ \| (\d+) \|$/gm,
    ),
  ];
  expect(rows).toHaveLength(4);
  const counts = [1, 2, 3].map((column) => rows.reduce((sum, row) => sum + Number(row[column]), 0));
  const readme = PAGES.get('README.md') ?? '';
  const stated =
    /\d+(?=\sdocumented\srequirements\sthat\scan\sbe\stested)|\d+(?=\sfaults\sand)|\d+(?=\slegal\svariants)/g;
  expect(readme.match(stated)).toHaveLength(counts.length);
  await expect(readme.replace(stated, () => String(counts.shift()))).toMatchFileSnapshot('../../README.md');
});

test('the page for operators shows the end of a run (npm run regenerate)', async () => {
  const shown = await shownWithACertificate();
  const sample = shown.split('\n\n').filter((part) => /^(?:INCOMPLETE|Skipped)/.test(part));
  expect(sample).toHaveLength(2);
  const page = PAGES.get('docs/operators.md') ?? '';
  const sampled = /(?<=```text\n)INCOMPLETE.*?(?=\n```)/s;
  expect(page).toMatch(sampled);
  await expect(page.replace(sampled, () => sample.join('\n\n'))).toMatchFileSnapshot('../../docs/operators.md');
});

/** Returns what a read-only run with a certificate prints. */
async function shownWithACertificate() {
  const reference = await inProcessReferenceOf('transfer');
  const transport = inProcessTransport(await reference.deploy({}));
  const { TRANSFER_URL = '', TRANSFER_CERT = '' } = reference.env;
  const env = { TRANSFER_URL, TRANSFER_CERT, ASSAY_ALLOW_CREATE: '' };
  const { results } = await hostRun({ env, transport, backoffMs: 1 });
  await reference.close();
  return renderTerminal(results, { width: 120, colour: false });
}
