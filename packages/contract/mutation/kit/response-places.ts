import type { OperationModel } from "@metadata-service/spec-tools";
import { type Api, documented } from "./api.js";
import { parsed, type Response, withJson } from "./exchange.js";
import { placesIn, type SchemaPlace, type Slot, slotsAt } from "./schema.js";

/** A place of a response: its body, or something inside it. */
export interface ResponsePlace extends SchemaPlace {
  readonly operation: OperationModel;
  /** As the document writes it: `200`, `4XX`, `default`. */
  readonly status: string;
}

/** Lists the places of the JSON responses of an operation. */
export const responsePlaces = (api: Api, operation: OperationModel): ResponsePlace[] =>
  operation.responses.flatMap(({ status, content }) => {
    const media = content.find(({ kind }) => kind === "json");
    if (!media?.schema) return [];
    return placesIn(api.document, media.schema, `${status} body`).map((place) => ({ ...place, operation, status }));
  });

/** Whether a response has the status that the document describes under a name. */
export const hasStatus = (operation: OperationModel, status: string, response: Response): boolean =>
  documented(operation, response.status)?.status === status;

/** Changes the values at a place of a JSON body; returns undefined if nothing changed. */
export function editBody(
  response: Response,
  steps: SchemaPlace["steps"],
  change: (slot: Slot) => boolean,
): Response | undefined {
  const root = { value: parsed(response.body) };
  if (root.value === undefined) return undefined;
  return slotsAt(root, steps).reverse().filter(change).length > 0 ? withJson(response, root.value) : undefined;
}
