import type { ApiModel } from "../../model/api-model.js";
import { type OperationShape, operationShapes } from "./operation-shape.js";
import { type OperationDescriptor, operationDescriptor } from "./operation-table.js";

/** An operation as the client has it: what its method takes, and what its runtime needs. */
export interface ClientOperation {
  readonly shape: OperationShape;
  readonly descriptor: OperationDescriptor;
}

/**
 * The operations as methods of the client, in the order of the document.
 *
 * @throws Error for what the client cannot send, which `generate` refuses
 */
export const clientOperations = (api: ApiModel): ClientOperation[] =>
  operationShapes(api).map((shape) => ({ shape, descriptor: operationDescriptor(api, shape) }));
