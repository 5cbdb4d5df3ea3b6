import { memberKey } from "@metadata-service/server-rules";
import type { CheckedRequest } from "../exchange.js";
import type { RowContent } from "../memory/stored-rows.js";
import type { ResourceIndex, ResourceUse } from "./resource-index.js";

/** Returns the field values that are set by the path, such as `ownerId` in `/owners/{ownerId}/pets`. */
export function scopeOf(index: ResourceIndex, uses: ResourceUse, { path }: CheckedRequest): RowContent {
  const view = uses.view ?? index.mainView(uses.resource);
  if (!view) return {};
  return Object.fromEntries(
    uses.use.scope.flatMap(({ parameter, property }) =>
      property !== undefined && view.members.has(property) ? [[memberKey(view, property), path[parameter]]] : [],
    ),
  );
}

/** Returns a key for a collection: the values of the path parameters that all operations of the resource share. */
export function scopeKeyOf(index: ResourceIndex, uses: ResourceUse, { path }: CheckedRequest): string {
  const all = index.usesOf(uses.resource);
  const own = uses.use.scope.filter(({ parameter }) =>
    all.every(({ use }) => use.scope.some((one) => one.parameter === parameter)),
  );
  return own.length === 0 ? "" : JSON.stringify(own.map(({ parameter }) => path[parameter]));
}
