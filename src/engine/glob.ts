/** Patterns of ids. */

/** An expression for a pattern: `*` stands for anything within a segment, `**` for anything. `tail`: the source of what may follow. */
export function globOf(pattern: string, tail = ''): RegExp {
  const source = pattern
    .split(/(\*\*|\*)/)
    .map((part) => (part === '**' ? '.*' : part === '*' ? '[^/]*' : part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&')))
    .join('');
  return new RegExp(`^${source}${tail}$`);
}
