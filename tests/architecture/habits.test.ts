import { HABITS, type Habit, MOST_LINES, PHRASES, PLAIN, READ, VAGUE, WORDS } from './habits.ts';
import { pages, ROOT, typeScriptSources, writtenFiles } from './project-files.ts';
import { sentencesIn } from './sentences.ts';

const TEXTS = { pages: pages(), code: typeScriptSources(), everything: writtenFiles() };

/** Files that name the words they look for. */
const OWN = /^tests\/architecture\/habits/;

/** Returns the lines that break a habit, as `path:line: text`. */
function breaches(habit: Habit, texts: Map<string, string>) {
  return [...texts]
    .filter(([path]) => habit.except?.[path] === undefined && !OWN.test(path))
    .flatMap(([path, text]) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          habit.pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()} (${habit.why})`] : [],
        ),
    );
}

test.each(HABITS)('nothing matches $pattern in $in: $why', (habit) => {
  expect(breaches(habit, TEXTS[habit.in])).toEqual([]);
});

test.each([
  ['@ts-ignore', '// @ts-ignore'],
  ['only', 'test.only("x", () => undefined);'],
  ['FIXME', '# FIXME later'],
  ['a wide comment', `// ${'x'.repeat(120)}`],
  ['a link without a name', '// [more](docs/x.md)'],
])('%s would be found', (_, line) => {
  expect(HABITS.flatMap((habit) => breaches(habit, new Map([['src/x.ts', line]])))).toHaveLength(1);
});

/** Returns the lines with a phrase to avoid, as `path:line: text`. */
function unplain(texts: Map<string, string>) {
  return [...texts]
    .filter(([path]) => Object.values(PLAIN).some((folders) => folders.test(path)))
    .flatMap(([path, text]) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          PHRASES.filter(({ pattern }) => pattern.test(line)).map(
            ({ use }) => `${path}:${index + 1}: ${line.trim()} (instead: ${use})`,
          ),
        ),
    );
}

test('pages, messages, comments, titles and clauses are in plain English', () => {
  expect([...TEXTS.everything.keys()].filter((path) => PLAIN.code.test(path)).length).toBeGreaterThan(50);
  expect([...TEXTS.everything.keys()].filter((path) => PLAIN.data.test(path)).length).toBeGreaterThan(20);
  expect(unplain(TEXTS.everything)).toEqual([]);
});

/** Returns the sentences with a word to avoid, as `path:line: text`. */
function unplainWords(texts: Map<string, string>) {
  return [...texts]
    .filter(([path]) => READ.test(path))
    .flatMap(([path, text]) =>
      sentencesIn(path, text).flatMap(({ line, text: sentence }) =>
        WORDS.filter(({ pattern }) => pattern.test(sentence)).map(
          ({ use }) => `${path}:${line}: ${sentence.trim()} (instead: ${use})`,
        ),
      ),
    );
}

test('messages, pages, descriptions and rows say specify, contain, request, and what there is none of', () => {
  for (const folder of ['src/', 'specs/', 'schemas/', 'docs/', 'tests/'])
    expect(
      [...TEXTS.everything.keys()].some((path) => path.startsWith(folder) && READ.test(path)),
      folder,
    ).toBe(true);
  expect(unplainWords(TEXTS.everything)).toEqual([]);
});

test.each([
  ['src/cli/x.ts', "const x = 'The document does not show it.';"],
  ['specs/transfer/requirements.yaml', '  judged: Nothing else is sent.'],
  ['tests/peers/peers.yaml', '    about: lawful answers'],
])('a word to avoid in %s would be found', (path, text) =>
  expect(unplainWords(new Map([[path, text]]))).toHaveLength(1),
);

/** The first line of a test or of a group of tests, which names it. */
const NAMING = /^\s*(test|it|describe)\b[.\w]*\(/;

test('names of tests are in plain English', () => {
  const names = [...TEXTS.code]
    .filter(([path]) => path.startsWith('tests/') && !OWN.test(path))
    .flatMap(([path, text]) =>
      text
        .split('\n')
        .flatMap((line, index) => (NAMING.test(line) ? [{ place: `${path}:${index + 1}`, line: line.trim() }] : [])),
    );
  expect(names.length).toBeGreaterThan(500);
  expect(names.filter(({ line }) => PHRASES.some(({ pattern }) => pattern.test(line)))).toEqual([]);
});

test.each([
  ['src/cli/x.ts', "'Nothing of it was told.'"],
  ['docs/x.md', 'Whoever reads the claim needs no network.'],
  ['docs/x.md', 'Release in spite of a failure.'],
  ['specs/transfer/x.yaml', 'judged: An empty list decides nothing.'],
])('a phrase to avoid in %s would be found', (path, line) => expect(unplain(new Map([[path, line]]))).toHaveLength(1));

test('files are named after what they know or do', () => {
  const vague = [...TEXTS.code.keys()].filter((path) =>
    path.split('/').some((name) => VAGUE.test(name.replace(/\..*$/, ''))),
  );
  expect(vague).toEqual([]);
});

test('no file is long', () => {
  const long = [...TEXTS.code]
    .map(([path, text]) => ({ path, lines: text.split('\n').length - 1 }))
    .filter(({ path, lines }) => lines > (path.startsWith('tests/') ? MOST_LINES.tests : MOST_LINES.code));
  expect(long, `files of more than ${MOST_LINES.code} lines (tests: ${MOST_LINES.tests}); divide them`).toEqual([]);
});

test('nothing names the folder that the project was written in', () => {
  // Names of top-level directories are ordinary words, so they are not searched for.
  const expression =
    ROOT.split(/[\\/]/).length > 2
      ? new RegExp(`(?<![\\w.-])${ROOT.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}\\b`)
      : undefined;
  expect([...TEXTS.everything].filter(([, text]) => expression?.test(text)).map(([path]) => path)).toEqual([]);
});

test('a folder of the program, of its tests or of pages has at most 16 files', () => {
  const folders = [...TEXTS.code.keys(), ...TEXTS.pages.keys()]
    .filter((path) => !path.startsWith('bench/'))
    .map((path) => path.replace(/[^/]*$/, ''));
  const sizes = new Map(folders.map((folder) => [folder, folders.filter((one) => one === folder).length]));
  expect(sizes.size).toBeGreaterThan(40);
  const large = [...sizes].filter(([, files]) => files > 16);
  expect(large, 'Move files into subdirectories, or into another file. Directories and their sizes').toEqual([]);
});
