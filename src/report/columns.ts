/** Tables of plain text. */

/** Aligns rows in columns separated by two spaces; numbers are right-aligned. Cells contain printable single-width characters. */
export function columns(rows: readonly (readonly (string | number)[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, String(cell).length);
  }
  return rows.map((row) =>
    row
      .map((cell, index) => (typeof cell === 'number' ? String(cell).padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
