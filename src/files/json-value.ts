/** Members of JSON values. */

/** Whether a JSON value is an object, and no array. */
export function isObject(json: unknown): json is Record<string, unknown> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** Returns a JSON value that is an object; undefined for anything else. */
export function objectIn(json: unknown): Record<string, unknown> | undefined {
  return isObject(json) ? json : undefined;
}

/** Returns an own member of a JSON object, or an element of an array; undefined for anything else. */
export function memberOf(json: unknown, name: string): unknown {
  return typeof json === 'object' && json !== null && Object.hasOwn(json, name)
    ? (json as Record<string, unknown>)[name]
    : undefined;
}

/** Returns a member that is a text, and not an empty one; undefined for anything else. */
export function textIn(json: unknown, name: string): string | undefined {
  const text = memberOf(json, name);
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** Returns the steps of a JSON pointer (RFC 6901, section 4). */
export function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/**
 * Whether two values are the same, with members in any order, for values read from JSON or built like them. Compares
 * without writing either.
 */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one))
    return (
      Array.isArray(other) && one.length === other.length && one.every((item, index) => sameJson(item, other[index]))
    );
  if (!isObject(one) || !isObject(other)) return false;
  const names = definedIn(one);
  return (
    names.length === definedIn(other).length &&
    names.every((name) => Object.hasOwn(other, name) && sameJson(one[name], other[name]))
  );
}

const definedIn = (json: Record<string, unknown>) => Object.keys(json).filter((name) => json[name] !== undefined);
