/** Which requirements were asked for: `--only` patterns over ids. */
import { globOf } from './glob.ts';

/** A selection that cannot be used; the message is for the user. */
export class SelectionError extends Error {
  override readonly name = 'SelectionError';
}

/**
 * Compiles patterns: a plain prefix selects all below it, `*` stays within a segment, `**` does not; comma or repetition means or.
 * No pattern selects everything. Throws SelectionError naming a pattern that matches none of `ids`.
 */
export function selection(patterns: readonly string[], ids: Iterable<string>): (id: string) => boolean {
  const tests = patterns
    .flatMap((pattern) => pattern.split(','))
    .map((pattern) => pattern.trim().replace(/\/+$/, ''))
    .filter((pattern) => pattern !== '');
  if (tests.length === 0) return () => true;
  const all = [...ids];
  const compiled = tests.map((pattern) => {
    const test = globOf(pattern, pattern.includes('*') ? '' : '(?:/.*)?');
    if (!all.some((id) => test.test(id)))
      throw new SelectionError(
        `--only ${pattern} matches no requirement${pattern.includes('/client/') ? ' of a service; what clients send is judged by `assay serve`' : ''}; \`assay list requirements\` prints them, and transfer/job or transfer/*/refuses/** are examples.`,
      );
    return test;
  });
  return (id) => compiled.some((test) => test.test(id));
}
