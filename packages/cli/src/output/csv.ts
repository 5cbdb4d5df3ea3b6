import type { Flag } from "@metadata-service/spec-tools/flags";
import type { ValueType } from "../command-table.js";
import { jsonText } from "./json-text.js";

/** Formats a line of CSV (RFC 4180): strings unchanged, null as an empty cell, everything else as JSON. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(csvField).join(",")}\r\n`;

/**
 * Formats the values of columns as a line of CSV. A string in a JSON column is formatted as JSON if it would be taken
 * for other JSON: the string `5` becomes `"5"`, because `5` is the number.
 */
export const csvRow = (values: readonly unknown[], types: readonly ValueType[]): string =>
  csvLine(
    values.map((value, i) =>
      types[i] === "json" && typeof value === "string" && LIKE_JSON.test(value) ? JSON.stringify(value) : value,
    ),
  );

/** The flag of all commands that write CSV. */
export const SAFE_CSV: Flag = {
  name: "safe-csv",
  help: "put ' before texts in CSV that a spreadsheet would take for a formula",
};

/** Puts an apostrophe before a text that spreadsheets would take for a formula (decision 0121). */
export const withoutFormula = <T>(value: T): T | string =>
  typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;

const LIKE_JSON = /^\s*(?:["[{\d-]|true|false|null)/;

function csvField(value: unknown): string {
  if (value === undefined || value === null) return "";
  const text = typeof value === "string" ? value : jsonText(value);
  // An empty string is quoted to distinguish it from null.
  return text === "" || /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
