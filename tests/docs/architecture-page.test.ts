/** ARCHITECTURE.md leaves out no directory, and its words are those of `assay explain words`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { explainCommand } from '../../src/cli/commands/results/explain.ts';
import { createContext } from '../../src/cli/context.ts';
import { ROOT } from '../architecture/project-files.ts';

const page = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
const rowsOf = (heading: string) =>
  (page.split(/^## /m).find((part) => part.startsWith(heading)) ?? '')
    .split('\n')
    .filter((line) => /^\| [^-]/.test(line))
    .slice(1)
    .map((line) => line.slice(2, -2).split(' | '));

test('it is at most 90 lines, and explains at most 20 words', () => {
  expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(90);
  expect(rowsOf('Vocabulary').length).toBeLessThanOrEqual(20);
});

test('its words are those that `assay explain words` and `assay explain` print', async () => {
  const printed: string[] = [];
  const context = { ...createContext(), width: 400, answer: (text: string) => void printed.push(text) };
  for (const words of [['words'], []]) await explainCommand(context, words, {});
  for (const text of printed)
    for (const [word = '', meaning = ''] of rowsOf('Vocabulary'))
      expect(text.replace(/ +/g, ' ')).toContain(`${word} ${meaning}`);
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
