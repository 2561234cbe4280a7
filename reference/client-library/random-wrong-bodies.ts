/** Random contradictions of what a submission body is. */
import fc, { type Arbitrary } from 'fast-check';
import { type DrawnFault, shown, weighted } from '../random.ts';
import { anyJson, oddStrings } from '../random-json.ts';
import { type Layer, violation } from './drawn.ts';

type Drawn = Arbitrary<DrawnFault<Layer>>;

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === 'string');
const isObjects = (value: unknown): boolean => Array.isArray(value) && value.every(isObject);

/** Values of the kinds that are tried first, and any others; none of them right. */
const wrong = (right: (value: unknown) => boolean): Arbitrary<unknown> =>
  fc
    .oneof(
      fc.constantFrom<unknown>(null, true, 0, 'text', '', [], {}, [null], [{}], ['text', 1], [[]], { 0: 'text' }),
      anyJson(),
      fc.tuple(fc.array(oddStrings(), { maxLength: 2 }), anyJson()).map(([texts, value]) => [...texts, value]),
    )
    .filter((value) => !right(value));

/** Documented members of the body, where they stand, and what is right there (Resources B, submission body). */
const MEMBERS: readonly (readonly [
  path: readonly (string | number)[],
  right: (value: unknown) => boolean,
  required: boolean,
])[] = [
  [['params'], isObject, true],
  [['files'], isObjects, true],
  [['params', 'overwrite'], (value) => typeof value === 'boolean', false],
  [['files', 0, 'sources'], isTexts, false],
  [['files', 0, 'destinations'], isTexts, false],
  [['files', 0, 'source_tokens'], isTexts, false],
  [['files', 0, 'destination_tokens'], isTexts, false],
  [['files', 0, 'checksum'], (value) => typeof value === 'string', false],
];

const members: Drawn = fc.oneof(
  fc
    .constantFrom(...MEMBERS)
    .chain(([path, right]) =>
      wrong(right).map((value) =>
        violation('submit/body', `${path.join('/')} is ${shown(value)}`, { do: 'body-changed', path, value: [value] }),
      ),
    ),
  fc
    .constantFrom(...MEMBERS.filter(([, , required]) => required))
    .map(([path]) => violation('submit/body', `${path.join('/')} is missing`, { do: 'body-changed', path, value: [] })),
  wrong(isObject).map((value) =>
    violation('submit/body', `the body is ${shown(value)}`, { do: 'body-changed', path: [], value: [value] }),
  ),
);

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const texts: Drawn = fc.oneof(
  oddStrings()
    .filter((text) => !isJson(text))
    .map((text) =>
      violation('submit/body', `the body is the text ${shown(text)}`, { do: 'body-text', text, cut: 0, put: '' }),
    ),
  fc
    .double({ min: 0, max: 0.99, noNaN: true })
    .map((cut) =>
      violation('submit/body', `the body ends after ${cut} of it`, { do: 'body-text', text: null, cut, put: '' }),
    ),
  fc
    .constantFrom(',', '}', 'x', '"', '//', '\u0000', '\ufeff')
    .map((put) =>
      violation('submit/body', `${shown(put)} stands behind the body`, { do: 'body-text', text: null, cut: 1, put }),
    ),
);

/** Contradictions of a body's form. */
export const bodyViolations = (): Drawn => weighted([3, members], [1, texts]);
