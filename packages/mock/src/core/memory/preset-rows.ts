import { parseInstant, type RecordView, Violation } from "@metadata-service/server-rules";
import { isObject, type ResourceModel } from "@metadata-service/spec-tools";
import { createsOnly } from "../resources/creates-only.js";
import { keyed } from "../resources/keyed.js";
import type { ResourceIndex } from "../resources/resource-index.js";
import type { ValueMaker } from "../values/value.js";
import type { RowContent } from "./stored-rows.js";

/** The user's records, by the name of their resource: `{ "v1/reports": [{ "uid": "a" }] }`. */
export type MockData = Readonly<Record<string, readonly object[]>>;

/** A user's record in storage format. */
export interface PresetRow {
  readonly content: RowContent;
  /** Microseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/**
 * Reads the user's records. Each must be valid for at least one operation that returns it.
 *
 * @returns the rows by the name of the resource
 * @throws Violation for an unknown resource or an invalid record
 */
export function presetRows(index: ResourceIndex, maker: ValueMaker, data: unknown): Map<string, PresetRow[]> {
  if (!isObject(data)) throw new Violation("data must be an object with an array of records for each resource");
  const rows = Object.entries(data).map(([name, records]): [string, PresetRow[]] => {
    const resource = resourceOf(index, name);
    if (!Array.isArray(records)) throw new Violation(`data: ${name} must be an array of records`);
    const views = index.usesOf(resource).flatMap(({ view }) => view ?? []);
    const made = records.map((record, i) => rowOf(maker, resource, views, record, `${name}[${i}]`));
    refuseDuplicates(name, made);
    return [resource.name, made];
  });
  return new Map(rows);
}

/** Returns the resource with a name, or the resource of the operation with that ID. */
function resourceOf(index: ResourceIndex, name: string): ResourceModel {
  const shown = index.api.resources.filter(
    (resource) => index.mainView(resource) !== undefined && !createsOnly(index, resource),
  );
  const found = shown.find((resource) => resource.name === name) ?? index.find(name)?.resource;
  if (found && shown.includes(found)) return found;
  const names = shown.map((resource) => resource.name).join(", ");
  throw new Violation(
    `data: unknown resource or operation ${name}; ${names ? `available: ${names}` : "the spec has no operation that returns records"}`,
  );
}

function rowOf(
  maker: ValueMaker,
  { kind }: ResourceModel,
  views: readonly RecordView[],
  record: unknown,
  at: string,
): PresetRow {
  const view = views.find(({ pointer }) => maker.fits(pointer, record));
  const [first] = views;
  if (!view || !isObject(record)) {
    const why = first && maker.explain(first.pointer, record, "record")?.replace(/^record/, () => at);
    throw new Violation(`data: ${why ?? `${at} is not a valid record`}`);
  }
  const content = keyed(view, record);
  const createdAt = moment(content["@createdAt"]) ?? 0;
  return {
    // A singleton is stored under an empty identity.
    content: kind === "singleton" ? { ...content, "@identity": "" } : content,
    createdAt,
    updatedAt: moment(content["@updatedAt"]) ?? createdAt,
  };
}

function refuseDuplicates(name: string, rows: readonly PresetRow[]): void {
  const seen = new Map<string, number>();
  for (const [i, { content }] of rows.entries()) {
    if (content["@identity"] === undefined) continue;
    const identity = String(content["@identity"]);
    const before = seen.get(identity);
    if (before !== undefined)
      throw new Violation(`data: ${name}[${i}] has the same identity as ${name}[${before}]: ${identity}`);
    seen.set(identity, i);
  }
}

function moment(value: unknown): number | undefined {
  if (typeof value === "number") return value * 1000;
  if (typeof value !== "string") return undefined;
  try {
    const { seconds, fraction } = parseInstant(/^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T00:00:00Z` : value);
    return seconds * 1_000_000 + Number(fraction.slice(0, 6).padEnd(6, "0"));
  } catch {
    return undefined;
  }
}
