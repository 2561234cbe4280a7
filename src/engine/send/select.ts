/** The requirements that are selected: `--only` patterns over ids. */
import type { Contract } from '../../contract/types.ts';
import { InputError, namesIn } from '../../files/read-file.ts';
import { nearest } from '../../settings/nearest.ts';

/** An invalid selection; the message is for the user. */
export class SelectionError extends InputError {}

/**
 * Compiles patterns: a plain prefix selects everything below it, `*` matches within a segment, `**` also across
 * segments; a comma or repetition means "or". Without a pattern, everything is selected. Throws SelectionError if
 * the patterns are empty, or one matches none of `ids`.
 * @param kind what the ids name, in the words of `assay list`
 */
export function selection(
  patterns: readonly string[],
  ids: Iterable<string>,
  kind = 'requirements',
): (id: string) => boolean {
  const tests = namesIn(patterns)
    .map((pattern) => pattern.replace(/\/+$/, ''))
    .filter((pattern) => pattern !== '');
  if (patterns.length === 0) return () => true;
  if (tests.length === 0) throw new SelectionError('--only is empty: name an id or a pattern, or leave out --only.');
  const all = [...ids];
  const compiled = tests.map((pattern) => {
    const test = patternOf(pattern);
    if (!all.some((id) => test.test(id))) throw new SelectionError(noneOf(pattern, all, kind));
    return test;
  });
  return (id) => compiled.some((test) => test.test(id));
}

/** Returns the selection from the requirements of contracts. */
export function selectionOf(
  patterns: readonly string[],
  all: readonly { readonly contract: Pick<Contract, 'requirements'> }[],
): (id: string) => boolean {
  return selection(
    patterns,
    all.flatMap(({ contract }) => [...contract.requirements.keys()]),
  );
}

function noneOf(pattern: string, ids: readonly string[], kind: string) {
  if (kind === 'requirements' && /(?:^|\/)client(?:\/|$)/.test(pattern))
    return `--only ${JSON.stringify(pattern)} selects requirements of clients, which assay serve tests, and not assay run. For a list: assay list client-requirements`;
  const near =
    withAllBelow(pattern, ids) ??
    nearest(pattern, [
      ...new Set(ids.flatMap((id) => id.split('/').map((_, at, segments) => segments.slice(0, at + 1).join('/')))),
    ]);
  return `--only ${JSON.stringify(pattern)} matches no ${kind.replace(/s$/, '')}${near === undefined ? '.' : `; did you mean ${near}?`} For a list: assay list ${kind}`;
}

/** Returns the pattern for all ids below those of a pattern, if there are any. */
function withAllBelow(pattern: string, ids: readonly string[]): string | undefined {
  const below = `${pattern}/**`;
  return ids.some((id) => globOf(below).test(id)) ? below : undefined;
}

/** Returns an expression for a pattern; a plain prefix also selects everything below it. */
export const patternOf = (pattern: string): RegExp => globOf(pattern, pattern.includes('*') ? '' : '(?:/.*)?');

/**
 * Returns an expression for a pattern: `*` matches any text within a segment, `**` any text. `tail`: the source of what
 * may follow.
 */
export function globOf(pattern: string, tail = ''): RegExp {
  const source = pattern
    .split(/(\*\*|\*)/)
    .map((part) => (part === '**' ? '.*' : part === '*' ? '[^/]*' : part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&')))
    .join('');
  return new RegExp(`^${source}${tail}$`);
}

/** Returns the interface of a requirement, with which its id begins. */
export const interfaceOf = (id: string): string => id.slice(0, id.indexOf('/'));
