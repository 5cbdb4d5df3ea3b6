import { expect, test } from "vitest";
import type { Column } from "../src/command-table.js";
import { formatTable } from "../src/output/format-table.js";

const record = {
  uid: "report-000001",
  note: "a text that is longer than most",
  day: "2026-01-16",
  updatedDate: "2025-12-01T23:44:50.263975+00:00",
};
const columns = Object.keys(record).map((name) => ({ name })) as Column[];
const rowsAt = (width: number, ...records: object[]) =>
  formatTable(records as (typeof record)[], columns, width, (_style, text) => text).split("\n");

test("a table shows times in full, to the minute or to the day, and never a part of one", () => {
  for (let width = 14; width < 120; width++) {
    const [, row = ""] = rowsAt(width, record);
    const times = row.match(/20\d\d\S*/g) ?? [];
    expect(["2026-01-16", undefined]).toContain(times[0]);
    expect([record.updatedDate, "2025-12-01T23:44", "2025-12-01", undefined]).toContain(times[1]);
    expect(row.length).toBeLessThanOrEqual(width);
  }
  expect(rowsAt(120, record)[1]).toContain(record.updatedDate);
  // Times are shortened before texts are cut, and the name of the column stays whole.
  expect(rowsAt(78, record)).toEqual([
    "uid            note                             day         updatedDate",
    "report-000001  a text that is longer than most  2026-01-16  2025-12-01T23:44",
    "",
  ]);
  expect(rowsAt(56, record)[1]).toBe("report-000001  a text that is …  2026-01-16  2025-12-01");
});

test("a time with another offset is shortened in UTC, and what is no time in its column is cut like any text", () => {
  const other = { ...record, updatedDate: "2025-12-02T03:44:50+04:00" };
  expect(rowsAt(78, record, other)[2]).toContain("2025-12-01T23:44");
  const text = { ...record, updatedDate: "yesterday, or perhaps the day before" };
  expect(rowsAt(60, text)[1]).toContain("…");
});
