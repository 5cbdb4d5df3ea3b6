import type { PaginationRules, Rules } from "@metadata-service/server-rules";
import type {
  ApiModel,
  OperationModel,
  RecordPlace,
  ResourceModel,
  ResourceOperation,
} from "@metadata-service/spec-tools";
import { type RecordView, viewOfPagination, viewOfPlace } from "../data/record-view.js";

/** An operation of a resource, with all that is needed to carry it out. */
export interface ResourceUse {
  readonly resource: ResourceModel;
  readonly use: ResourceOperation;
  readonly model: OperationModel;
  readonly pagination?: PaginationRules;
  /** How its response shows a record, and how its request holds one. */
  readonly view?: RecordView;
  readonly requestView?: RecordView;
}

/** The operations of an API that deal with records. */
export interface ResourceIndex {
  readonly api: ApiModel;
  /** The operation of the model. */
  model(id: string): OperationModel | undefined;
  /** What an operation does to a resource; undefined for one that deals with none. */
  find(id: string): ResourceUse | undefined;
  /** All uses of a resource. */
  usesOf(resource: ResourceModel): readonly ResourceUse[];
  /** The view by which a record of the resource is shown best: that of getting one, or of listing. */
  mainView(resource: ResourceModel): RecordView | undefined;
}

/** Reads which operations of a document deal with which records. */
export function createResourceIndex(rules: Rules): ResourceIndex {
  const { api } = rules;
  const models = new Map(api.operations.map((model) => [model.id, model]));
  const viewOf = (place: RecordPlace | undefined) => place && viewOfPlace(rules.document, place);
  const uses = new Map<string, ResourceUse>();
  for (const resource of api.resources)
    for (const use of resource.operations) {
      const model = models.get(use.operation);
      if (!model) continue;
      const pagination = rules.operations.find(({ id }) => id === use.operation)?.pagination;
      const view = pagination ? viewOfPagination(pagination) : viewOf(use.response);
      const requestView = use.request && viewOf(withIdentity(use.request, identityOf(resource)));
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
  return {
    api,
    model: (id) => models.get(id),
    find: (id) => uses.get(id),
    usesOf,
    mainView(resource) {
      const all = usesOf(resource);
      const main = all.find(({ use }) => use.role === "get") ?? all.find(({ use }) => use.role === "list");
      return (main ?? all.find(({ view }) => view))?.view;
    },
  };
}

/** The field that identifies the records that a resource shows. */
function identityOf({ operations }: ResourceModel): string | undefined {
  return operations.flatMap(({ response }) => response?.identity ?? [])[0];
}

/** What identifies a record where it is shown identifies it where it is sent, and nothing else does. */
function withIdentity({ identity: _own, ...place }: RecordPlace, identity: string | undefined): RecordPlace {
  return { ...place, ...(identity !== undefined && { identity }) };
}
