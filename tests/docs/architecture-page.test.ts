/** ARCHITECTURE.md leaves out no directory, and repeats no word that the pages for users explain. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { explainCommand } from '../../src/cli/commands/results/explain.ts';
import { createContext } from '../../src/cli/context.ts';
import { ROOT } from '../architecture/project-files.ts';

const page = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
const pageOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const rowsOf = (heading: string, text = page) =>
  (text.split(/^## /m).find((part) => part.startsWith(heading)) ?? '')
    .split('\n')
    .filter((line) => /^\| [^-]/.test(line))
    .slice(1)
    .map((line) =>
      line
        .slice(2, -2)
        .replace(/^<a id=".*?"><\/a>/, '')
        .split(' | '),
    );

const words = [...rowsOf('', pageOf('docs/concepts.md')), ...rowsOf('Words', pageOf('docs/lookup/glossary.md'))];

test('its words are not those of users', () => {
  const own = rowsOf('Vocabulary').map(([word]) => word);
  expect(own.length).toBeGreaterThan(2);
  expect(words.map(([word]) => word).filter((word) => own.includes(word))).toEqual([]);
});

test('`assay explain concepts` and `assay explain words` print the words of the pages for users', async () => {
  const printed: string[] = [];
  const context = { ...createContext(), width: 400, answer: (text: string) => void printed.push(text) };
  for (const topic of ['concepts', 'words']) await explainCommand(context, [topic], {});
  const text = printed.join(' ');
  for (const [word = '', meaning = ''] of words)
    expect(text.replace(/\s+/g, ' ')).toContain(
      `${word} ${meaning
        .replaceAll(/\[(.*?)\]\(.*?\)/g, '$1')
        .replaceAll('npx ', '')
        .replaceAll(/[*`]/g, '')}`,
    );
});

test('it names every folder of src', () => {
  const named = rowsOf('Directories').flatMap(([folder = '']) =>
    [...folder.matchAll(/src\/(\w+)/g)].map(([, name]) => name),
  );
  const folders = readdirSync(join(ROOT, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect(named.filter((name) => name !== 'index').toSorted()).toEqual(folders.toSorted());
});
