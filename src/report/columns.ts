/** Tables of plain text. */

/** Rows as columns with two blanks between them; numbers stand to the right. Cells hold printable text of single-width characters. */
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
