import type { ParameterModel, ResourceModel } from "@metadata-service/spec-tools";
import type { ResourceIndex, ResourceUse } from "./resource-index.js";

/**
 * Whether a spec gives clients no way to know which records of a resource exist: no operation lists them with their
 * identities, and no example contains one. Clients then cannot know the identities that the mock generated. Nor do they if
 * the identity is one of the choices of an enum: each of them may be requested.
 */
export function hasUnknownIdentities(index: ResourceIndex, resource: ResourceModel): boolean {
  if (resource.kind === "singleton") return false;
  if (index.identityParameters(resource).some(isChoice)) return true;
  return index.usesOf(resource).every((uses) => {
    const { role, creates, response, request } = uses.use;
    // A create operation that returns no record, such as one that starts a job, does not reveal the new identity.
    const isSilent = role === "create" && !response && request?.identity === undefined;
    const isShown = role === "create" || (role === "list" && response?.identity !== undefined);
    return isSilent || (!creates && !isShown && !showsOne(uses));
  });
}

/** Whether the document lists the values of a parameter. */
const isChoice = ({ schema: { node } }: ParameterModel): boolean => node.enum !== undefined || node.const !== undefined;

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
