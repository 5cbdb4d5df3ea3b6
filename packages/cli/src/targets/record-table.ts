import { dictionary } from "@metadata-service/spec-tools/own";
import type { Column } from "../command-table.js";
import type { Item } from "../output/format-table.js";
import { fits } from "./fits.js";

/**
 * A table of records with a column for each property of the schema. An additional JSON column stores undocumented
 * fields and values of the wrong type, so no data is lost.
 */
export interface RecordTable {
  /** The name of the table in a database. */
  readonly name: string;
  readonly identity: string;
  /** The identity comes first, the column for undocumented fields last. */
  readonly columns: readonly Column[];
  readonly others: string;
  /** The record by column. */
  rowOf(record: Item): Item;
}

/** The table of a list. */
export function recordTable(name: string, identity: string, documented: readonly Column[]): RecordTable {
  const types = new Map(documented.map((column) => [column.name, column.type]));
  let others = "other_fields";
  while (types.has(others)) others += "_";
  return {
    name,
    identity,
    columns: [...documented, { name: others, type: "json", description: "What the schema does not describe." }],
    others,
    rowOf(record) {
      const row = dictionary<unknown>();
      const rest = dictionary<unknown>();
      let hasRest = false;
      for (const field of Object.keys(record)) {
        const type = types.get(field);
        const value = record[field];
        if (type !== undefined && fits(type, value)) row[field] = value;
        else {
          rest[field] = value;
          hasRest = true;
        }
      }
      if (hasRest) row[others] = rest;
      return row;
    },
  };
}
