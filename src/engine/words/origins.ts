/**
 * Values in requests, each created together with its origin; the meaning of a response follows from the origins
 * (`classify.ts`).
 */
import type { Exchange, Origin, Origins, WireBody } from '../../wire/types.ts';
import { remembered } from './remembered.ts';

/** A text to send, and its origin. A JSON body contains such values instead of texts. */
export class Value {
  constructor(
    readonly text: string,
    readonly origins: readonly Origin[],
  ) {}

  toString(): string {
    return this.text;
  }
}

/** A body that is not JSON, and its origin. */
export interface Content {
  readonly body: WireBody;
  readonly origins: readonly Origin[];
}

/** Returns a value that a setting contains. @param member the part of the setting that contains it */
export function setting(name: string, text: string, member?: string): Value {
  return new Value(text, [{ from: 'setting', name, member }]);
}

/** Returns a value of a setting with which the operator states that the deployment accepts it. */
export function vouched(name: string, text: string): Value {
  return new Value(text, [{ from: 'setting', name, vouched: true }]);
}

/**
 * Returns the value for an operation that accepts objects of any kind, files or directories: its success does not show
 * the kind of the object.
 */
export function ofAnyKind({ text, origins }: Value): Value {
  return new Value(
    text,
    origins.map((origin) =>
      origin.from === 'setting' || origin.from === 'answer' ? { ...origin, anyKind: true } : origin,
    ),
  );
}

/**
 * Returns a value that a response of the service contained.
 * @param at its place in the response, as a JSON pointer or in words
 * @param unsure the document leaves open where the identifier is in the response, and the identifier may be another
 * text of it
 */
export function from(answer: Exchange, at: string, text: string, unsure = false): Value {
  return new Value(text, [
    { from: 'answer', exchange: answer.id, at, ...(unsure && { unsure }), ...subjectOf(answer) },
  ]);
}

/**
 * Returns the settings that an identifier in a response refers to. A response that creates no object identifies the
 * object that its request named; if the name came from a setting, the identifier is of the object that the setting
 * names.
 */
function subjectOf(answer: Exchange) {
  if (answer.ledger !== undefined) return {};
  const about = new Set(
    placedOrigins(answer).flatMap(({ parameter, origin }) => (parameter === undefined ? [] : settingsIn(origin))),
  );
  return about.size > 0 ? { about: [...about] } : {};
}

/** Returns the parameters of a recorded request, to send them again. */
export function paramsOf(exchange: Exchange): Readonly<Record<string, Value>> {
  const origins = originsOf(exchange);
  return Object.fromEntries(
    Object.entries(exchange.params).map(([name, value]) => [name, new Value(value, origins[`params/${name}`] ?? [])]),
  );
}

/** Returns a value that Assay made, of a kind that any deployment accepts. */
export function made(text: string): Value {
  return new Value(text, [{ from: 'assay' }]);
}

/**
 * Returns a value that Assay made, and what is unusual about it: the document does not say that such a value is
 * accepted.
 */
export function unusual(what: string, text: string): Value {
  return new Value(text, [{ from: 'assay', unusual: what, leftOpen: true }]);
}

/** Returns a value that the document leaves open. @param name the setting that would name it, if there is one */
export function open(gap: string, text: string, name?: string): Value {
  return new Value(text, [{ from: 'gap', gap, value: text, setting: name }]);
}

/** Returns a text composed of parts, with the origins of its parts; plain texts among them are the document's. */
export function text(strings: TemplateStringsArray, ...parts: readonly (Value | string)[]): Value {
  const whole = strings.map((fixed, index) => `${fixed}${parts[index] ?? ''}`).join('');
  return new Value(
    whole,
    parts.flatMap((part) => (part instanceof Value ? part.origins : [])),
  );
}

/** Returns a JSON body with texts in place of its `Value`s, and their origins by place. */
export function resolved(json: unknown) {
  const origins: Record<string, readonly Origin[]> = {};
  const walk = (value: unknown, at: string): unknown => {
    if (value instanceof Value) {
      if (value.origins.length > 0) origins[at] = value.origins;
      return value.text;
    }
    if (Array.isArray(value)) return value.map((item, index) => walk(item, `${at}/${index}`));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, walk(member, `${at}/${name}`)]));
  };
  return { json: walk(json, 'body'), origins };
}

/** Returns the origins of the values of a request; empty for a request that Assay did not send. */
export function originsOf({ origins = {} }: Pick<Exchange, 'origins'>): Origins {
  return origins;
}

/** Returns every origin of the values of a request, with its place and, if that is a parameter, its name. */
export const placedOrigins = remembered((exchange: Pick<Exchange, 'origins'>) =>
  Object.entries(originsOf(exchange)).flatMap(([place, origins]) =>
    origins.map((origin) => ({ place, parameter: /^params\/(.+)$/.exec(place)?.[1], origin })),
  ),
);

/** Returns the settings that an origin refers to, each with its member: `SETTING`, `SETTING member`. */
export function settingsIn(origin: Origin): readonly string[] {
  if (origin.from === 'setting') return [origin.member === undefined ? origin.name : `${origin.name} ${origin.member}`];
  return origin.from === 'answer' ? (origin.about ?? []) : [];
}
