import { escapeHidden } from "@metadata-service/spec-tools/languages";
import type { ImportCounts } from "../lists/import-records.js";
import type { CommandIo } from "./io.js";

const BAR_WIDTH = 30;
/** Erases the rest of the line, because the new text may be shorter than the old one. */
const ERASE = "\x1b[K";

/**
 * Shows the progress of an import: a bar that is updated on a terminal, nothing elsewhere.
 *
 * @param size the size of the source in bytes; without it, the bar shows no percentage
 */
export function importProgress(io: Pick<CommandIo, "draw" | "isTerminal">, size: number | undefined) {
  const startedAt = performance.now();
  let line = "";
  return {
    show({ lines, bytes }: Readonly<ImportCounts>): void {
      if (!io.isTerminal) return;
      const seconds = Math.max(0.001, (performance.now() - startedAt) / 1000);
      const part = size ? Math.min(1, bytes / size) : undefined;
      const full = Math.round((part ?? 0) * BAR_WIDTH);
      const bar =
        part === undefined ? "" : `[${"=".repeat(full)}${" ".repeat(BAR_WIDTH - full)}] ${Math.floor(part * 100)}% `;
      line = `${bar}${lines} records, ${Math.round(lines / seconds)} per second `;
      io.draw(`\r${line}${ERASE}`);
    },
    /** Prints a separate line, above the bar if there is one. */
    say(text: string): void {
      const shown = escapeHidden(text);
      io.draw(line ? `\r${ERASE}${shown}\n${line}` : `${shown}\n`);
    },
    end(): void {
      if (line) io.draw("\n");
      line = "";
    },
  };
}
