/** Properties that the self-test asks of every run. */
import { expect, test } from 'vitest';
import type { Result, Results } from '../../src/engine/words/types.ts';
import { flawsOf } from '../../src/selftest/properties.ts';
import { createRedactor } from '../../src/wire/secrets/redaction.ts';

/** The flaws of one result. */
function flaws(result: Partial<Result>): string[] {
  const requirements = [{ id: 'r', exchanges: ['e1'], ...result } as Result];
  return flawsOf({ results: { requirements } as unknown as Results, redactor: createRedactor() });
}

test.each([
  [
    'two full stops end a message',
    { verdict: 'skipped', blame: 'settings', message: 'Not allowed..' },
    ['r: two full stops in: Not allowed..'],
  ],
  ['an observed value that ends in two full stops is the server’s own', { verdict: 'observed', got: 'a/..' }, []],
  [
    'a text was written as JSON twice',
    { verdict: 'observed', got: '{\\"a\\":1}' },
    ['r: an escaped quotation mark in: {\\"a\\":1}'],
  ],
  [
    'a server’s own backslash is shown as two, before a quotation mark, too',
    { verdict: 'observed', got: '{"\\\\"":1}' },
    [],
  ],
] as const)('%s', (_, result, expected) => {
  expect(flaws(result)).toEqual(expected);
});
