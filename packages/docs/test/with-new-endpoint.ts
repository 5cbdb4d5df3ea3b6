import type { OpenApiDocument } from "@metadata-service/spec-tools";
import { spec } from "./spec.js";

/** Returns a copy of the spec with one more operation: a list, as somebody may add one. */
export function withNewEndpoint(): OpenApiDocument {
  const copy: OpenApiDocument = structuredClone(spec);
  const { get } = structuredClone(copy.paths["/api/v1/reports"] ?? {});
  if (!get) throw new Error("The spec has no /api/v1/reports to take as a model.");
  Object.assign(copy.paths, {
    "/api/v1/shipments": {
      get: { ...get, operationId: "listShipments", summary: "List shipments", description: "Lists shipments." },
    },
  });
  return copy;
}
