import type { ResourceModel } from "@metadata-service/spec-tools";
import type { ResourceIndex } from "./resource-index.js";

/** Whether no operation returns the records of a resource after they are created. */
export function createsOnly(index: ResourceIndex, resource: ResourceModel): boolean {
  return index.usesOf(resource).every(({ use }) => use.role === "create" || use.role === "action");
}
