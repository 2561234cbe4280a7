/** Tables of plain text. */
import type { Layout } from './layout.ts';

/** Aligns rows in columns separated by two spaces, to the right if a column has numbers. Cells contain printable single-width characters. */
export function columns(rows: readonly (readonly (string | number)[])[]): string[] {
  const widths: number[] = [];
  const numeric = new Set<number>();
  for (const row of rows) {
    for (const [index, cell] of row.entries()) {
      widths[index] = Math.max(widths[index] ?? 0, String(cell).length);
      if (typeof cell === 'number') numeric.add(index);
    }
  }
  return rows.map((row) =>
    row
      .map((cell, index) =>
        numeric.has(index) ? String(cell).padStart(widths[index] ?? 0) : String(cell).padEnd(widths[index] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}

/** Like `columns`, for a terminal: the last cell is wrapped, below the others if they leave it less than a third of a line. */
export function wrappedColumns(rows: readonly (readonly string[])[], layout: Layout): string[] {
  const heads = columns(rows.map((row) => row.slice(0, -1)));
  const wide = Math.max(0, ...heads.map((head) => head.length)) + 2;
  return rows.flatMap((row, index) => {
    const last = row.at(-1) ?? '';
    const head = heads[index] ?? '';
    if (wide < (layout.width * 2) / 3) return layout.wrapped(last, head.padEnd(wide));
    return last === '' ? [head] : [head, layout.wrapped(last, '    ')];
  });
}
