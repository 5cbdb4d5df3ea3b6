/** Formats rows in columns as wide as their longest cell; numbers are right-aligned. */
export function table(head: string[], rows: string[][]): string {
  const widths = head.map((name, i) => Math.max(name.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const numeric = head.map((_, i) => rows.length > 0 && rows.every((row) => /^\d+$/.test(row[i] ?? "")));
  const line = (cells: string[]) =>
    cells
      .map((cell, i) => (numeric[i] ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
      .join("  ")
      .trimEnd();
  return [line(head), line(widths.map((width) => "-".repeat(Math.min(width, 60)))), ...rows.map(line)].join("\n");
}
