import { readFile } from "node:fs/promises";
import { type Bundle, bundleFiles, operationsOf } from "../src/site/bundle.js";

/** The bundle of the spec. */
export const bundle: Bundle = JSON.parse(await readFile(bundleFiles.json, "utf8"));

/** Its operations. */
export const rows = operationsOf(bundle);

/** A copy of the bundle with one more operation: a list endpoint such as somebody may add to the spec. */
export function withNewEndpoint(): Bundle {
  const copy: Bundle = structuredClone(bundle);
  const { get } = structuredClone(copy.paths["/api/v1/reports"] ?? {});
  if (!get) throw new Error("The spec has no /api/v1/reports to take as a model.");
  copy.paths["/api/v1/shipments"] = {
    get: { ...get, operationId: "listShipments", summary: "List shipments", description: "Lists shipments." },
  };
  return copy;
}
