/**
 * The modules of this package that other packages use at run time. They import no other package. The generators are not
 * exported; they are run by path.
 */
export { closest } from "./closest.js";
export { describeFileError } from "./describe-file-error.js";
export { describeListenError, type ListenFlags } from "./describe-listen-error.js";
export { isAnnotation } from "./document/annotations.js";
export { BOUNDS } from "./document/bounds.js";
export { branchesForAjv, isDiscriminator } from "./document/branches-by-tag.js";
export { dereference, type Located } from "./document/dereference.js";
export type { BodyLimits, OperationPromises, Promises } from "./document/extensions.js";
export { groupedBy } from "./document/grouped-by.js";
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
  type TagObject,
} from "./document/open-api-document.js";
export { nameOf, nodeAt, pointerTo } from "./document/pointer.js";
export { type PreparedDocument, prepareDocument } from "./document/prepare-document.js";
export { withoutRemarks } from "./document/schemas.js";
export { serverOf } from "./document/server-paths.js";
export { createSizes, lengthOf, shortened } from "./document/smallest-size.js";
export { MULTIPLE_OF_PRECISION, namesInherited } from "./document/validation-options.js";
export { createImpossibleFinder } from "./document/why-impossible.js";
export { type ClientOperation, clientOperations } from "./generate/client/client-operations.js";
export type { NamedParameter, OperationShape } from "./generate/client/operation-shape.js";
export type {
  ApiModel,
  BodyKind,
  BodyModel,
  EncodingModel,
  ExampleModel,
  HeaderModel,
  ListModel,
  MediaTypeModel,
  OperationModel,
  ParameterModel,
  ParameterStyle,
  ResponseModel,
  SentRequestModel,
  Serialization,
} from "./model/api-model.js";
export { type ImpossibleOperation, impossibleOperations } from "./model/impossible-operations.js";
export type { ItemsModel, ItemsPlace, ItemTypeModel, ReturnedValue } from "./model/items-model.js";
export { derivedId } from "./model/operation-id.js";
export { readApi } from "./model/read-api.js";
export { bodyKind, preferredMedia } from "./model/read-content.js";
export { successResponse } from "./model/resources/record-place.js";
export type {
  Comparison,
  FieldFilter,
  IdentitySource,
  QueryUse,
  RecordPlace,
  ResourceModel,
  ResourceOperation,
  ResourceRole,
  ResourceScope,
} from "./model/resources/resource-model.js";
export { sampleValue } from "./model/sample-value.js";
export {
  allowsNull,
  arrayIn,
  describedProperties,
  fieldsOf,
  fieldsWithin,
  impliedType,
  itemsOf,
  propertiesOf,
  requiredNames,
  schemaAt,
  typesOf,
  typesWithin,
} from "./model/schema-at.js";
export type { Credential, SecurityAlternative, SecuritySchemeModel, SecurityUse } from "./model/security-model.js";
export { tooDeepItem } from "./model/too-deep-item.js";
export { dictionary, isObject, own } from "./own.js";
