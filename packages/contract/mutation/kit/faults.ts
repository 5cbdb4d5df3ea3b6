import type { OperationModel } from "@metadata-service/spec-tools";
import { type Api, refusalOf, writtenBy } from "./api.js";
import type { Fault, Request, Response } from "./exchange.js";
import { type AnyVariant, type Place, variant } from "./operator.js";
import { edit, type RequestPlace } from "./request-places.js";
import { type Slot, set } from "./schema.js";

/** A place in one operation. */
export interface OperationPlace extends Place {
  readonly operation: OperationModel;
}

/** The places of operations as a whole. */
export const placesOf = (operations: readonly OperationModel[]): OperationPlace[] =>
  operations.map((operation) => ({ operation, pointer: operation.pointer, name: "" }));

/** Responds like a server that refuses a request. */
export const refuse = (api: Api, operation: OperationModel): Response =>
  writtenBy(api, operation, refusalOf(operation) ?? 400);

/**
 * A server that handles the requests of an operation in another way: it passes on a changed request, or responds by
 * itself. `change` returns undefined for requests that it leaves alone.
 */
export const onRequest =
  (api: Api, operation: OperationModel, change: (request: Request) => Request | Response | undefined): Fault =>
  async (request, right) => {
    const changed = api.operationOf(request) === operation ? change(request) : undefined;
    return changed && "status" in changed ? changed : right(changed ?? request);
  };

/** A server that changes responses, of one operation or of all; `change` returns undefined for those it leaves alone. */
export const onResponse =
  (
    api: Api,
    operation: OperationModel | undefined,
    change: (response: Response, request: Request) => Response | undefined,
  ): Fault =>
  async (request, right) => {
    const response = await right(request);
    return (
      (operation === undefined || api.operationOf(request) === operation ? change(response, request) : undefined) ??
      response
    );
  };

/** A variant that judges the values at a place of requests in another way than the document. */
export interface ValueVariant<P extends RequestPlace> {
  readonly name: string;
  places(api: Api): readonly P[];
  /** Whether it accepts a value that is invalid. */
  accepts?(value: unknown, place: NoInfer<P>): boolean;
  /** The value with which it goes on. @default a valid one */
  instead?(value: unknown, place: NoInfer<P>): unknown;
  /** Whether it refuses a value that is valid. */
  refuses?(value: unknown, place: NoInfer<P>): boolean;
  /** Values that show it. */
  shows(place: NoInfer<P>): readonly unknown[];
}

export const onValue = <P extends RequestPlace>(own: ValueVariant<P>): AnyVariant =>
  variant({
    name: own.name,
    places: own.places,
    fault: (place, api) =>
      onRequest(api, place.operation, (request) => {
        const change = (slot: Slot) => {
          if (own.refuses?.(slot.value, place)) return true;
          if (!own.accepts?.(slot.value, place)) return false;
          return set(slot, own.instead ? own.instead(slot.value, place) : place.valid);
        };
        const changed = edit(api, place, request, change);
        return changed && own.refuses ? refuse(api, place.operation) : changed;
      }),
    async witness(place, visit) {
      for (const value of own.shows(place)) await visit.sendWith(place, value);
    },
  });
