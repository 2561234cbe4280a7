/** A misspelt setting or evidence name does not compile: the compiler checks these expectations, as it checks the suites. */
import { expect, expectTypeOf, test } from 'vitest';
import { check, every, named, probe, settingsAs } from '../../src/engine/words/suite.ts';
import type { Answer, Reporter } from '../../src/engine/words/types.ts';
import type { Exchange } from '../../src/wire/types.ts';
import { settingsOf as clientLibrary } from '../../suites/client-library/known-settings.ts';
import { settingsOf as dataHub } from '../../suites/data-hub/known-settings.ts';
import { settingsOf as ticketBridge } from '../../suites/ticket-bridge/known-settings.ts';
import { settingsOf as transfer } from '../../suites/transfer/known-settings.ts';

const known = settingsAs<{ readonly waitMs: number; readonly path: string | null }>();
const asking = probe({ name: 'asking', operation: 'ask', run: () => Promise.resolve({}) });

test('settings have names and types, and any may be absent', () => {
  expect(known({ waitMs: 5 }).waitMs).toBe(5);
  expect(known({}).path).toBeUndefined();
  expectTypeOf<keyof ReturnType<typeof known>>().toEqualTypeOf<'waitMs' | 'path'>();
  expectTypeOf(known({}).waitMs).toEqualTypeOf<number | undefined>();
});

test('each suite knows its settings alone', () => {
  expectTypeOf(transfer({})).toHaveProperty('cancelWaitMs');
  expectTypeOf(transfer({})).not.toHaveProperty('cancelWait');
  expectTypeOf(dataHub({})).not.toHaveProperty('space_path');
  expectTypeOf(clientLibrary({})).not.toHaveProperty('caVariable');
  expectTypeOf(ticketBridge({})).not.toHaveProperty('nameSpace');
});

test('evidence has the names and views of the needs, and the report takes the rows of the check', () => {
  const made = check({
    needs: [named('accepted', asking), every(asking)],
    decides: ['row'],
    judge(evidence, report) {
      expectTypeOf(evidence).toEqualTypeOf<{ readonly accepted: Answer; readonly asking: readonly Exchange[] }>();
      expectTypeOf(report).toEqualTypeOf<Reporter<'row'>>();
    },
  });
  expect(made.needs.map(({ name, probe: { name: of } }) => [name, of])).toEqual([
    ['accepted', 'asking'],
    ['asking', 'asking'],
  ]);
});
