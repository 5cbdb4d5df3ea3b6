import type { ResourceModel } from "@metadata-service/spec-tools";
import type { ResourceIndex, ResourceUse } from "./resource-index.js";

/**
 * Whether a spec leaves open which records of a resource there are: no operation lists or shows them, and no example shows
 * one. Then no caller could know an identity that the mock made up.
 */
export function isOpen(index: ResourceIndex, resource: ResourceModel): boolean {
  if (resource.kind === "singleton") return false;
  return index.usesOf(resource).every((uses) => {
    const { role, creates, response, request } = uses.use;
    // A create that returns no record, such as the start of a job, tells nobody the identity that it made.
    const isSilent = role === "create" && !response && request?.identity === undefined;
    return isSilent || (!creates && role !== "list" && role !== "create" && !showsOne(uses));
  });
}

function showsOne({ use, model, view }: ResourceUse): boolean {
  const named = model.parameters.find(
    ({ name, in: place }) => name === use.identifiedBy?.name && place === use.identifiedBy.in,
  );
  const bodies = model.responses.filter(({ status }) => /^2/.test(status)).flatMap(({ content }) => content);
  const schemas = [named?.schema.node, view?.schema, view?.identity && view.members.get(view.identity)?.node];
  return (
    [named, ...bodies].some((one) => (one?.examples.length ?? 0) > 0) ||
    schemas.some((schema) => ((schema as { examples?: unknown[] } | undefined)?.examples?.length ?? 0) > 0)
  );
}
