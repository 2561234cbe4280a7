import { importsOf, violations } from './module-graph.ts';
import { typeScriptSources } from './project-files.ts';

test('modules import only what they may know', () => {
  expect(violations(typeScriptSources())).toEqual([]);
});

describe('the rules find', () => {
  /** A violation: the file, its source, and a part of the expected message. */
  const planted: [string, string, string][] = [
    ['src/contract/x.ts', `import type { Run } from '../engine/run.ts';`, 'rests on nothing of ours'],
    [
      'src/engine/x.ts',
      `const run = await import('../../reference/transfer/start.ts');`,
      'imports reference/transfer/start.ts',
    ],
    ['reference/transfer/x.ts', `import { FORMATS } from '../../src/records/formats.ts';`, 'share their misreadings'],
    ['src/engine/x.ts', `import { Agent } from 'undici';`, 'one place opens connections'],
    ['src/run/x.ts', `const suite = await import(name);`, 'imports what it computes'],
    ['src/novel/x.ts', ``, 'belongs to no layer'],
    ['tests/x.test.ts', `import { a } from '../../elsewhere/a.ts';`, 'outside the project'],
    ['tests/x.test.ts', `import { a } from '../dist/src/index.js';`, 'may be older'],
  ];
  test.each(planted)('%s with %s', (path, source, sentence) => {
    expect(violations(new Map([[path, source]]))).toEqual([expect.stringContaining(sentence)]);
  });

  test('a cycle, also of types alone', () => {
    const sources = new Map([
      ['src/wire/a.ts', `import type { B } from './b.ts';`],
      ['src/wire/b.ts', `import { c } from './c.ts';`],
      ['src/wire/c.ts', `export * from './a.ts';`],
    ]);
    expect(violations(sources)).toEqual([
      expect.stringContaining('src/wire/a.ts → src/wire/b.ts → src/wire/c.ts → src/wire/a.ts'),
    ]);
  });
});

test('imports are read from statements, not from texts and comments', () => {
  const source = [
    `/** import { x } from './comment.ts' */`,
    `import a, { type B } from './a.ts';`,
    `import './effect.ts';`,
    `export type { C } from './c.ts';`,
    `const text = "import { x } from './text.ts'";`,
    `const later = () => import('./later.ts');`,
  ].join('\n');
  expect(importsOf('x.ts', source)).toEqual(['./a.ts', './effect.ts', './c.ts', './later.ts']);
});
