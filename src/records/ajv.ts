/** Makes all validators. */
import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import { FORMATS } from './formats.ts';

/** Schemas are checked when they are read (`keywords.ts`), so that Ajv need not compile the meta-schemas. */
const COMMON: Options = {
  strict: false,
  validateSchema: false,
  meta: false,
  addUsedSchema: false,
  // 1e400 is a JSON number that JavaScript reads as Infinity: rejecting it would be a false alarm.
  strictNumbers: false,
};

const made = new Map<string, Ajv2020>();

function shared(name: string, options: Options) {
  const known = made.get(name);
  if (known) return known;
  const ajv = new Ajv2020({ ...COMMON, ...options });
  for (const [format, { test }] of Object.entries(FORMATS)) ajv.addFormat(format, test);
  made.set(name, ajv);
  return ajv;
}

/**
 * Compiles a schema for judging: it stops at the first error. Every object has members such as `constructor`, so only
 * own ones count.
 */
export function compileSchema(schema: object): ValidateFunction {
  return shared('judge', { messages: false, ownProperties: true }).compile(schema);
}

/** Problems of a document, in Ajv's words; empty if it is valid. */
export type DocumentJudge = (content: unknown) => readonly ErrorObject[];

/**
 * Compiles the schema of a document.
 * @param extent `first` for untrusted documents: collecting all errors takes time quadratic in their number
 */
export function compileDocument(schema: object, extent: 'all' | 'first' = 'all'): DocumentJudge {
  const validate = shared(extent, { allErrors: extent === 'all', verbose: true }).compile(schema);
  return (content) => (validate(content) ? [] : (validate.errors ?? []));
}
