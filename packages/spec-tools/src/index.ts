/**
 * The reader of the OpenAPI document. This entry is what the other packages use at run time, so it imports nothing but
 * its own files; generators and the spec diff are run from source.
 */
export { dereference, type Located } from "./document/dereference.js";
export {
  type ComponentsObject,
  type Content,
  type ExampleObject,
  METHODS,
  type MediaTypeObject,
  type Method,
  type OpenApiDocument,
  type OperationObject,
  type OrReference,
  type PaginationObject,
  type ParameterObject,
  type ReferenceObject,
  type RequestBodyObject,
  type ResponseObject,
  type SchemaObject,
} from "./document/open-api-document.js";
export { type Operation, operationsOf, parametersOf, successOf } from "./document/operations-of.js";
export { nameOf, nodeAt, pointerTo } from "./document/pointer.js";
