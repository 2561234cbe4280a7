import { expect, test } from 'vitest';
import { packMembers, unpackMembers } from '../../src/certify/bundle-file.ts';

const MEMBERS = new Map(
  Object.entries({
    'results.json': '{"é":1}',
    'manifest.json': '',
    [`bodies/${'0f'.repeat(32)}`]: 'x'.repeat(100_000),
  }).map(([name, text]) => [name, Buffer.from(text)] as const),
);

test('members are read as they were packed; one changed octet is refused', () => {
  const bundle = packMembers(MEMBERS);
  expect([...unpackMembers(bundle)].map(([name, content]) => [name, Buffer.from(content).toString()]).sort()).toEqual(
    [...MEMBERS].map(([name, content]) => [name, content.toString()]).sort(),
  );
  for (const at of [0, 14, 40, 200, bundle.length - 30, bundle.length - 1]) {
    const changed = Buffer.from(bundle);
    changed[at] = (changed[at] as number) ^ 1;
    expect(() => unpackMembers(changed), `octet ${at}`).toThrow();
  }
});
