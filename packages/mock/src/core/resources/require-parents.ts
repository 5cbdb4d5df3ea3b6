import { quote, Refusal } from "@metadata-service/server-rules";
import type { ResourceModel } from "@metadata-service/spec-tools";
import type { Collection } from "../data/create-collection.js";
import type { CheckedRequest } from "../exchange.js";
import { hasUnknownIdentities } from "./has-unknown-identities.js";
import type { ResourceIndex, ResourceUse } from "./resource-index.js";

/**
 * Requires the records that the path leads through, such as the owner in `/owners/{ownerId}/pets`. Where the spec does not
 * document a 404, or leaves open which owners exist, every owner does.
 *
 * @throws Refusal 404
 */
export function requireParents(
  index: ResourceIndex,
  { use, model }: ResourceUse,
  request: CheckedRequest,
  collectionOf: (resource: ResourceModel, uses: ResourceUse) => Collection,
): void {
  if (!model.responses.some(({ status }) => ["404", "4XX", "default"].includes(status))) return;
  for (const { parameter, resource: name } of use.scope) {
    const parent = index.api.resources.find((resource) => resource.name === name);
    if (!parent || hasUnknownIdentities(index, parent)) continue;
    const known = index.usesOf(parent).find((one) => one.use.role === "get" && one.use.identifiedBy?.in === "path");
    const isReadable = known?.use.scope.every((one) => request.path[one.parameter] !== undefined);
    if (!known || !isReadable) continue;
    const identity = request.path[parameter];
    if (collectionOf(parent, known).find(identity) === undefined)
      throw new Refusal(404, `${parent.name} has no record with ${parameter} ${quote(String(identity))}`);
  }
}
