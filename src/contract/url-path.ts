/** Paths that are appended to the address of a service (RFC 3986, section 3.3). */

/**
 * Returns the problem with a path of a URL, as the end of a sentence, or undefined if it has none. A path that passes
 * can lead neither to another host nor out of the directory of the address.
 * @param placeholders names that must be in braces, and no others
 * @param query whether it is the whole target of a request, so that a query may follow
 */
export function urlPathProblem(
  path: string,
  placeholders: readonly string[] = [],
  { query = false } = {},
): string | undefined {
  if (!path.startsWith('/')) return 'it must begin with /';
  if (path.startsWith('//')) return 'two slashes at the beginning would name a host';
  const unknown = [...path.matchAll(/\{([^{}]*)\}/g)]
    .map(([, name = '']) => name)
    .find((name) => !placeholders.includes(name));
  if (unknown !== undefined) return `it contains an unknown placeholder, {${unknown}}`;
  const filled = path.replace(/\{[^{}]*\}/g, 'x');
  const [plain] = filled.split('?', 1) as [string];
  const odd = /[^!$&'()*+,;=:@%/\w.~-]/.exec(query ? filled.replaceAll('?', '/') : filled)?.[0];
  if (odd !== undefined) return `it contains ${JSON.stringify(odd)}, which must be percent-encoded`;
  if (/%(?![0-9A-Fa-f]{2})/.test(filled)) return 'it contains a % without two hexadecimal digits';
  if (plain.split('/').some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment)))
    return 'it contains a segment "." or ".."';
  const lost = placeholders.find((name) => !path.includes(`{${name}}`));
  return lost === undefined ? undefined : `it lacks {${lost}}`;
}
