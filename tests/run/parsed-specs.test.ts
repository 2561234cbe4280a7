import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { packageRoot } from '../../src/contract/root.ts';
import { sha256 } from '../../src/files/sha256.ts';
import { SUITED } from '../../src/run/installed/suited.ts';

test('what the build parsed is what the specs say', () => {
  const textOf = (path: string) => readFileSync(join(packageRoot(), path), 'utf8');
  const texts = SUITED.flatMap((of) =>
    readdirSync(join(packageRoot(), 'specs', of)).flatMap((name) =>
      name.endsWith('.yaml') ? [textOf(`specs/${of}/${name}`)] : [],
    ),
  );
  expect(JSON.parse(textOf('dist/specs.json'))).toEqual(
    Object.fromEntries(texts.map((text) => [sha256(text), parse(text)])),
  );
});
