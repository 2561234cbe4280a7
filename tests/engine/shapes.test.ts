/** An answer's JSON is an object, or a list of objects, before anything else is said of it. */
import { describe, expect, test } from 'vitest';
import { answerOf } from '../../src/engine/words/answer.ts';
import { expectArray, expectObject } from '../../src/engine/words/deciding.ts';
import type { Answer, Reporter } from '../../src/engine/words/types.ts';
import { exchange } from './exchanges.ts';

type Shape = (report: Reporter<'row'>, row: 'row', answer: Answer) => unknown;

/** What a shape gives back, and what it says. */
function seen(shape: Shape, text: string): readonly [given: unknown, said: string] {
  const lines: string[] = [];
  const own = exchange({ text });
  const holds: Reporter['holds'] = (_row, test, _expected, got, of, at) => {
    lines.push(test ? 'held' : `${String(got)} ${at ?? 'everywhere'} ${of === own}`);
    return test;
  };
  const given = shape({ holds } as unknown as Reporter<'row'>, 'row', answerOf(own));
  return [given, lines.join()];
}

describe('an object', () => {
  test.each<[string, unknown, string | RegExp]>([
    ['{"a":1}', { a: 1 }, 'held'],
    ['{}', {}, 'held'],
    ['[]', undefined, '[] everywhere true'],
    ['null', undefined, 'null everywhere true'],
    ['"text"', undefined, '"text" everywhere true'],
    ['', undefined, 'an empty body everywhere true'],
    ['<p>', undefined, /^a body that is not JSON: .* everywhere true$/],
  ])('%s', (text, given, said) =>
    expect(seen(expectObject, text)).toEqual([given, typeof said === 'string' ? said : expect.stringMatching(said)]),
  );
});

describe('a list of objects', () => {
  test.each<[string, unknown, string | RegExp]>([
    ['[]', [], 'held'],
    ['[{"a":1},{}]', [{ a: 1 }, {}], 'held'],
    ['[{},null]', [{}, null], 'null as an element /1 true'],
    ['[[],{}]', [[], {}], '[] as an element /0 true'],
    ['[{},{},"x"]', [{}, {}, 'x'], '"x" as an element /2 true'],
    ['{"0":{}}', undefined, '{"0": {}} everywhere true'],
    ['', undefined, 'an empty body everywhere true'],
  ])('%s', (text, given, said) => expect(seen(expectArray, text)).toEqual([given, said]));
});
