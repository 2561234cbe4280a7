import { once } from 'node:events';
import { symlinkSync, watch, writeFileSync } from 'node:fs';
import { chmod, readFile } from 'node:fs/promises';
import { browserCommand, openCommand } from '../../../src/cli/commands/results/open.ts';
import { createContext } from '../../../src/cli/context.ts';
import { WarmWorkplace } from '../warm.ts';

/** One context for all tests, because each context listens to the output streams. */
const CONTEXT = createContext();
const [place, narrowed] = [new WarmWorkplace(), new WarmWorkplace()];
for (const name of ['reports/run-1', 'named', 'bare']) {
  place.write(`${name}/${name === 'bare' ? 'results.json' : 'report.html'}`, '{}');
}
symlinkSync('run-1', place.path('reports/latest'));
narrowed.write('reports/run-1/results.json', '{}');

test.each([
  [[], 'reports/latest/report.html'],
  [['named'], 'named/report.html'],
])('without a terminal, open %j prints the path', async (args, path) => {
  expect(await place.run(['open', ...args], { BROWSER: 'no-such-browser' })).toEqual({
    code: 0,
    stdout: `${place.path(path)}\n`,
    stderr: '',
  });
});

test.each(['open', 'explain e1'])('%s says that a narrowed run is not the last full one', async (command) => {
  expect(await narrowed.run(command)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      `No full run found in reports; one narrowed by --only does not count. Give the directory of a run: assay ${command} DIR\n`,
    ),
  });
});

test('on a terminal, the browser gets the path', async () => {
  const got = place.path('got');
  const script = place.path('browser');
  writeFileSync(script, `#!/bin/sh\nprintf %s "$1" > ${got}.part && mv ${got}.part ${got}\n`);
  await chmod(script, 0o755);
  const watched = watch(place.directory);
  const answers: string[] = [];
  const context = {
    ...CONTEXT,
    interactive: true,
    environment: { BROWSER: script },
    answer: (text: string) => void answers.push(text),
  };
  expect(await openCommand(context, place.path('named'))).toBe(0);
  for (let name = ''; name !== 'got'; ) [, name] = (await once(watched, 'change')) as [string, string];
  watched.close();
  expect(await readFile(got, 'utf8')).toBe(place.path('named/report.html'));
  expect(answers).toEqual([place.path('named/report.html')]);
});

test.each([
  [{ BROWSER: 'firefox', DISPLAY: ':0' }, 'linux', ['firefox', '/page']],
  [{ DISPLAY: ':0' }, 'linux', ['xdg-open', '/page']],
  [{}, 'linux', undefined],
  [{}, 'darwin', ['open', '/page']],
  [{}, 'win32', ['explorer', '/page']],
] as const)('%j on %s', (env, platform, command) => {
  expect(browserCommand('/page', env, platform)).toEqual(command);
});
