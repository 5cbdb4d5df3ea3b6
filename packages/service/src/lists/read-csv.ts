import { type CsvOptions, type CsvRow, type Line, readCsv as readRows } from "@metadata-service/spec-tools/input";
import { isJson, isJsonNumber } from "@metadata-service/spec-tools/json";

/** The type of a column; cells of type `json` contain JSON, for arrays and objects. */
export type ColumnType = "text" | "number" | "boolean" | "json";

/**
 * Reads a CSV file with a header row, and converts each further row to a JSON object. An empty cell means that the
 * record does not have the field. A cell that does not match its column's type becomes a string, which the schema then
 * rejects with the name of the field.
 *
 * @param typeOf returns the type of a column by its name
 */
export async function* readCsv(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
  typeOf: (column: string) => ColumnType,
  options: CsvOptions = {},
): AsyncGenerator<Line[]> {
  let types: readonly ColumnType[] | undefined;
  for await (const rows of readRows(source, options))
    yield rows.map((row) => {
      types ??= row.header.map(typeOf);
      return lineOf(row, types, maxBytes);
    });
}

function lineOf(
  { number, header, cells, text, problem }: CsvRow,
  types: readonly ColumnType[],
  maxBytes: number,
): Line {
  if (!cells) return { number, bytes: Buffer.from(text), ...(problem !== undefined && { problem }) };
  const bytes = Buffer.from(objectText(header, types, cells));
  return { number, bytes: bytes.length <= maxBytes ? bytes : undefined };
}

/** Returns JSON text, so that numbers keep their digits and duplicate names are detected when the text is parsed. */
function objectText(names: readonly string[], types: readonly ColumnType[], cells: readonly string[]) {
  const fields = cells.flatMap((cell, i) =>
    cell === "" ? [] : [`${JSON.stringify(names[i])}:${valueText(cell, types[i] ?? "text")}`],
  );
  return `{${fields.join(",")}}`;
}

function valueText(cell: string, type: ColumnType): string {
  if (type === "number" && isJsonNumber(cell)) return cell;
  if (type === "boolean" && (cell === "true" || cell === "false")) return cell;
  return type === "json" && isJson(cell) ? cell : JSON.stringify(cell);
}
