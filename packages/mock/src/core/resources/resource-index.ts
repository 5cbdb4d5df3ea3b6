import {
  type PaginationRules,
  type RecordView,
  type Rules,
  viewOfPlace,
  viewOfRequest,
} from "@metadata-service/server-rules";
import type {
  ApiModel,
  OperationModel,
  ParameterModel,
  RecordPlace,
  ResourceModel,
  ResourceOperation,
} from "@metadata-service/spec-tools";
import { type TypedRecords, typedRecords } from "./typed-records.js";

/** An operation on a resource, with everything needed to carry it out. */
export interface ResourceUse {
  readonly resource: ResourceModel;
  readonly use: ResourceOperation;
  readonly model: OperationModel;
  readonly pagination?: PaginationRules;
  /** The format of the record in its response and in its request. */
  readonly view?: RecordView;
  readonly requestView?: RecordView;
}

/** The operations of an API that work with records. */
export interface ResourceIndex {
  readonly api: ApiModel;
  /** Returns the operation with an ID, from the API model. */
  model(id: string): OperationModel | undefined;
  /** Returns how an operation uses a resource; undefined if it uses none. */
  find(id: string): ResourceUse | undefined;
  /** Returns all operations on a resource. */
  usesOf(resource: ResourceModel): readonly ResourceUse[];
  /** Returns the fullest view of a record: that of the operation that gets one, or else of the list. */
  mainView(resource: ResourceModel): RecordView | undefined;
  /** Returns how a resource stores records with typed items; undefined if its records have none. */
  typed(resource: ResourceModel): TypedRecords | undefined;
  /** Returns the parameters that identify a record of a resource, in any of its operations. */
  identityParameters(resource: ResourceModel): readonly ParameterModel[];
}

/** Determines which operations of a document work with which records. */
export function createResourceIndex(rules: Rules): ResourceIndex {
  const { api } = rules;
  const models = new Map(api.operations.map((model) => [model.id, model]));
  const viewOf = (place: RecordPlace | undefined) => place && viewOfPlace(rules.document, place);
  const operations = new Map(rules.operations.map((operation) => [operation.id, operation]));
  const rulesOf = (id: string) => operations.get(id);
  const uses = new Map<string, ResourceUse>();
  for (const resource of api.resources)
    for (const use of resource.operations) {
      const model = models.get(use.operation);
      if (!model) continue;
      const pagination = rulesOf(use.operation)?.pagination;
      const view = viewOf(use.response);
      // A response that shows no record, such as a task, may name its identity otherwise than the request.
      const requestViews = [use.response?.identity, identityOf(resource)].flatMap((identity) =>
        use.request ? viewOfRequest(rules.document, use.request, identity) : [],
      );
      const requestView = requestViews.find(({ identity }) => identity !== undefined) ?? requestViews[0];
      uses.set(use.operation, {
        resource,
        use,
        model,
        ...(pagination && { pagination }),
        ...(view && { view }),
        ...(requestView && { requestView }),
      });
    }
  const usesOf = (resource: ResourceModel) => resource.operations.flatMap(({ operation }) => uses.get(operation) ?? []);
  const typed = new Map(api.resources.map((resource) => [resource, typedRecords(usesOf(resource), rulesOf)]));
  return {
    api,
    model: (id) => models.get(id),
    find: (id) => uses.get(id),
    usesOf,
    mainView(resource) {
      // An operation may get a record as a PDF.
      const shown = usesOf(resource).filter(({ view }) => view);
      const by = (role: string) => shown.find(({ use }) => use.role === role);
      return (by("get") ?? by("list") ?? shown[0])?.view;
    },
    typed: (resource) => typed.get(resource),
    identityParameters: (resource) =>
      usesOf(resource).flatMap(({ use: { identifiedBy }, model }) =>
        model.parameters.filter((one) => one.in === identifiedBy?.in && one.name === identifiedBy.name),
      ),
  };
}

/** The field that identifies the records that a resource shows. */
function identityOf({ operations }: ResourceModel): string | undefined {
  return operations.flatMap(({ response }) => response?.identity ?? [])[0];
}
