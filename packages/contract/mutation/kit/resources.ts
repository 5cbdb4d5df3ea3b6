import type {
  OperationModel,
  RecordPlace,
  ResourceModel,
  ResourceOperation,
  ResourceRole,
} from "@metadata-service/spec-tools";
import type { Api } from "./api.js";
import { parsed, type Request, type Response, sent, withJson } from "./exchange.js";
import { pathOf, pathValues, type RequestPlace, readParameter, requestPlaces } from "./request-places.js";
import { isObject, placesIn, type SchemaPlace, type Slot, slotIn, slotsAt } from "./schema.js";
import { valueAt } from "./visit.js";

/** An operation that does something with the records of a resource. */
export interface Use extends ResourceOperation {
  readonly api: Api;
  readonly resource: ResourceModel;
  readonly model: OperationModel;
  readonly pointer: string;
}

/** The uses of all resources with one of the roles. */
export const usesOf = (api: Api, ...roles: ResourceRole[]): Use[] =>
  api.model.resources.flatMap((resource) => usesIn(api, resource, ...roles));

const usesIn = (api: Api, resource: ResourceModel, ...roles: ResourceRole[]): Use[] =>
  resource.operations
    .filter(({ role }) => roles.includes(role))
    .map((one) => {
      const model = api.operation(one.operation);
      return { ...one, api, resource, model, pointer: model.pointer };
    });

/** The first use of the same resource with a role. */
export const sibling = ({ api, resource }: Use, role: ResourceRole): Use | undefined => usesIn(api, resource, role)[0];

/** Returns the use of a request, if it belongs to a resource. */
export function useOf(api: Api, request: Request): Use | undefined {
  const model = api.operationOf(request);
  const found = model && api.roleOf(model);
  return found && { ...found, api, model, pointer: model.pointer };
}

/** The identity that a request names in its path or query. */
export function namedIn(use: Use, request: Request): string | undefined {
  const parameter = use.model.parameters.find(
    ({ name, in: place }) => name === use.identifiedBy?.name && place === use.identifiedBy?.in,
  );
  const value = parameter && readParameter(use.api, use.model, parameter, request);
  return value === undefined ? undefined : String(value);
}

/** Returns the request for a record with another identity. */
export function naming(use: Use, request: Request, identity: unknown): Request {
  const values = pathValues(use.api, use.model, sent(request).path);
  return sent(request).withPath(pathOf(use.model, { ...values, [use.identifiedBy?.name ?? ""]: identity }));
}

/** The identity of the only record in a response. */
export function identityIn(use: Use, response: Response): string | undefined {
  const { response: place } = use;
  if (!place?.identity || response.status >= 300) return undefined;
  const value = valueAt(parsed(response.body), [...place.at, place.identity]);
  return value === undefined ? undefined : String(value);
}

/** Changes the array of records in a page; returns undefined if the response has none. */
export function editRecords(
  place: RecordPlace,
  response: Response,
  change: (records: unknown[]) => unknown[] | undefined,
): Response | undefined {
  const value = parsed(response.body);
  if (response.status >= 300 || value === undefined) return undefined;
  const root = { value };
  const slot = slotIn(root, place.at);
  if (!slot || !Array.isArray(slot.value)) return undefined;
  const changed = change(slot.value);
  if (changed === undefined) return undefined;
  slot.set(changed);
  return withJson(response, root.value);
}

/** A field of a record that clients write, and that responses show under the same name. */
export interface Echo extends SchemaPlace {
  readonly use: Use;
  readonly operation: OperationModel;
  /** The place in the request. */
  readonly request: RequestPlace;
}

const keyOf = (steps: SchemaPlace["steps"]) =>
  JSON.stringify(steps.filter((step) => !("branch" in step)).map((step) => ("field" in step ? step.field : 0)));

/** Lists the fields that a create, replace or update request sets, and that its response shows. */
export function echoes(api: Api): Echo[] {
  return usesOf(api, "create", "replace", "update").flatMap((use) => {
    const { request, response, model } = use;
    if (!request || !response || request.many || response.many) return [];
    const shown = placesIn(api.document, response.schema);
    const prefix = request.at.length;
    return requestPlaces(api, model)
      .filter(({ parameter, steps }) => !parameter && steps.length > prefix)
      .flatMap((place) => {
        const inRecord = keyOf(place.steps.slice(prefix));
        const twin = shown.find(
          (other) => keyOf(other.steps) === inRecord && branchNames(other) === branchNames(place),
        );
        return twin && JSON.stringify(twin.schema.type) === JSON.stringify(place.schema.type)
          ? [{ ...twin, use, operation: model, request: place }]
          : [];
      });
  });
}

const branchNames = ({ name }: SchemaPlace) => [...name.matchAll(/\([^)]*\)/g)].join();

/** Changes the values of an echoed field in the responses of all operations of its resource that show records. */
export function editEcho(
  api: Api,
  { use, steps }: Echo,
  request: Request,
  response: Response,
  change: (slot: Slot) => boolean,
): Response | undefined {
  const other = useOf(api, request);
  if (!other?.response || other.resource !== use.resource || response.status >= 300) return undefined;
  const { at, many } = other.response;
  const value = parsed(response.body);
  if (value === undefined) return undefined;
  const root = { value };
  const all = [...at.map((field) => ({ field })), ...(many ? [{ element: "every" } as const] : []), ...steps];
  return slotsAt(root, all).filter(change).length > 0 ? withJson(response, root.value) : undefined;
}

export const fieldsOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});
