import { nodeAt } from "../../document/pointer.js";
import type { OperationModel } from "../api-model.js";
import type { IdentitySource, ResourceRole } from "./resource-model.js";

/**
 * What `x-resource` of an operation can set if path, operationId and schemas do not show it or are misleading.
 * `x-resource: false` keeps an operation out of all resources.
 */
export interface ResourceExtension {
  /** The name of the resource: operations with the same name deal with the same records. */
  readonly name?: string;
  readonly role?: ResourceRole;
  /** The field of a record that identifies it. */
  readonly identity?: string;
  /** What identifies the record in a request. */
  readonly identifiedBy?: IdentitySource;
}

export function resourceExtension(document: object, { pointer }: OperationModel): ResourceExtension | false {
  const node = nodeAt(document, pointer);
  const extension = (node as { "x-resource"?: ResourceExtension | false } | undefined)?.["x-resource"];
  return extension ?? {};
}
