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
/** A date, or a time, which is shortened to the minute or the day, in UTC; neither is cut in between. */
const TIME = /^\d{4}-\d\d-\d\d(?:[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d))?$/;
const MINUTE = "2026-11-21T06:15".length;
const DAY = "2026-11-21".length;
/** Names such as updatedDate are not cut for the sake of a day. */
const LONGEST_NAME = 12;

/** A column as wide as its longest value; one of times is narrowed in two steps only. */
interface Wanted {
  readonly width: number;
  readonly isTime: boolean;
  /** The minimum width. */
  readonly least: number;
}

/**
 * Formats records as a table that fits the terminal: long values are truncated, and hidden columns are listed below it.
 *
 * @param width the columns of the terminal
 */
export function formatTable(records: readonly Item[], columns: readonly Column[], width: number, paint: Paint): string {
  const used = columns.filter(({ name }) => records.some((record) => own(record, name) !== undefined));
  const shown = used.length > 0 ? used : columns;
  const cells = shown.map(({ name }) => records.map((record) => cellOf(own(record, name))));
  const wanted = shown.map(({ name }, i) => wantedBy(name, cells[i] ?? []));
  const widths = fit(wanted, width);
  const line = (texts: readonly string[]) =>
    widths
      .map((columns, i) => pad(shortened(texts[i] ?? "", columns), columns))
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

function wantedBy(name: string, texts: readonly string[]): Wanted {
  const width = Math.max(textWidth(name), ...texts.map(textWidth));
  const isTime = texts.some((text) => TIME.test(text)) && texts.every((text) => text === "" || TIME.test(text));
  const least = isTime ? Math.max(DAY, Math.min(textWidth(name), LONGEST_NAME)) : NARROWEST;
  return { width, isTime, least: Math.min(width, least) };
}

function shortened(text: string, width: number): string {
  if (textWidth(text) <= width || !TIME.test(text)) return cut(text, width);
  const time = new Date(text);
  const utc = /(?:z|[+-]00:00)$/i.test(text) || Number.isNaN(time.valueOf()) ? text : time.toISOString();
  return utc.slice(0, width < MINUTE ? DAY : MINUTE);
}

/**
 * Returns the widths of as many columns as fit. Times are shortened first, then the widest columns are narrowed; the
 * identity column, which comes first, is narrowed only if it does not fit by itself.
 */
function fit([first = { width: 0, isTime: false, least: 0 }, ...wanted]: readonly Wanted[], width: number): number[] {
  const others = [...wanted];
  const room = width - first.width - GAP;
  const total = (widths: readonly number[]) => widths.reduce((sum, one) => sum + one + GAP, -GAP);
  while (others.length > 0 && total(others.map(({ least }) => least)) > room) others.pop();
  const widths = others.map((one) => one.width);
  for (const step of [MINUTE, 0])
    for (const [i, one] of [...others.entries()].reverse())
      if (one.isTime && total(widths) > room) widths[i] = Math.max(one.least, Math.min(one.width, step));
  while (widths.length > 0 && total(widths) > room) {
    const texts = widths.map((one, i) => (others[i]?.isTime ? 0 : one));
    const widest = Math.max(...texts);
    widths[texts.lastIndexOf(widest)] = widest - 1;
  }
  return [Math.min(first.width, width), ...widths];
}
