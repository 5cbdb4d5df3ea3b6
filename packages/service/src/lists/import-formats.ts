import type { SchemaObject } from "@metadata-service/spec-tools";
import type { Cutter } from "./import-records.js";
import { type ColumnType, readCsv } from "./read-csv.js";
import { readJsonArray } from "./read-json-array.js";
import { readLines } from "./read-lines.js";

/** How a source of records is written: one JSON object a line, one JSON array, or rows under a row of names. */
export const IMPORT_FORMATS = ["ndjson", "json", "csv"] as const;

export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/**
 * The format of a file by its name; lines where the name says nothing.
 *
 * @param file its path, or `-`
 */
export function formatOfFile(file: string): ImportFormat {
  const ending = /\.(json|csv)$/i.exec(file)?.[1]?.toLowerCase();
  return IMPORT_FORMATS.find((format) => format === ending) ?? "ndjson";
}

/**
 * Knows how to cut a source into records.
 *
 * @param schemaOf the schema of a field by its name, for the columns of a CSV file; undefined for a field that the spec does not have
 */
export function cutterOf(format: ImportFormat, schemaOf: (field: string) => SchemaObject | undefined): Cutter {
  if (format === "csv")
    return (source, maxBytes, onBytes) => readCsv(source, maxBytes, (column) => columnType(schemaOf(column)), onBytes);
  return format === "json" ? readJsonArray : readLines;
}

/** A field that may be a text is read as one: what looks like a number there is not. */
function columnType(schema: SchemaObject | undefined): ColumnType {
  const types = [schema?.type ?? []].flat();
  if (types.includes("string")) return "text";
  if (types.includes("number") || types.includes("integer")) return "number";
  if (types.includes("boolean")) return "boolean";
  return types.includes("object") || types.includes("array") ? "json" : "text";
}
