/**
 * Operators on HTTP responses and on JSON values, for the changes of each reference that speaks HTTP. A table of
 * operators includes them with its stages: `{ ...jsonOperators<S>('record'), ...responseOperators<S>('answer') }`.
 */
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { operator, type Situation } from './change.ts';
import type { ReferenceResponse } from './types.ts';

/** The argument of an operator, or a function that computes it from the legal value and the situation. */
export type Made<Value, S, Result> = Result | ((legal: Value, situation: S) => Result);

/** Returns the value of an argument in a situation. */
export const made = <Value, S, Result>(argument: Made<Value, S, Result>, legal: Value, situation: S): Result =>
  typeof argument === 'function' ? (argument as (legal: Value, situation: S) => Result)(legal, situation) : argument;

/** Parts of a value, to replace. */
export type Parts<Value> = { readonly [Part in keyof Value]?: Value[Part] | undefined };

/** Returns how the operators that replace a legal value, or parts of it, by their argument are declared. */
export const replacing = <S extends Situation>() => ({
  putting: <Value>(stage: string) =>
    operator<S, Value>(stage)<Made<Value, S, Value>>((value, argument, situation) => made(argument, value, situation)),
  merging: <Value extends object>(stage: string) =>
    operator<S, Value>(stage)<Made<Value, S, Parts<Value>>>((value, argument, situation) => ({
      ...value,
      ...made(argument, value, situation),
    })),
});

type Members = Readonly<Record<string, unknown>>;
type Json = string | number | boolean | null | undefined | readonly unknown[] | Members;

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;

/**
 * Returns a JSON value with another one at a path, such as `/a/b` or `a/b`. Undefined removes the member; without an
 * object there, the value stays unchanged.
 */
function withAt(value: unknown, path: string, make: (legal: unknown) => unknown): unknown {
  const [name = '', ...rest] = path.replace(/^\//, '').split('/');
  if (!isObject(value)) return value;
  const changed = rest.length > 0 ? withAt(value[name], rest.join('/'), make) : make(value[name]);
  if (Array.isArray(value)) return value.with(Number(name), changed);
  const { [name]: _legal, ...others } = value;
  if (changed === undefined) return name in value ? others : value;
  return { ...value, [name]: changed };
}

/** Returns operators on JSON values; `path` says where, absent: the whole. */
export function jsonOperators<S extends Situation>(stage: string) {
  const json = operator<S, unknown>(stage);
  return {
    /** Puts a value at a path. */
    set: json<Json | ((legal: unknown, situation: S) => unknown)>((value, argument, situation, path) =>
      path === undefined
        ? made(argument, value, situation)
        : withAt(value, path, (legal) => made(argument, legal, situation)),
    ),
    /** Takes the member at a path away. */
    drop: json<undefined>((value, _argument, _situation, path = '') => withAt(value, path, () => undefined)),
    /** Adds members to an object, or changes them. */
    members: json<Made<Members, S, Members>>((value, argument, situation) =>
      isObject(value) ? { ...value, ...made(argument, value, situation) } : value,
    ),
  };
}

/** Content codings. */
export const CODINGS = {
  gzip: (bytes: Uint8Array): Uint8Array => gzipSync(bytes),
  deflate: (bytes: Uint8Array): Uint8Array => deflateSync(bytes),
  // The usual quality takes seconds for a long listing.
  br: (bytes: Uint8Array): Uint8Array => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }),
} as const;

/** Whether a response has a body that is not sent piece by piece. */
export const hasBody = (response: ReferenceResponse): response is ReferenceResponse & { readonly body: Uint8Array } =>
  response.body instanceof Uint8Array && response.body.length > 0;

type Headers = ReferenceResponse['headers'];
type MakesHeaders = (response: ReferenceResponse) => { readonly headers: Headers };
const spelling =
  (spell: (name: string) => string): MakesHeaders =>
  ({ headers }) => ({ headers: headers.map(([name, value]) => [spell(name), value]) });
/** Variants by name: what changes the spelling of every header. */
export const SPELLINGS = {
  'headers-lower-case': spelling((name) => name.toLowerCase()),
  'headers-upper-case': spelling((name) => name.toUpperCase()),
};
/** Returns what adds headers after the existing ones, whose names keep the given case. */
export const adding =
  (...more: Headers): MakesHeaders =>
  ({ headers }) => ({ headers: [...headers, ...more] });

/** Returns headers with one of them set, or without it if the value is undefined. */
export function withHeader(headers: Headers, name: string, value: string | undefined): Headers {
  const at = headers.findIndex(([other]) => other.toLowerCase() === name.toLowerCase());
  if (value === undefined) return headers.filter((_, index) => index !== at);
  return at < 0 ? [...headers, [name, value]] : headers.with(at, [name, value]);
}

/** Returns operators on whole responses. */
export function responseOperators<S extends Situation>(stage: string) {
  const response = operator<S, ReferenceResponse>(stage);
  return {
    /** Replaces parts of any response: status, headers, body, `delayMs`, `connection: 'reset'`. */
    response: replacing<S>().merging<ReferenceResponse>(stage),
    /** Replaces parts of successful responses only. */
    success: response<Made<ReferenceResponse, S, Partial<ReferenceResponse>>>((value, argument, situation) =>
      value.status < 300 ? { ...value, ...made(argument, value, situation) } : value,
    ),
    /** Another text as the body of a success. */
    text: response<Made<string, S, string>>((value, argument, situation) =>
      value.status < 300 && value.body instanceof Uint8Array
        ? { ...value, body: Buffer.from(made(argument, Buffer.from(value.body).toString('utf8'), situation)) }
        : value,
    ),
    /** Sets the header that `path` names; undefined takes it away. */
    header: response<string | undefined>((value, argument, _situation, name = '') => ({
      ...value,
      headers: withHeader(value.headers, name, argument),
    })),
    /** The body in chunks of the given number of bytes. */
    pieces: response<number>((value, size) =>
      hasBody(value) && value.status !== 204 ? { ...value, body: () => piecesOf(value.body, size) } : value,
    ),
    /** The body compressed, unless the request's Accept-Encoding forbids it. */
    coding: response<keyof typeof CODINGS>((value, coding, { request }) => {
      const accepted = request.headers['accept-encoding'];
      if (!hasBody(value) || accepted?.includes(coding) === false) return value;
      return {
        ...value,
        headers: [...value.headers, ['Content-Encoding', coding]],
        body: CODINGS[coding](value.body),
      };
    }),
  };
}

type Reply = (legal: ReferenceResponse, situation: Situation) => ReferenceResponse;

/** Returns the response to an earlier request for the same operation, if one is known. */
export const ofAnother: Reply = (legal, { request }) => request.past?.like(true)?.response ?? legal;
/** Returns a rejection with the data that another caller got. */
export const leaking: Reply = (refusal, { request }) => ({
  ...refusal,
  body: request.past?.like()?.response.body ?? refusal.body,
});
/** Returns a character of one code unit as JSON can write it. */
export const unicodeEscape = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
/** Returns a text with a byte order mark. */
export const withByteOrderMark = (text: string): string => `\ufeff${text}`;
/** Returns a JSON text whose first member is there twice. */
export const withNameTwice = (text: string): string => text.replace(/\{("(?:[^"\\]|\\.)*"):/, '{$1:null,$1:');

/** Returns a body in pieces of the given number of bytes. */
export async function* piecesOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
