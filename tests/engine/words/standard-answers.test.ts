/** Duplicate names in an object of a JSON text. */
import { repeatedName } from '../../../src/engine/words/derived/every-answer.ts';

test.each<[string, string | undefined]>([
  ['{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}', undefined],
  ['{"a":"a","b":["a","a"]}', undefined],
  ['{"a":"\\"a\\":","b":"{\\"b\\":1}"}', undefined],
  ['{"[redacted:token]":1,"[redacted:token]":2}', undefined],
  ['[]', undefined],
  ['{"a":1,"a":1}', 'a'],
  ['{"a" : 1,\n"b":2, "a"\t: 3}', 'a'],
  ['[{"b":{"c":1,"d":[{}],"c":2}}]', 'c'],
  ['{"a":1,"\\u0061":2}', 'a'],
  ['{"":1,"":2}', ''],
])('%s', (json, name) => expect(repeatedName(json)).toBe(name));
