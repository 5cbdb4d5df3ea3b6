import { memberKey } from "@metadata-service/server-rules";
import type { CheckedRequest } from "../exchange.js";
import type { RowContent } from "../memory/stored-rows.js";
import type { ResourceIndex, ResourceUse } from "./resource-index.js";

/** The fields of a record that the path of its operation decides, as `ownerId` in `/owners/{ownerId}/pets`. */
export function scopeOf(index: ResourceIndex, uses: ResourceUse, { path }: CheckedRequest): RowContent {
  const view = uses.view ?? index.mainView(uses.resource);
  if (!view) return {};
  return Object.fromEntries(
    uses.use.scope.flatMap(({ parameter, property }) =>
      property !== undefined && view.members.has(property) ? [[memberKey(view, property), path[parameter]]] : [],
    ),
  );
}

/** Identifies a collection of a resource: the values of the parent path that every operation has. */
export function scopeKeyOf(index: ResourceIndex, uses: ResourceUse, { path }: CheckedRequest): string {
  const all = index.usesOf(uses.resource);
  const own = uses.use.scope.filter(({ parameter }) =>
    all.every(({ use }) => use.scope.some((one) => one.parameter === parameter)),
  );
  return own.length === 0 ? "" : JSON.stringify(own.map(({ parameter }) => path[parameter]));
}
