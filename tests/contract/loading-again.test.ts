/** Contracts by the texts that were read, and by the profile. */
import { cpSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadRestContract } from '../../src/contract/load.ts';
import type { Profile } from '../../src/contract/types.ts';
import { contractOf, DESCRIPTION, FILES, made, order, readAnew } from './described-things.ts';
import { written } from './written.ts';

describe('the same text', () => {
  test('is the same contract, wherever it lies', () => {
    const [one, other] = [written(FILES), written({})];
    cpSync(one, other, { recursive: true });
    const contract = loadRestContract('transfer', undefined, one);
    expect(loadRestContract('transfer', undefined, other)).toBe(contract);
    expect(contract.digest).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each([
    ['a description', { 'specs/transfer/openapi.yaml': { ...DESCRIPTION, 'x-service': 'other' } }],
    ['a row', { 'specs/transfer/requirements.yaml': [] }],
    ['a gap', { 'specs/transfer/gaps.yaml': [] }],
    ['a schema', { 'schemas/transfer/made.schema.json': { ...made, title: 'other' } }],
    ['a file more', { 'schemas/transfer/more.schema.json': { ...order, record: 'transfer/more' } }],
  ])('with %s changed is another', (_, files) => {
    expect(contractOf(files).digest).not.toBe(contractOf().digest);
  });

  test('with another profile is another', () => {
    const [none, one, other] = [undefined, 'one', 'other'].map(
      (digest) => digest && { name: 'p', digest, names: new Map(), fills: new Map() },
    );
    const digests = [none, one, other].map((profile) => contractOf({}, profile as Profile).digest);
    expect(new Set(digests).size).toBe(3);
    expect(contractOf({}, one as Profile)).toBe(contractOf({}, one as Profile));
    expect(contractOf({}, one as Profile).profile).toEqual({ name: 'p', digest: 'one' });
    expect(contractOf()).not.toHaveProperty('profile');
  });
});

describe('a profile', () => {
  const paths = (names: Readonly<Record<string, string>>): (string | undefined)[] => {
    const profile = {
      name: 'p',
      digest: JSON.stringify(names),
      names: new Map(Object.entries(names)),
      fills: new Map(),
    };
    return [...readAnew({}, profile).operations.values()].map(({ path }) => path).slice(1, 4);
  };
  test.each<[string, Readonly<Record<string, string>>, readonly [string, string]]>([
    ['the whole path, or what it begins with', { '/things': '/v2/t' }, ['/v2/t', '/v2/t/{path}/parts']],
    ['only whole segments', { '/thing': '/x', '/thin': '/y' }, ['/things', '/things/{path}/parts']],
    [
      'with the longest that fits',
      { '/things': '/v2', '/things/{path}': '/v3/{path}', '/': '/z/' },
      ['/v2', '/v3/{path}/parts'],
    ],

    ['a folder of it', { '/things/': '/t/' }, ['/things', '/t/{path}/parts']],
  ])('renames %s', (_, names, renamed) => {
    expect(paths(names)).toEqual([...renamed, undefined]);
  });

  test('fills the gaps of the interface; its names are reported', () => {
    const profile = {
      name: 'p',
      digest: 'fills',
      names: new Map([['X-Version', 'X-V']]),
      fills: new Map([
        ['transfer/gap/order', 1],
        ['data-hub/gap/x', 2],
      ]),
    };
    const contract = readAnew({}, profile);
    expect(contract.fills).toEqual(new Map([['transfer/gap/order', 1]]));
    expect(contract.renamed).toEqual(new Map([['X-Version', 'X-V']]));
    expect(readAnew().renamed).toEqual(new Map());
    expect(() => readAnew({}, { ...profile, digest: 'wrong', fills: new Map([['transfer/gap/list', 1]]) })).toThrow(
      'fills transfer/gap/list, which is not a gap',
    );
  });
});
