/** Values that contradict one keyword of a schema, derived from the keyword's value. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { exampleOf, type PropertySchema, typesOf } from './record-values.ts';

/** A way to be wrong. `make` returns undefined if a legal value cannot be made wrong (null has no format). */
export interface WrongValue {
  /** Word for ids: `number`, `with-z`, `null-element`. */
  readonly what: string;
  readonly make: (legal: unknown) => unknown;
}

type Make = (legal: unknown) => unknown;

const lazyAjv = (): Ajv2020 =>
  new Ajv2020({ strict: false, validateSchema: false, meta: false, validateFormats: false, addUsedSchema: false });
let ajv: Ajv2020 | undefined;

/** Forbidden values per keyword. The legal value is one that the rest of the schema allows. */
const MAKERS: Readonly<Record<string, (schema: PropertySchema, legal: unknown) => unknown>> = {
  enum: ({ enum: values = [] }, legal) =>
    typeof legal === 'number'
      ? Math.max(...values.filter((value) => typeof value === 'number')) + 1
      : 'outside the list',
  minimum: ({ minimum = 0 }) => minimum - 1,
  maximum: ({ maximum = 0 }) => maximum + 1,
  minLength: ({ minLength = 0 }, legal) => textOf(legal).slice(0, Math.max(0, minLength - 1)),
  maxLength: ({ maxLength = 0 }, legal) => textOf(legal).padEnd(maxLength + 1, 'x'),
  minItems: ({ minItems = 0 }, legal) => arrayOf(legal).slice(0, Math.max(0, minItems - 1)),
  maxItems: (schema, legal) =>
    Array.from({ length: (schema.maxItems ?? 0) + 1 }, (_, at) => arrayOf(legal)[at] ?? elementOf(schema, at)),
  required: ({ required: [first = ''] = [] }, legal) => without(legal, first),
};

/** Texts; most patterns reject at least one of them. */
const TEXTS = ['', ' ', '0', 'x', 'X', '-', 'a value of another form', '\u{1f600}'];

/** Wrong values by keywords; a value that the keyword allows after all is not made. */
export function wrongByKeyword(property: PropertySchema): WrongValue[] {
  const wrong = Object.entries(MAKERS)
    .filter(([keyword]) => keyword in property)
    .map(
      ([keyword, make]): WrongValue => ({
        what: nameOf(keyword),
        make: contradicting(property, [(legal) => (legal === null ? undefined : make(property, legal))]),
      }),
    );
  if (property.pattern !== undefined)
    wrong.push({
      what: 'other-pattern',
      make: contradicting(
        property,
        TEXTS.map((text) => () => text),
      ),
    });
  return wrong;
}

const nameOf = (keyword: string): string =>
  `against-${keyword.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/**
 * Returns the first value that the schema does not allow, if possible one of an allowed type, or undefined without such
 * a value.
 */
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

/** Returns a schema without the members that have separate requirements. */
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
function without(value: unknown, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(objectOf(value)).filter(([member]) => member !== name));
}
