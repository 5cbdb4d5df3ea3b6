import { own } from "@metadata-service/spec-tools/own";
import type { Paint } from "@metadata-service/spec-tools/terminal";
import type { Column } from "../command-table.js";
import { jsonText } from "./json-text.js";
import { printable } from "./printable.js";
import { cut, pad, textWidth } from "./text-width.js";

/** A record as it comes from the service. */
export type Item = Readonly<Record<string, unknown>>;

const GAP = 2;
/** The minimum width of a column; below it, the last columns are hidden. */
const NARROWEST = 8;

/**
 * Formats records as a table that fits the terminal: long values are truncated, and hidden columns are listed below it.
 *
 * @param width the columns of the terminal
 */
export function formatTable(records: readonly Item[], columns: readonly Column[], width: number, paint: Paint): string {
  const used = columns.filter(({ name }) => records.some((record) => own(record, name) !== undefined));
  const shown = used.length > 0 ? used : columns;
  const cells = shown.map(({ name }) => records.map((record) => cellOf(own(record, name))));
  const wanted = shown.map(({ name }, i) => Math.max(textWidth(name), ...(cells[i] ?? []).map(textWidth)));
  const widths = fit(wanted, width);
  const line = (texts: readonly string[]) =>
    widths
      .map((columns, i) => pad(cut(texts[i] ?? "", columns), columns))
      .join(" ".repeat(GAP))
      .trimEnd();
  const rows = records.map((_, row) => line(shown.map((_, i) => cells[i]?.[row] ?? "")));
  const hidden = shown.slice(widths.length).map(({ name }) => name);
  const note =
    hidden.length > 0
      ? [paint("dim", cut(`Not shown: ${hidden.join(", ")}. See --format json.`, Math.max(20, width)))]
      : [];
  return [paint("bold", line(shown.map(({ name }) => printable(name)))), ...rows, ...note]
    .map((text) => `${text}\n`)
    .join("");
}

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return printable(typeof value === "string" ? value : jsonText(value));
}

/**
 * Returns the widths of as many columns as fit. The widest columns are narrowed first; the identity column, which comes
 * first, is narrowed only if it does not fit by itself.
 */
function fit(wanted: readonly number[], width: number): number[] {
  const [first = 0, ...widths] = wanted;
  const room = () => width - first - GAP;
  const total = (each: (one: number) => number) => widths.reduce((sum, one) => sum + each(one) + GAP, -GAP);
  while (widths.length > 0 && total((one) => Math.min(one, NARROWEST)) > room()) widths.pop();
  for (let excess = total((one) => one) - room(); excess > 0; excess = total((one) => one) - room()) {
    const widest = Math.max(...widths);
    if (widest <= 1) break;
    widths[widths.lastIndexOf(widest)] = widest - 1;
  }
  return [Math.min(first, width), ...widths];
}
