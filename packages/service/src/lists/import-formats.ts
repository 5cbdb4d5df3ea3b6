import type { SchemaObject } from "@metadata-service/spec-tools";
import { InputFault, type Line, readLines, toUtf8 } from "@metadata-service/spec-tools/input";
import type { Cutter } from "./import-records.js";
import { type ColumnType, readCsv } from "./read-csv.js";
import { readJsonArray } from "./read-json-array.js";

/** The formats of an import: one JSON object per line, one JSON array, or CSV with a header row. */
export const IMPORT_FORMATS = ["ndjson", "json", "csv"] as const;

export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/**
 * Determines the format of a file by its name; lines if the extension is unknown.
 *
 * @param file the path, or `-`
 */
export function formatOfFile(file: string): ImportFormat {
  const ending = /\.(json|csv)$/i.exec(file)?.[1]?.toLowerCase();
  return IMPORT_FORMATS.find((format) => format === ending) ?? "ndjson";
}

/**
 * Returns a function that splits a source into records. After a fault that makes the rest of the source unreadable, it
 * ends with a rejected line.
 *
 * @param schemaOf returns the schema of a field by its name, for the columns of a CSV file; undefined for an unknown
 *   field
 * @param separator what separates the columns of a CSV file
 */
export function cutterOf(
  format: ImportFormat,
  schemaOf: (field: string) => SchemaObject | undefined,
  separator: string | undefined,
): Cutter {
  return async function* (source, maxBytes, onBytes) {
    try {
      if (format === "csv")
        yield* readCsv(source, maxBytes, (column) => columnType(schemaOf(column)), { separator, onBytes });
      else yield* (format === "json" ? readJsonArray : readLines)(toUtf8(source, onBytes), maxBytes);
    } catch (error) {
      if (!(error instanceof InputFault)) throw error;
      yield [{ number: error.line, bytes: undefined, problem: error.message }] satisfies Line[];
    }
  };
}

/** Determines the type of a column. If the field may be a string, cells that look like numbers stay strings. */
function columnType(schema: SchemaObject | undefined): ColumnType {
  const types = [schema?.type ?? []].flat();
  if (types.includes("string")) return "text";
  if (types.includes("number") || types.includes("integer")) return "number";
  if (types.includes("boolean")) return "boolean";
  return types.includes("object") || types.includes("array") ? "json" : "text";
}
