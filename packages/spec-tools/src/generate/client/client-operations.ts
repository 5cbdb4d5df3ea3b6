import type { ApiModel } from "../../model/api-model.js";
import { type OperationShape, operationShapes } from "./operation-shape.js";
import { type OperationDescriptor, operationDescriptor } from "./operation-table.js";

/** An operation as the client uses it: the shape of its method, and what the runtime needs. */
export interface ClientOperation {
  readonly shape: OperationShape;
  readonly descriptor: OperationDescriptor;
}

/**
 * Returns the operations as methods of the client, in document order.
 *
 * @throws Error if the client cannot send an operation; `generate` rejects such specs
 */
export const clientOperations = (api: ApiModel): ClientOperation[] =>
  operationShapes(api).map((shape) => ({ shape, descriptor: operationDescriptor(api, shape) }));
