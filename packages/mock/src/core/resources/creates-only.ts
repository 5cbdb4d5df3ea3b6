import type { ResourceModel } from "@metadata-service/spec-tools";
import type { ResourceIndex } from "./resource-index.js";

/** Whether records of a resource are only created: then nothing shows them. */
export function createsOnly(index: ResourceIndex, resource: ResourceModel): boolean {
  return index.usesOf(resource).every(({ use }) => use.role === "create" || use.role === "action");
}
