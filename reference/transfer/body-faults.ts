/** Faults of an answer's body: it is not the JSON that the document says. */
import { guardedOperations } from '../documented-operations.ts';
import type { ReferenceResponse } from '../types.ts';
import { textResponse } from './answers.ts';
import type { Asked, FaultDefinition } from './behaviour.ts';
import { needsOf } from './operation-faults.ts';

/** Bodies that are neither the documented object nor the documented array. */
export const WRONG_BODIES: Readonly<
  Record<string, (text: string) => { readonly text: string; readonly type?: string }>
> = {
  empty: () => ({ text: '' }),
  text: () => ({ text: 'OK', type: 'text/plain' }),
  html: () => ({ text: '<!DOCTYPE html><html><body><h1>Welcome</h1></body></html>', type: 'text/html' }),
  xml: () => ({ text: '<?xml version="1.0"?><answer/>', type: 'application/xml' }),
  truncated: (text) => ({ text: text.slice(0, -1) }),
  'trailing-comma': (text) => ({ text: text.replace(/([}\]])$/, ',$1') }),
  'single-quotes': (text) => ({ text: text.replaceAll('"', "'") }),
  'not-a-number': (text) => ({ text: text.replace(/([}\]])$/, (end) => (end === '}' ? ',"more":NaN}' : ',NaN]')) }),
  'two-documents': (text) => ({ text: `${text}\n${text}` }),
  'in-a-string': (text) => ({ text: JSON.stringify(text) }),
  null: () => ({ text: 'null' }),
  number: () => ({ text: '7' }),
};

const NO_OBJECT: typeof WRONG_BODIES = {
  ...WRONG_BODIES,
  array: (text) => ({ text: `[${text}]` }),
  'empty-array': () => ({ text: '[]' }),
};
export const NO_ARRAY: typeof WRONG_BODIES = {
  ...WRONG_BODIES,
  object: (text) => ({ text: `{"jobs":${text}}` }),
  'first-alone': (text) => ({ text: JSON.stringify((JSON.parse(text) as unknown[])[0] ?? {}) }),
  'number-element': (text) => ({ text: text.replace(/\]$/, ',7]').replace(/^\[,/, '[') }),
  'null-element': (text) => ({ text: text.replace(/\]$/, ',null]').replace(/^\[,/, '[') }),
  'array-element': (text) => ({ text: text.replace(/\]$/, ',[]]').replace(/^\[,/, '[') }),
  'string-element': (text) => ({ text: text.replace(/\]$/, ',"job"]').replace(/^\[,/, '[') }),
};

/** Id `transfer/<operation>/returns-json-object@<what>`, or `returns-json-array` for the listing (without a query). */
export function bodyFaults(): FaultDefinition[] {
  return guardedOperations('transfer').flatMap((operation) => {
    const { name, returns } = operation;
    const kills = `transfer/${name}/returns-json-${returns}`;
    const applies = (asked: Asked): boolean => asked.operation === name && !asked.query.has('vo_name');
    return Object.entries(returns === undefined ? {} : returns === 'array' ? NO_ARRAY : NO_OBJECT).map(
      ([what, body]): FaultDefinition => ({
        id: `${kills}@${what}`,
        kills,
        verdict: 'fail',
        title: `the body of ${name}: ${what.replaceAll('-', ' ')}`,
        origin: 'derived',
        tags: ['body', ...needsOf(operation)],
        create: () => ({ answer: (response, asked) => (applies(asked) ? wrongBody(response, body) : response) }),
      }),
    );
  });
}

/** A successful answer with another body; other answers stay as they are. */
export function wrongBody(
  response: ReferenceResponse,
  make: ((text: string) => { readonly text: string; readonly type?: string }) | undefined,
): ReferenceResponse {
  if (!make || response.status >= 300 || !(response.body instanceof Uint8Array)) return response;
  const { text, type = 'application/json' } = make(Buffer.from(response.body).toString('utf8'));
  return textResponse(response.status, text, type);
}
