/** Tables of text. Without imports, so that commands which print one start quickly. */

/**
 * Aligns rows in columns separated by two spaces, to the right if a column has numbers. Cells contain printable
 * single-width characters.
 */
export function columns(rows: readonly (readonly (string | number)[])[]): string[] {
  const columnsOf = (rows[0] ?? []).map((_, index) => rows.map((row) => row[index] ?? ''));
  const widths = columnsOf.map((cells) => Math.max(...cells.map((cell) => String(cell).length)));
  const numeric = columnsOf.map((cells) => cells.some((cell) => typeof cell === 'number'));
  const aligned = (cell: string | number, index: number) =>
    String(cell)[numeric[index] ? 'padStart' : 'padEnd'](widths[index] ?? 0);
  return rows.map((row) => row.map(aligned).join('  ').trimEnd());
}
