/** Values that contradict one keyword of a schema, derived from the keyword's value. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { exampleOf, type PropertySchema, typesOf } from './record-values.ts';

/** One way to be wrong. `make` returns undefined where a legal value gives nothing to spoil (null has no format). */
export interface WrongValue {
  /** Word for ids: `number`, `with-z`, `null-element`. */
  readonly what: string;
  readonly make: (legal: unknown) => unknown;
}

type Make = (legal: unknown) => unknown;

const lazyAjv = (): Ajv2020 =>
  new Ajv2020({ strict: false, validateSchema: false, meta: false, validateFormats: false, addUsedSchema: false });
let ajv: Ajv2020 | undefined;

/** Keywords that `wrongValues` covers by itself. */
const COVERED = new Set(['type', 'format', 'const', 'examples', 'properties']);

/** Forbidden values per keyword. The legal value is one that the rest of the schema allows. */
const MAKERS: Readonly<Record<string, (schema: PropertySchema, legal: unknown) => unknown>> = {
  enum: ({ enum: values = [] }, legal) =>
    typeof legal === 'number'
      ? Math.max(...values.filter((value) => typeof value === 'number')) + 1
      : 'outside the list',
  minimum: ({ minimum = 0 }) => minimum - 1,
  exclusiveMinimum: ({ exclusiveMinimum }) => exclusiveMinimum,
  maximum: ({ maximum = 0 }) => maximum + 1,
  exclusiveMaximum: ({ exclusiveMaximum }) => exclusiveMaximum,
  multipleOf: ({ multipleOf = 1 }, legal) =>
    (typeof legal === 'number' ? legal : 0) + (multipleOf > 1 && Number.isInteger(multipleOf) ? 1 : multipleOf / 2),
  minLength: ({ minLength = 0 }, legal) => textOf(legal).slice(0, Math.max(0, minLength - 1)),
  maxLength: ({ maxLength = 0 }, legal) => textOf(legal).padEnd(maxLength + 1, 'x'),
  minItems: ({ minItems = 0 }, legal) => arrayOf(legal).slice(0, Math.max(0, minItems - 1)),
  maxItems: (schema, legal) =>
    Array.from({ length: (schema.maxItems ?? 0) + 1 }, (_, at) => arrayOf(legal)[at] ?? elementOf(schema, at)),
  uniqueItems(schema, legal) {
    const [first = elementOf(schema, 0)] = arrayOf(legal);
    return [...(arrayOf(legal).length > 0 ? arrayOf(legal) : [first]), first];
  },
  contains: () => [],
  prefixItems: ({ prefixItems: [first] = [] }, legal) => [otherThan(first), ...arrayOf(legal).slice(1)],
  minProperties: () => ({}),
  maxProperties: ({ maxProperties = 0 }, legal) => ({
    ...objectOf(legal),
    ...Object.fromEntries(Array.from({ length: maxProperties + 1 }, (_, at) => [`member${at}`, 'x'])),
  }),
  required: ({ required: [first = ''] = [] }, legal) => without(legal, first),
  dependentRequired({ dependentRequired = {} }, legal) {
    const [name = '', [other = ''] = []] = Object.entries(dependentRequired)[0] ?? [];
    return { ...without(legal, other), [name]: 'x' };
  },
  propertyNames: (_, legal) => ({
    ...objectOf(legal),
    '': 'x',
    ' ': 'x',
    'a member of a very long name 0123456789': 'x',
  }),
  additionalProperties: (_, legal) => ({ ...objectOf(legal), 'further member': [] }),
};

/** Texts one of which most patterns reject. */
const TEXTS = ['', ' ', '0', 'x', 'X', '-', 'a value of another form', '\u{1f600}'];
/** Values one of which most combinations reject. */
const VALUES: readonly unknown[] = [...TEXTS, 7, -1, 0.5, true, null, {}, []];

/** Wrong values by keywords; a value that the keyword allows after all is not made. */
export function wrongByKeyword(property: PropertySchema): WrongValue[] {
  const { pattern, patternProperties, allOf, anyOf, oneOf, not } = property;
  const wrong = Object.entries(MAKERS)
    .filter(
      ([keyword]) =>
        keyword in property &&
        !COVERED.has(keyword) &&
        !(keyword === 'additionalProperties' && typeof property.additionalProperties === 'object'),
    )
    .map(
      ([keyword, make]): WrongValue => ({
        what: nameOf(keyword),
        make: contradicting(property, [(legal) => (legal === null ? undefined : make(property, legal))]),
      }),
    );
  if (pattern !== undefined)
    wrong.push({
      what: 'other-pattern',
      make: contradicting(
        property,
        TEXTS.map((text) => () => text),
      ),
    });
  if (patternProperties !== undefined) {
    const named = VALUES.map(
      (value): Make =>
        (legal) => ({
          ...objectOf(legal),
          ...Object.fromEntries(
            Object.keys(patternProperties)
              .flatMap((expression) =>
                TEXTS.concat(expression.replace(/[^\w-]/g, '')).filter((name) =>
                  new RegExp(expression, 'u').test(name),
                ),
              )
              .map((name) => [name, value]),
          ),
        }),
    );
    wrong.push({ what: 'other-pattern-property', make: contradicting(property, named) });
  }
  const branches = [...(allOf ?? []), ...(anyOf ?? []), ...(oneOf ?? []), ...(not ? [not] : [])];
  if (branches.length > 0) {
    const candidates = [
      ...branches.map(
        (branch): Make =>
          () =>
            exampleOf(branch, 0),
      ),
      ...VALUES.map(
        (value): Make =>
          () =>
            value,
      ),
    ];
    wrong.push({ what: 'other-combination', make: contradicting(property, candidates) });
  }
  return wrong;
}

const nameOf = (keyword: string): string =>
  `against-${keyword.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** The first value that the schema does not allow, if possible one of an allowed type; undefined where none is. */
function contradicting(property: PropertySchema, makes: readonly Make[]): Make {
  let allowed: ValidateFunction | undefined;
  let typed: ValidateFunction | undefined;
  return (legal) => {
    ajv ??= lazyAjv();
    allowed ??= ajv.compile(constraints(property));
    typed ??= ajv.compile(typesOf(property).length > 0 ? { type: [...typesOf(property)] } : {});
    const wrong = makes.map((make) => make(legal)).filter((value) => value !== undefined && allowed?.(value) === false);
    return wrong.find((value) => typed?.(value)) ?? wrong[0];
  };
}

/** A schema without the members that have separate requirements. */
function constraints(property: PropertySchema): object {
  const { properties, required = [], variants: _variants, aspects: _aspects, ...others } = property;
  const names = Object.fromEntries(Object.keys(properties ?? {}).map((name) => [name, true]));
  return { ...others, properties: names, required: required.filter((name) => !Object.hasOwn(names, name)) };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : 'value');
const arrayOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const elementOf = ({ items }: PropertySchema, index: number): unknown => (items ? exampleOf(items, index) : index);
const otherThan = (schema: PropertySchema | boolean | undefined): unknown =>
  typeof schema === 'object' && typesOf(schema).includes('string') ? 7 : 'other';

function without(value: unknown, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(objectOf(value)).filter(([member]) => member !== name));
}
