/** Groups results with the same cause, so that one unanswered operation is one line and not sixty. */
import type { Blame, Result, Verdict } from '../engine/types.ts';

export interface Cause {
  readonly verdict: Verdict;
  readonly blame: Blame | undefined;
  /** The sentence, without the name of the operation if several operations share it. */
  readonly why: string;
  /** Operations that the sentence begins with, if any. */
  readonly operations: readonly string[];
  readonly ids: readonly string[];
}

/** Causes of the results with a verdict, the most frequent first. */
export function causesOf(results: readonly Result[], verdict: Verdict): Cause[] {
  const names = new Set(results.flatMap(({ operation }) => operation ?? []));
  const groups = new Map<string, { blame: Blame | undefined; messages: Set<string>; why: string; operations: Set<string>; ids: string[] }>();
  for (const result of results) {
    if (result.verdict !== verdict) continue;
    const message = result.message ?? 'No reason given.';
    const { subject, rest } = taken(message, names);
    const key = `${result.blame ?? ''} ${rest}`;
    const group = groups.get(key) ?? { blame: result.blame, messages: new Set(), why: rest, operations: new Set(), ids: [] };
    group.messages.add(message);
    if (subject !== undefined) group.operations.add(subject);
    group.ids.push(result.id);
    groups.set(key, group);
  }
  return [...groups.values()]
    .map(({ blame, messages, why, operations, ids }): Cause => {
      const only = messages.size === 1 ? [...messages][0] : undefined;
      return only === undefined ? { verdict, blame, why, operations: [...operations], ids } : { verdict, blame, why: only, operations: [], ids };
    })
    .sort((a, b) => b.ids.length - a.ids.length);
}

/** Takes the operation off the beginning of a sentence: `It needs X, and X was answered with 503.` becomes `Answered with 503.` */
function taken(message: string, names: ReadonlySet<string>): { readonly subject: string | undefined; readonly rest: string } {
  const [, , subject, rest] = /^(it needs \S+, and )?(\S+) (?:was )?(.+)$/is.exec(message) ?? [];
  const name = subject?.toLowerCase();
  if (name === undefined || rest === undefined || !names.has(name)) return { subject: undefined, rest: message };
  return { subject: name, rest: `${rest.slice(0, 1).toUpperCase()}${rest.slice(1)}` };
}
