import type { ImportCounts } from "../lists/import-records.js";
import type { CommandIo } from "./io.js";

const BAR_WIDTH = 30;

/**
 * Shows how far an import is: on a terminal a bar that overwrites itself, elsewhere nothing.
 *
 * @param size of the source in bytes; without it, the bar has no end to go to
 */
export function importProgress(io: Pick<CommandIo, "err" | "isTerminal">, size: number | undefined) {
  const startedAt = performance.now();
  let shown = false;
  return {
    show({ lines, bytes }: Readonly<ImportCounts>): void {
      if (!io.isTerminal) return;
      const seconds = Math.max(0.001, (performance.now() - startedAt) / 1000);
      const part = size ? Math.min(1, bytes / size) : undefined;
      const full = Math.round((part ?? 0) * BAR_WIDTH);
      const bar =
        part === undefined ? "" : `[${"=".repeat(full)}${" ".repeat(BAR_WIDTH - full)}] ${Math.floor(part * 100)}% `;
      io.err(`\r${bar}${lines} records, ${Math.round(lines / seconds)} a second `);
      shown = true;
    },
    end(): void {
      if (shown) io.err("\n");
      shown = false;
    },
  };
}
